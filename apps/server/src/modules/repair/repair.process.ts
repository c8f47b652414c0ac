import { repairOrderStateWords } from '@portal/contract/asset/asset'
import { repairNumber } from '@portal/contract/asset/parts'
import { repairOrderRefusals } from '@portal/contract/asset/repair'
import { cutText } from '@portal/contract/kernel/text'
import type { Doing, Telling } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { EventMap } from '../../kernel/events.ts'
import { listScreens } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse, violates } from '../../kernel/refuse.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import type {} from '../device/device.events.ts'
import { setStatus, standingOn } from '../device/device.service.ts'
import { recordRepair } from '../device-record/device-record.service.ts'
import { readWorld } from '../asset/asset.service.ts'
import { looksAfter, isRunBy, type World } from '../asset/asset.rules.ts'
import { repairFlow, type Repair } from './repair.flow.ts'
import * as store from './repair.store.ts'

type Row = store.RepairOrder
type Step = Doing<Repair, store.Changes>

const makeLink = (o: Row) => `/osp/asset/repairs?id=${o.id}`
const listWords = (o: Row) => `${o.deviceName}（${o.deviceSerialId}）`

export const repairs = defineProcess<Repair>()(approval.inbox, {
  business: 'repair',
  flow: repairFlow,
  noun: '报修单',
  find: (ctx, id) => store.find(ctx.db, id),
  async write(ctx, o: Row, { event, to, reason, changes }: Step) {
    // The reason for an extension is only logged: the row keeps the reason of the outcome.
    const kept = event === 'extend' ? o.reason : reason
    try {
      return await store.step(ctx, o, to, { ...changes, reason: kept })
    } catch (e) {
      if (violates(e, 'repair_order_live'))
        throw refuse('REPAIR_LIVE', repairOrderRefusals.REPAIR_LIVE, { status: 409 })
      throw e
    }
  },

  standingOf: readWorld,
  rolesOf: (o, w: World) => [
    ...(o.reporterId === w.userId ? (['reporter'] as const) : []),
    ...(o.assigneeId === w.userId ? (['assignee'] as const) : []),
    ...(isRunBy(w, o) ? (['keeper'] as const) : []),
  ],
  sees: (o, w, roles) => roles.size > 0 || looksAfter(w, o),
  knowsAll: (w) => w.office,

  people: { assignee: (_, o) => (o.assigneeId === null ? [] : [o.assigneeId]) },
  subjectOf: (o) => ({
    labId: o.labId,
    deviceId: o.deviceId,
    what: listWords(o),
    body:
      o.state === 'reported'
        ? `${o.reporterName} 报修 ${listWords(o)}：${o.fault}`
        : `${listWords(o)}：${o.fault}`,
    link: makeLink(o),
    requesterId: o.reporterId,
  }),
  asking: {
    assign: (_, o) => (o.urgent ? { title: '【紧急】派单', news: '【紧急】仪器报修待派单' } : {}),
  },
  effects: {
    clearTheTime,
    clearMoreTime,
    leaveFormerAssignee,
    takeOutOfUse,
    putBackIntoUse,
    keepOutOfUse,
  },
  newsOf: (o, step, ctx) =>
    step.event === 'extend'
      ? newsOfExtension(ctx, o, step)
      : [newsForReporter(o), ...newsForAssignee(o), ...newsForDirectors(o)],
  screensOf: (o) => listScreens(o.reporterId, o.assigneeId ?? o.reporterId),
  doneWords: (o) => repairOrderStateWords[o.state],
})

/**
 * The device has moved to another laboratory: open tasks go to the new laboratory, and its director is asked
 * to assign reported orders.
 */
export async function followDevice(
  ctx: Ctx,
  { deviceId, toLabId }: { deviceId: number; toLabId: number },
): Promise<void> {
  const rowIds = await store.listLive(ctx.db, deviceId)
  await approval.handOver(ctx, { business: 'repair', rowIds, labId: toLabId })
  for (const id of rowIds) {
    const order = await store.find(ctx.db, id)
    if (order?.state === 'reported') await repairs.askAgain(ctx, order)
  }
}

/**
 * Orders on which work has not begun end when the device is scrapped. A repair in progress is ended by its
 * assignee, who knows the cost.
 */
