import {
  repairOrderStateWords,
  type RepairOrderEvent,
  type RepairOrderState,
} from '@portal/contract/asset/asset'
import { repairNumber } from '@portal/contract/asset/parts'
import { repairOrderRefusals, type AssignBody, type repairOrderCalls } from '@portal/contract/asset/repair'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { history, logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import { addMinutes, localOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as booking from '../booking/booking.service.ts'
import { requireSeen, standingOn } from '../device/device.service.ts'
import { record } from '../device-record/repair.service.ts'
import * as file from '../file/file.service.ts'
import { requireActive } from '../lab/lab.service.ts'
import { filtersFor, pageReply, waitingFor, worldOf } from './access.service.ts'
import { looksAfter, runs, type World } from './asset.rules.ts'
import { lockDevice } from './asset.store.ts'
import { repairOrderFlow, type RepairOrderRole } from './repair-order.flow.ts'
import * as store from './repair.store.ts'
import { columnsOf, detailOf, rowOf, type Seen } from './repair.view.ts'

export const OF = 'repair'
export const linkOf = (id: number) => `/osp/asset/repairs?id=${id}`
/** Where nobody knows how long it lasts, bookings of the next week are looked at. */
const UNKNOWN_MINUTES = 7 * 24 * 60

function seenBy(o: store.RepairOrder, w: World): Seen {
  const roles = new Set<RepairOrderRole>()
  if (o.reporterId === w.userId) roles.add('reporter')
  if (o.assigneeId === w.userId) roles.add('assignee')
  if (runs(w, o)) roles.add('keeper')
  return { roles, concerned: roles.has('keeper') || roles.has('assignee') || looksAfter(w, o) }
}

export interface Loaded extends Seen {
  o: store.RepairOrder
}
export async function load(ctx: Ctx, id: number): Promise<Loaded> {
  // The case is read last: whoever comes second to a decision hears that it is taken, not that it was never his.
  const [world, actable, o] = await together([
    worldOf(ctx),
    approval.mayAct(ctx, { business: OF, rowId: id }),
    store.find(ctx.db, id),
  ])
  const seen = o && seenBy(o, world)
  // Where a lab has nobody left, who stands in for its directors assigns.
  if (o?.state === 'reported' && actable) seen?.roles.add('keeper')
  if (!o && world.office) throw notFound('报修单')
  if (!o || !seen || !(seen.roles.size > 0 || seen.concerned)) throw forbidden('您不能查看该报修单')
  ctx.allow(true)
  ctx.target = `repair ${id}`
  return { o, ...seen }
}

export async function shown(ctx: Ctx, id: number) {
  const { o, ...seen } = await load(ctx, id)
  const [log, files, waiting] = await together([
    history(ctx, OF, id),
    file.filesOf(ctx, OF, [id]),
    approval.waitingOf(ctx, OF, id),
  ])
  return detailOf(o, {
    ...seen,
    log,
    files: files.get(id) ?? [],
    awaited: waiting.flatMap((w) => w.names).join('、') || null,
  })
}
export const get = (ctx: Ctx, { params }: Parsed<typeof repairOrderCalls.repairOrder>) =>
  shown(ctx, params.id)

/** Asked when somebody opens a picture of a fault. */
export async function maySeeOrder(ctx: Ctx, id: number): Promise<boolean> {
  const [o, world] = await together([store.find(ctx.db, id), worldOf(ctx)])
  const seen = o && seenBy(o, world)
  return seen !== undefined && (seen.roles.size > 0 || seen.concerned)
}

export async function list(ctx: Ctx, { query }: Parsed<typeof repairOrderCalls.repairOrders>) {
  const [world, filters, ids] = await together([
    worldOf(ctx),
    filtersFor(ctx, query),
    waitingFor(ctx, OF, query.scope),
  ])
  const { items, total } = await store.list(ctx.db, world, ids, { ...query, ...filters }, query)
  return pageReply(
    items.map((o) => rowOf(o, seenBy(o, world))),
    total,
  )
}

export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof repairOrderCalls.exportRepairOrders>,
): Promise<RawReply> {
  const [world, filters, ids] = await together([
    worldOf(ctx),
    filtersFor(ctx, query),
    waitingFor(ctx, OF, query.scope),
  ])
  async function* rows() {
    for await (const o of store.all(ctx.db, world, ids, { ...query, ...filters }))
      yield seenBy(o, world).concerned ? o : { ...o, costFen: null }
  }
  return sheetOf(
    '报修',
    columnsOf(ctx.env.CAMPUS_TZ),
    rows(),
    `报修-${localOf(ctx.now, ctx.env.CAMPUS_TZ).day}.xlsx`,
  )
}

/** Until when bookings were looked at. */
export const coveredOf = (o: store.RepairOrder): Date =>
  o.expectedAt ?? addMinutes(o.repairSince ?? o.stateAt, UNKNOWN_MINUTES)
const untilOf = (ctx: Ctx, expectedAt: string | null | undefined): Date => {
  const until = expectedAt ? new Date(expectedAt) : addMinutes(ctx.now, UNKNOWN_MINUTES)
  return until > ctx.now ? until : addMinutes(ctx.now, 1)
}
export async function affected(ctx: Ctx, { params, query }: Parsed<typeof repairOrderCalls.affected>) {
  const { o, roles } = await load(ctx, params.id)
  ctx.allow(roles.has('keeper') || roles.has('assignee'), '只有仪器管理人员和维修负责人可以查看期间的预约')
  const from = query.from ? new Date(query.from) : ctx.now
  const live = await booking.liveOf(
    ctx,
    o.deviceId,
    from > ctx.now ? from : ctx.now,
    query.ever ? null : untilOf(ctx, query.until ?? o.expectedAt?.toISOString()),
  )
  return live.flatMap((b) =>
    b.startAt && b.endAt
      ? [
          {
            id: b.id,
            booker: { id: b.bookerId, name: b.bookerName },
            state: b.state,
            startAt: b.startAt,
            endAt: b.endAt,
            heldFen: b.heldFen,
          },
        ]
      : [],
  )
}

// ── Steps ────────────────────────────────────────────────────────────────────

export async function report(ctx: Ctx, { body }: Parsed<typeof repairOrderCalls.reportFault>) {
  const device = await requireSeen(ctx, body.deviceId)
  if (device.status === 'scrapped')
    throw refuse('REPAIR_SCRAPPED', repairOrderRefusals.REPAIR_SCRAPPED, { status: 409 })
  const { to } = repairOrderFlow.judge(null, 'report', new Set(['reporter']))
  const id = await store.add(ctx, { deviceId: device.id, fault: body.fault, urgent: body.urgent })
  ctx.target = `repair ${id}`
  await file.attach(ctx, body.fileIds, OF, id)
  await logStep(ctx, { business: OF, rowId: id, event: 'report', from: null, to })
  const title = `${body.urgent ? '【紧急】' : ''}派单：${device.name}（${device.serialId}）`
  // Its own director reports and assigns.
  await approval.openTask(ctx, {
    business: OF,
    rowId: id,
    step: 'assign',
    role: 'lab_director',
    labId: device.labId,
    deviceId: device.id,
    requesterId: null,
    title,
  })
  await tell(ctx, {
    kind: OF,
    role: { role: 'lab_director', labId: device.labId, deviceId: device.id },
    exceptUserId: ctx.me.id,
    title: `${body.urgent ? '【紧急】' : ''}仪器报修待派单`,
    body: `${ctx.me.name} 报修 ${device.name}（${device.serialId}）：${body.fault}`,
    link: linkOf(id),
    mail: true,
  })
  return shown(ctx, id)
}

interface Taken extends store.Changes {
  event: RepairOrderEvent
  to: RepairOrderState
}
/** `said`: a reason that is for the log, and not how the order ended. */
export async function take(
  ctx: Ctx,
  { o, roles }: Loaded,
  { event, to, ...changes }: Taken,
  said: string | null = changes.reason ?? null,
): Promise<void> {
  repairOrderFlow.judge(o.state, event, roles, { reason: said, to })
  try {
    if (!(await store.step(ctx, o, to, changes))) throw await tooLate(ctx, OF, o.id)
  } catch (e) {
    if (violates(e, 'repair_order_live'))
      throw refuse('REPAIR_LIVE', repairOrderRefusals.REPAIR_LIVE, { status: 409 })
    throw e
  }
  await logStep(ctx, { business: OF, rowId: o.id, event, from: o.state, to, reason: said })
  ctx.live(...screensOf(o.reporterId, o.assigneeId ?? o.reporterId))
}

/** Writes down with the device what this order makes of it: out of use, in repair, back in service. */
export async function writeDown(
  ctx: Ctx,
  o: store.RepairOrder,
  about: {
    state: 'reported' | 'repairing' | 'done'
    handler: string | null
    company: string | null
    expectedAt: string | null
    result?: string
    costFen?: number
    beyondRepair?: boolean
  },
): Promise<number | null> {
  const device = await standingOn(ctx, o.deviceId)
  // Taken back by hand meanwhile, the device is in order already.
  if (!device || (o.repairId === null && about.state !== 'reported')) return null
  const startedAt = o.repairSince ?? ctx.now
  return record(
    ctx,
    device,
    o.repairId,
    {
      kind: 'repair',
      state: about.state,
      title: o.fault.replace(/\s+/g, ' ').slice(0, 100),
      detail: o.fault,
      handler: about.handler,
      vendor: about.company,
      startedAt: startedAt.toISOString(),
      expectedAt: about.expectedAt,
      finishedAt: about.state === 'done' ? ctx.now.toISOString() : null,
      result: about.result ?? null,
      costFen: about.costFen ?? null,
    },
    about.beyondRepair,
  )
}

export async function judgeAssignment(ctx: Ctx, body: AssignBody): Promise<void> {
  if (body.expectedAt !== null && new Date(body.expectedAt) <= ctx.now)
    throw refuseField('expectedAt', repairOrderRefusals.EXPECTED_PAST, 'EXPECTED_PAST')
  await requireActive(ctx, body.assigneeId, 'assigneeId')
}

export async function assign(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.assign>) {
  const loaded = await load(ctx, params.id)
  if (body.state && body.state !== loaded.o.state) throw await tooLate(ctx, OF, params.id)
  await judgeAssignment(ctx, body)
  await assignOrder(ctx, loaded, body)
  return shown(ctx, params.id)
}
export async function assignOrder(ctx: Ctx, loaded: Loaded, body: AssignBody): Promise<void> {
  const { o } = loaded
  await lockDevice(ctx.db, o.deviceId)
  await take(
    ctx,
    loaded,
    {
      event: 'assign',
      to: 'assigned',
      assigneeId: body.assigneeId,
      expectedAt: body.expectedAt,
      company: body.company,
      bookingWay: body.bookings,
    },
    body.reason,
  )
  const until = untilOf(ctx, body.expectedAt)
  // Those that are taken back first: only who is left is warned, by what is written down, or, assigned anew for longer, here.
  const note = `仪器故障维修：${o.fault.slice(0, 200)}`
  const revoked =
    body.bookings === 'revoke'
      ? await booking.revokeLive(ctx, o.deviceId, { from: ctx.now, until, reason: note })
      : 0
  if (o.state === 'assigned' && until > coveredOf(o))
    await warnOfRepair(ctx, o, {
      from: coveredOf(o),
      until,
      note,
      backAt: body.expectedAt === null ? null : until,
    })
  const now = await store.find(ctx.db, o.id)
  const repairId = await writeDown(ctx, o, {
    state: 'reported',
    handler: now?.assigneeName?.slice(0, 50) ?? null,
    company: body.company,
    expectedAt: body.expectedAt,
  })
  if (repairId !== null) await store.link(ctx, o.id, repairId, revoked)
  await approval.closeTask(ctx, { business: OF, rowId: o.id }, 'approved', body.reason)
  await approval.openTask(ctx, {
    business: OF,
    rowId: o.id,
    step: 'repair',
    role: 'person',
    userId: body.assigneeId,
    labId: o.labId,
    deviceId: o.deviceId,
    requesterId: null,
    title: `维修：${o.deviceName}（${o.deviceSerialId}）`,
  })
  await tell(ctx, {
    kind: OF,
    userIds: [body.assigneeId],
    exceptUserId: ctx.me.id,
    title: '请您维修仪器',
    body: `${o.deviceName}（${o.deviceSerialId}）：${o.fault}`,
    link: linkOf(o.id),
    mail: true,
  })
  await tellReporter(ctx, o, 'assigned')
}

export async function tellReporter(
  ctx: Ctx,
  o: store.RepairOrder,
  state: RepairOrderState,
  more = '',
): Promise<void> {
  await tell(ctx, {
    kind: OF,
    userIds: [o.reporterId],
    exceptUserId: ctx.me.id,
    title: `您报修的仪器${repairOrderStateWords[state]}`,
    body: `${repairNumber(o.id)} ${o.deviceName}：${repairOrderStateWords[state]}。${more}`,
    link: linkOf(o.id),
    mail: state === 'done' || state === 'refused' || state === 'given_up',
  })
}

interface Outage {
  from: Date
  until: Date | null
  backAt: Date | null
  note: string
}
export const warnOfRepair = (ctx: Ctx, o: store.RepairOrder, { from, ...about }: Outage) =>
  booking.warnOf(ctx, {
    deviceId: o.deviceId,
    name: o.deviceName,
    from: from > ctx.now ? from : ctx.now,
    ...about,
  })

export async function start(ctx: Ctx, { params }: Parsed<typeof repairOrderCalls.start>) {
  const loaded = await load(ctx, params.id)
  const { o } = loaded
  await take(ctx, loaded, { event: 'start', to: 'repairing' })
  await writeDown(ctx, o, {
    state: 'repairing',
    handler: o.assigneeName?.slice(0, 50) ?? null,
    company: o.company,
    expectedAt: o.expectedAt?.toISOString() ?? null,
  })
  await tellReporter(ctx, o, 'repairing')
  return shown(ctx, o.id)
}

export async function finish(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.finish>) {
  const loaded = await load(ctx, params.id)
  const { o } = loaded
  await take(ctx, loaded, { event: 'finish', to: 'done', solution: body.solution, costFen: body.costFen })
  await file.attach(ctx, body.fileIds, OF, o.id)
  await writeDown(ctx, o, {
    state: 'done',
    handler: o.assigneeName?.slice(0, 50) ?? null,
    company: o.company,
    expectedAt: o.expectedAt?.toISOString() ?? null,
    result: body.solution,
    costFen: body.costFen,
  })
  await approval.closeTask(ctx, { business: OF, rowId: o.id }, 'approved')
  await tellReporter(ctx, o, 'done', `处理结果：${body.solution}`)
  await tell(ctx, {
    kind: OF,
    role: { role: 'lab_director', labId: o.labId },
    exceptUserId: ctx.me.id,
    title: '仪器已修复投用',
    body: `${o.deviceName}（${o.deviceSerialId}）：${body.solution}`,
    link: linkOf(o.id),
  })
  return shown(ctx, o.id)
}

export async function refuseRepair(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.refuseRepair>) {
  await refuseOrder(ctx, await load(ctx, params.id), body.reason)
  return shown(ctx, params.id)
}
export async function refuseOrder(ctx: Ctx, loaded: Loaded, reason: string): Promise<void> {
  const { o } = loaded
  await take(ctx, loaded, { event: 'refuse', to: 'refused', reason })
  if (o.state === 'assigned')
    await writeDown(ctx, o, {
      state: 'done',
      handler: o.assigneeName?.slice(0, 50) ?? null,
      company: o.company,
      expectedAt: o.expectedAt?.toISOString() ?? null,
      result: `不予维修：${reason}`,
    })
  await approval.closeTask(ctx, { business: OF, rowId: o.id }, 'refused', reason)
  await tellReporter(ctx, o, 'refused', `原因：${reason}`)
}
