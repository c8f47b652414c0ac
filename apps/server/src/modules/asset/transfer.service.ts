import { transferNumber } from '@portal/contract/asset/parts'
import { transferRefusals, type TransferBody, type transferCalls } from '@portal/contract/asset/transfer'
import { transferStateWords, type TransferEvent, type TransferState } from '@portal/contract/asset/asset'
import type { Parsed } from '@portal/contract/kernel/call'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { history, logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import { localOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { move } from '../device/device.service.ts'
import { requireActive, standingOn } from '../lab/lab.service.ts'
import { filtersFor, pageReply, requireRun, waitingFor, worldOf } from './access.service.ts'
import { looksAfter, type World } from './asset.rules.ts'
import { busy, lockDevice } from './asset.store.ts'
import { transferFlow, type TransferRole } from './transfer.flow.ts'
import * as store from './transfer.store.ts'
import { columnsOf, detailOf, rowOf } from './transfer.view.ts'

const OF = 'transfer'
const linkOf = (id: number) => `/osp/asset/transfers?id=${id}`

/** Whoever may act on the waiting task is the one awaited. */
function rolesOf(t: store.TransferRecord, userId: number, actable: boolean): Set<TransferRole> {
  const roles = new Set<TransferRole>()
  if (t.requesterId === userId) roles.add('requester')
  if (actable && t.state === 'awaiting_giver') roles.add('giver')
  if (actable && t.state === 'awaiting_receiver') roles.add('receiver')
  return roles
}

function maySee(t: store.TransferRecord, w: World): boolean {
  const party = [t.requesterId, t.toKeeperId].includes(w.userId)
  return party || [t.fromLabId, t.toLabId].some((labId) => looksAfter(w, { labId, contactId: null }))
}

/** A transfer, for people who have to do with it; others learn nothing, not even whether it exists. */
async function load(ctx: Ctx, id: number): Promise<{ t: store.TransferRecord; roles: Set<TransferRole> }> {
  // The case is read last: whoever comes second to a decision hears that it is taken, not that it was never his.
  const [world, actable, t] = await together([
    worldOf(ctx),
    approval.mayAct(ctx, { business: OF, rowId: id }),
    store.find(ctx.db, id),
  ])
  if (!t && world.office) throw notFound('调拨申请')
  if (!t || !(maySee(t, world) || actable)) throw forbidden('您不能查看该调拨申请')
  ctx.allow(true)
  ctx.target = `transfer ${id}`
  return { t, roles: rolesOf(t, ctx.me.id, actable) }
}

async function shown(ctx: Ctx, id: number) {
  const { t, roles } = await load(ctx, id)
  const [log, waiting] = await together([history(ctx, OF, id), approval.waitingOf(ctx, OF, id)])
  return detailOf(t, { roles, log, awaited: waiting.flatMap((w) => w.names).join('、') || null })
}
export const get = (ctx: Ctx, { params }: Parsed<typeof transferCalls.transfer>) => shown(ctx, params.id)

export async function list(ctx: Ctx, { query }: Parsed<typeof transferCalls.transfers>) {
  const [world, filters, ids] = await together([
    worldOf(ctx),
    filtersFor(ctx, query),
    waitingFor(ctx, OF, query.scope),
  ])
  const { items, total } = await store.list(ctx.db, world, ids, { ...query, ...filters }, query)
  const actable = await approval.actableAmong(
    ctx,
    OF,
    items.map((t) => t.id),
  )
  return pageReply(
    items.map((t) => rowOf(t, rolesOf(t, ctx.me.id, actable.has(t.id)))),
    total,
  )
}

export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof transferCalls.exportTransfers>,
): Promise<RawReply> {
  const [world, filters, ids] = await together([
    worldOf(ctx),
    filtersFor(ctx, query),
    waitingFor(ctx, OF, query.scope),
  ])
  return sheetOf(
    '调拨',
    columnsOf(ctx.env.CAMPUS_TZ),
    store.all(ctx.db, world, ids, { ...query, ...filters }),
    `调拨-${localOf(ctx.now, ctx.env.CAMPUS_TZ).day}.xlsx`,
  )
}

// ── Steps ────────────────────────────────────────────────────────────────────

/** Somebody is awaited: a task for the directors of that side, and a message. */
async function awaitNext(ctx: Ctx, t: store.TransferRecord): Promise<void> {
  if (t.state !== 'awaiting_giver' && t.state !== 'awaiting_receiver') return
  const giving = t.state === 'awaiting_giver'
  const labId = giving ? t.fromLabId : t.toLabId
  const title = `${giving ? '调出' : '调入'}：${t.deviceName}（${t.fromLabName} → ${t.toLabName}）`
  await approval.openTask(ctx, {
    business: OF,
    rowId: t.id,
    step: giving ? 'giver' : 'receiver',
    role: 'lab_director',
    labId,
    deviceId: t.deviceId,
    requesterId: t.requesterId,
    title,
  })
  await tell(ctx, {
    kind: OF,
    role: { role: 'lab_director', labId },
    exceptUserId: t.requesterId,
    title: giving ? '仪器调出待您同意' : '仪器调入待您同意',
    body: `${t.requesterName} 申请将 ${t.deviceName}（${t.deviceSerialId}）由${t.fromLabName}调拨至${t.toLabName}。理由：${t.why}`,
    link: linkOf(t.id),
    mail: true,
  })
}

async function tellOutcome(ctx: Ctx, t: store.TransferRecord): Promise<void> {
  if (t.state === 'awaiting_giver' || t.state === 'awaiting_receiver') return
  const body = `${t.deviceName}（${t.deviceSerialId}）由${t.fromLabName}调拨至${t.toLabName}：${transferStateWords[t.state]}。${t.reason ? `原因：${t.reason}` : ''}`
  const news = {
    kind: OF,
    title: `仪器调拨${transferStateWords[t.state]}`,
    body,
    link: linkOf(t.id),
    exceptUserId: ctx.me.id,
  } as const
  const done = t.state === 'done'
  await tell(ctx, {
    ...news,
    userIds: [t.requesterId, ...(done && t.toKeeperId ? [t.toKeeperId] : [])],
    mail: true,
  })
  if (done)
    for (const labId of new Set([t.fromLabId, t.toLabId]))
      await tell(ctx, { ...news, role: { role: 'lab_director', labId } })
}

interface Taken {
  event: TransferEvent
  to: TransferState
  reason?: string | null
}
async function take(
  ctx: Ctx,
  { t, roles }: { t: store.TransferRecord; roles: ReadonlySet<TransferRole> },
  { event, to, reason = null }: Taken,
): Promise<TransferState> {
  transferFlow.judge(t.state, event, roles, { reason, to })
  if (!(await store.step(ctx, t.id, { from: t.state, to, reason: event === 'agree' ? null : reason })))
    throw await tooLate(ctx, OF, t.id)
  await logStep(ctx, { business: OF, rowId: t.id, event, from: t.state, to, reason })
  await approval.closeTask(
    ctx,
    { business: OF, rowId: t.id },
    event === 'agree' ? 'approved' : event === 'refuse' ? 'refused' : 'withdrawn',
    reason,
  )
  if (to === 'done') await carryOut(ctx, t)
  const now = { ...t, state: to, reason: event === 'agree' ? null : reason }
  await awaitNext(ctx, now)
  await tellOutcome(ctx, now)
  ctx.live(`user:${t.requesterId}`)
  return to
}

/** Both sides have agreed: the device is the other lab's. What is booked on it stays booked. */
async function carryOut(ctx: Ctx, t: store.TransferRecord): Promise<void> {
  await lockDevice(ctx.db, t.deviceId)
  const { scrapState, status } = await busy(ctx.db, t.deviceId)
  if (scrapState !== null || status === 'scrapped')
    throw refuse('SCRAPPED', transferRefusals.SCRAPPED, { status: 409 })
  const place = await store.placeOf(ctx.db, t.deviceId)
  if (place?.labId !== t.fromLabId)
    throw refuse('TRANSFER_MOVED', transferRefusals.TRANSFER_MOVED, { status: 409 })
  // Within a lab, what was left open stays as it is; in another lab neither the room nor the person is right any more.
  const within = t.toLabId === t.fromLabId
  const to = {
    roomId: t.toRoomId ?? (within ? place.roomId : null),
    contactId: t.toKeeperId ?? (within ? place.contactId : null),
  }
  await move(ctx, t.deviceId, { labId: t.toLabId, ...to })
}

export async function request(ctx: Ctx, { body }: Parsed<typeof transferCalls.requestTransfer>) {
  const device = await requireRun(ctx, await worldOf(ctx), body.deviceId)
  await lockDevice(ctx.db, device.id)
  const { scrapState, status } = await busy(ctx.db, device.id)
  if (scrapState !== null || status === 'scrapped')
    throw refuse('SCRAPPED', transferRefusals.SCRAPPED, { status: 409 })
  await judgeTarget(ctx, body)
  const directs = (await standingOn(ctx, device.labId)).roles.includes('lab_director')
  // Within a lab there is one side only.
  const state = directs || body.toLabId === device.labId ? 'awaiting_receiver' : 'awaiting_giver'
  transferFlow.judge(null, 'create', new Set(['requester']), { to: state })
  const id = await added(() => store.add(ctx, { ...body, state, fromLabId: device.labId }))
  ctx.target = `transfer ${id}`
  await logStep(ctx, { business: OF, rowId: id, event: 'create', from: null, to: state })
  const t = await store.find(ctx.db, id)
  if (!t) throw new Error('it was just written')
  await awaitNext(ctx, t)
  return shown(ctx, id)
}

async function judgeTarget(ctx: Ctx, body: TransferBody): Promise<void> {
  const place = await store.placeOf(ctx.db, body.deviceId)
  // Within a lab something else has to change; what is left open stays as it is.
  const stays = (to: number | null, now: number | null) => to === null || to === now
  if (
    place &&
    place.labId === body.toLabId &&
    stays(body.toRoomId, place.roomId) &&
    stays(body.toKeeperId, place.contactId)
  )
    throw refuseField('toLabId', transferRefusals.TRANSFER_NOWHERE, 'TRANSFER_NOWHERE')
  if (body.toKeeperId !== null) await requireActive(ctx, body.toKeeperId, 'toKeeperId')
}

async function added(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (e) {
    if (violates(e, 'asset_transfer_live'))
      throw refuse('TRANSFER_OPEN', transferRefusals.TRANSFER_OPEN, { status: 409 })
    if (violates(e, 'asset_transfer_to_lab_id_fkey')) throw refuseField('toLabId', '实验室不存在')
    if (violates(e, 'asset_transfer_to_room_id_fkey')) throw refuseField('toRoomId', '房间不存在')
    throw e
  }
}

export async function decide(ctx: Ctx, { body }: Parsed<typeof transferCalls.decideTransfers>) {
  // Each row is judged by itself, and refused where it is not his to judge.
  ctx.allow(true)
  return eachByItself(ctx, body.items, async ({ id, state }) => {
    const loaded = await load(ctx, id)
    if (loaded.t.state !== state) throw await tooLate(ctx, OF, id)
    const agreed = state === 'awaiting_giver' ? 'awaiting_receiver' : 'done'
    const to = await take(
      ctx,
      loaded,
      body.verdict === 'approve'
        ? { event: 'agree', to: agreed, reason: body.reason }
        : { event: 'refuse', to: 'refused', reason: body.reason },
    )
    return { state: to, message: `${transferNumber(id)} ${transferStateWords[to]}` }
  })
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof transferCalls.cancelTransfer>) {
  await take(ctx, await load(ctx, params.id), { event: 'cancel', to: 'cancelled', reason: body.reason })
  return shown(ctx, params.id)
}