export async function endWithDevice(
  ctx: Ctx,
  { deviceId, status }: EventMap['device.status_changed'],
): Promise<void> {
  if (status !== 'scrapped') return
  for (const id of await store.listLive(ctx.db, deviceId)) {
    const order = await repairs.loadAsSystem(ctx, id)
    if (!order) continue
    if (order.row.state === 'repairing') await tellScrapped(ctx, order.row)
    else await repairs.take(ctx, order, 'refuse', { reason: '仪器已报废' })
  }
}
async function tellScrapped(ctx: Ctx, o: Row): Promise<void> {
  const body = `${repairNumber(o.id)} ${listWords(o)}：请登记为不可修复，并填写已发生的费用。`
  const news = { kind: 'repair', title: '仪器已报废，请结束维修', body, link: makeLink(o) } as const
  const assigned = o.assigneeId === null ? [] : [o.assigneeId]
  if (assigned.length > 0) await tell(ctx, { ...news, userIds: assigned })
  await tell(ctx, { ...news, role: { role: 'lab_director', labId: o.labId }, exceptUserIds: assigned })
}

/** True for the assignee and for those who run the device or head its dept: they also see the cost. */
export const isConcerned = (o: Row, w: World): boolean => o.assigneeId === w.userId || looksAfter(w, o)

// ── News ─────────────────────────────────────────────────────────────────────

const isOver = (o: Row) => o.state === 'done' || o.state === 'refused' || o.state === 'given_up'

function newsForReporter(o: Row): Telling {
  const more = o.state === 'done' ? `处理结果：${o.solution}` : o.reason ? `原因：${o.reason}` : ''
  const body = `${repairNumber(o.id)} ${o.deviceName}：${repairOrderStateWords[o.state]}。${more}`
  return { userIds: [o.reporterId], body, link: makeLink(o), mail: isOver(o) }
}

/** Who was to repair it, and need not any more. A reporter who was to do so reads it in the message above. */
function newsForAssignee(o: Row): Telling[] {
  if (o.state !== 'refused' || o.assigneeId === null || o.assigneeId === o.reporterId) return []
  const title = o.deviceStatus === 'scrapped' ? '仪器已报废，不再维修' : '仪器不再维修'
  const body = `${repairNumber(o.id)} ${listWords(o)}：报修单已结束。原因：${o.reason}`
  return [{ userIds: [o.assigneeId], title, body, link: makeLink(o) }]
}

function newsForDirectors(o: Row): Telling[] {
  const to = { role: { role: 'lab_director', labId: o.labId }, link: makeLink(o) } as const
  if (o.state === 'done') {
    // A director who reported it reads the same in the message to the reporter.
    const news = { title: '仪器已修复投用', body: `${listWords(o)}：${o.solution}` }
    return [{ ...to, ...news, exceptUserIds: [o.reporterId], mail: false }]
  }
  if (o.state !== 'given_up') return []
  const after = o.deviceStatus === 'scrapped' ? '仪器已报废。' : '仪器保持停用，可申请报废。'
  const body = `${listWords(o)}：${o.reason}。${after}`
  return [{ ...to, title: '仪器不可修复', body }]
}

function newsOfExtension(ctx: Ctx, o: Row, { reason }: Step): Telling {
  const until = o.expectedAt ? shownAt(o.expectedAt, ctx.env.CAMPUS_TZ) : ''
  return {
    userIds: [o.reporterId, ...(o.assigneeId === null ? [] : [o.assigneeId])],
    body: `${repairNumber(o.id)} ${o.deviceName}：延期至 ${until}。${reason}`,
    link: makeLink(o),
    mail: false,
  }
}

// ── Bookings of the time in which it is out of use ───────────────────────────

/** If the duration is unknown, bookings of the next week are checked. */
const UNKNOWN_MINUTES = 7 * 24 * 60

/** The time until which bookings were checked. */
const listCovered = (o: Row): Date => o.expectedAt ?? addMinutes(o.repairSince ?? o.stateAt, UNKNOWN_MINUTES)

/** The time until which bookings are to be checked: never in the past. */
export const findUntil = (ctx: Ctx, expectedAt: string | null | undefined): Date => {
  const until = expectedAt ? new Date(expectedAt) : addMinutes(ctx.now, UNKNOWN_MINUTES)
  return until > ctx.now ? until : addMinutes(ctx.now, 1)
}
export const notBefore = (now: Date, at: Date): Date => (at > now ? at : now)

interface Outage {
  from: Date
  until: Date | null
  note: string
}
async function revoke(ctx: Ctx, o: Row, { from, until, note }: Outage): Promise<void> {
  const about = { from: notBefore(ctx.now, from), until, reason: note }
  const revoked = await booking.revokeLive(ctx, o.deviceId, about)
  if (revoked > 0) await store.countRevoked(ctx, o.id, revoked)
}
const warn = (ctx: Ctx, o: Row, { from, until, note }: Outage, backAt: Date | null): Promise<void> =>
  booking.warnOfOutage(ctx, {
    deviceId: o.deviceId,
    name: o.deviceName,
    from: notBefore(ctx.now, from),
    until,
    backAt,
    note,
  })

/**
 * Revokes bookings first, so that only the remaining bookers are warned: by `takeOutOfUse`, or here if the
 * order is reassigned with a longer duration.
 */
async function clearTheTime(ctx: Ctx, o: Row, { changes }: Step): Promise<void> {
  const expectedAt = changes?.expectedAt
  const until = findUntil(ctx, expectedAt)
  const note = `仪器故障维修：${cutText(o.fault, 200)}`
  if (changes?.bookingWay === 'revoke') await revoke(ctx, o, { from: ctx.now, until, note })
  const from = listCovered(o)
  if (o.state === 'assigned' && until > from)
    await warn(ctx, o, { from, until, note }, expectedAt ? until : null)
}

/** The repair takes longer: bookings in the added time are treated like those before. */
async function clearMoreTime(ctx: Ctx, o: Row, { changes, reason }: Step): Promise<void> {
  const from = listCovered(o)
  const until = findUntil(ctx, changes?.expectedAt)
  if (until <= from) return
  const added = { from, until, note: `仪器维修延期：${reason}` }
  if (o.bookingWay === 'revoke') await revoke(ctx, o, added)
  await warn(ctx, o, added, until)
}

/** Tells the former assignee, without a link, because the order disappears from their screen. */
async function leaveFormerAssignee(ctx: Ctx, o: Row, { changes }: Step): Promise<void> {
  const { assigneeId } = o
  if (assigneeId === null) return
  ctx.live(`user:${assigneeId}`)
  if (changes?.assigneeId === assigneeId) return
  await tell(ctx, {
    kind: 'repair',
    userIds: [assigneeId],
    exceptUserId: ctx.actor?.id ?? null,
    title: '仪器维修已改派',
    body: `${repairNumber(o.id)} ${listWords(o)}：已改由他人维修，您不必再处理。`,
    mail: true,
  })
}

// ── What an order makes of its device ────────────────────────────────────────

interface Outcome {
  result: string | null
  costFen: number | null
  beyondRepair?: true
}
/**
 * Stores the state of the repair in the device's record. Null if an editor removed the record meanwhile: then
 * the device is in order.
 */
async function writeDown(
  ctx: Ctx,
  o: Row,
  state: 'reported' | 'repairing' | 'done',
  { beyondRepair, ...outcome }: Outcome = { result: null, costFen: null },
): Promise<number | null> {
  const device = await standingOn(ctx, o.deviceId)
  if (!device || (o.repairId === null && state !== 'reported')) return null
  // The record's start may have been edited by hand, to a time after the order's own.
  const startedAt = o.repairSince && o.repairSince < ctx.now ? o.repairSince : ctx.now
  const expectedAt = o.expectedAt && o.expectedAt > startedAt ? o.expectedAt : null
  return recordRepair(
    ctx,
    device,
    o.repairId,
    {
      kind: 'repair',
      state,
      title: cutText(o.fault.replace(/\s+/g, ' '), 100),
      detail: o.fault,
      handler: o.assigneeName && cutText(o.assigneeName, 50),
      vendor: o.company,
      startedAt: startedAt.toISOString(),
      expectedAt: expectedAt?.toISOString() ?? null,
      finishedAt: state === 'done' ? ctx.now.toISOString() : null,
      ...outcome,
    },
    beyondRepair,
  )
}

async function takeOutOfUse(ctx: Ctx, o: Row): Promise<void> {
  const repairId = await writeDown(ctx, o, o.state === 'repairing' ? 'repairing' : 'reported')
  if (repairId !== null && o.repairId === null) await store.link(ctx, o.id, repairId)
}

async function putBackIntoUse(ctx: Ctx, o: Row): Promise<void> {
  const result = o.state === 'refused' ? `不予维修：${o.reason}` : o.solution
  await writeDown(ctx, o, 'done', { result, costFen: o.costFen })
}

/**
 * The device stays out of use for good: all later bookings are revoked or warned, however far ahead they are.
 */
async function keepOutOfUse(ctx: Ctx, o: Row): Promise<void> {
  const note = `仪器不可修复：${o.reason}`
  const forGood = { from: ctx.now, until: null, note }
  if (o.bookingWay === 'revoke') await revoke(ctx, o, forGood)
  const about = { result: note, costFen: o.costFen, beyondRepair: true } as const
  if ((await writeDown(ctx, o, 'done', about)) === null) await shut(ctx, o, note)
  await warn(ctx, o, forGood, null)
}

/** The record that closed the device was removed by hand: sets the status directly. */
async function shut(ctx: Ctx, o: Row, note: string): Promise<void> {
  const device = await standingOn(ctx, o.deviceId)
  if (device && device.status !== 'scrapped') await setStatus(ctx, device, 'broken', note)
}
