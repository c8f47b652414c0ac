import { scrapStateWords } from '@portal/contract/asset/asset'
import { scrapNumber } from '@portal/contract/asset/parts'
import { scrapRefusals, type scrapCalls } from '@portal/contract/asset/scrap'
import type { Parsed } from '@portal/contract/kernel/call'
import { eachByItself } from '../../kernel/batch.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { history, logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { forbidden, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import { localOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { standsFor } from '../approval/stand-in.rules.ts'
import * as booking from '../booking/booking.service.ts'
import { setStatus, standingOn } from '../device/device.service.ts'
import { numbersOf } from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as panel from '../panel/panel.service.ts'
import { filtersFor, pageReply, requireRun, waitingFor, worldOf } from './access.service.ts'
import { looksAfter, type World } from './asset.rules.ts'
import { busy, lockDevice } from './asset.store.ts'
import { stopPlans } from './maintenance.store.ts'
import { scrapFlow, type ScrapRole } from './scrap.flow.ts'
import * as store from './scrap.store.ts'
import { columnsOf, detailOf, rowOf } from './scrap.view.ts'
import { approvalAfter, optionalSteps, yesOf } from './scrap.rules.ts'
import { caseOf, OF, take } from './scrap-steps.service.ts'

/** Whoever may act on the waiting task is the one awaited; the system's step has none. */
function rolesOf(s: store.Scrap, userId: number, actable: boolean): Set<ScrapRole> {
  const roles = new Set<ScrapRole>()
  if (standsFor({ userId, actable }, s.requesterId, s.state === 'awaiting_experts')) roles.add('requester')
  if (actable && s.state === 'awaiting_dept_head') roles.add('dept_head')
  if (actable && s.state === 'awaiting_finance') roles.add('finance')
  if (actable && (s.state === 'awaiting_equip_office' || s.state === 'awaiting_disposal'))
    roles.add('equip_office')
  return roles
}
const maySee = (s: store.Scrap, w: World): boolean =>
  s.requesterId === w.userId ||
  (looksAfter(w, s) && (s.state !== 'draft' || !w.office || w.ledLabIds.includes(s.labId)))

interface Loaded {
  s: store.Scrap
  roles: Set<ScrapRole>
}
async function load(ctx: Ctx, id: number): Promise<Loaded> {
  // The case is read last: whoever comes second to a decision hears that it is taken, not that it was never his.
  const [world, actable, s] = await together([
    worldOf(ctx),
    approval.mayAct(ctx, { business: OF, rowId: id }),
    store.find(ctx.db, id),
  ])
  if (!s && world.office) throw notFound('报废申请')
  if (!s || !(maySee(s, world) || actable || (await panel.sitsOn(ctx, OF, id))))
    throw forbidden('您不能查看该报废申请')
  ctx.allow(true)
  ctx.target = `scrap ${id}`
  return { s, roles: rolesOf(s, ctx.me.id, actable) }
}
/** Asked when somebody opens a picture, or the panel. */
export async function maySeeScrap(ctx: Ctx, id: number): Promise<boolean> {
  const [s, world, actable] = await together([
    store.find(ctx.db, id),
    worldOf(ctx),
    approval.mayAct(ctx, { business: OF, rowId: id }),
  ])
  return s !== undefined && (maySee(s, world) || actable || (await panel.sitsOn(ctx, OF, id)))
}

const everyBooking = (ctx: Ctx, deviceId: number) => booking.liveOf(ctx, deviceId, new Date(0), null)

async function shown(ctx: Ctx, id: number) {
  const { s, roles } = await load(ctx, id)
  const [log, files, panels, live, numbers, waiting] = await together([
    history(ctx, OF, id),
    file.filesOf(ctx, OF, [id]),
    panel.ofRow(ctx, OF, id),
    everyBooking(ctx, s.deviceId),
    numbersOf(ctx, ['scrap_panel_from']),
    approval.waitingOf(ctx, OF, id),
  ])
  return detailOf(s, {
    roles,
    log,
    panels,
    files: files.get(id) ?? [],
    bookings: live.length,
    panelFromFen: numbers.scrap_panel_from * 100,
    awaited: waiting.flatMap((w) => w.names).join('、') || null,
  })
}
export const get = (ctx: Ctx, { params }: Parsed<typeof scrapCalls.scrap>) => shown(ctx, params.id)

export async function list(ctx: Ctx, { query }: Parsed<typeof scrapCalls.scraps>) {
  const [world, filters, ids] = await together([
    worldOf(ctx),
    filtersFor(ctx, query),
    waitingFor(ctx, OF, query.scope),
  ])
  const { items, total } = await store.list(ctx.db, world, ids, { ...query, ...filters }, query)
  const actable = await approval.actableAmong(
    ctx,
    OF,
    items.map((s) => s.id),
  )
  return pageReply(
    items.map((s) => rowOf(s, rolesOf(s, ctx.me.id, actable.has(s.id)))),
    total,
  )
}

export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof scrapCalls.exportScraps>,
): Promise<RawReply> {
  const [world, filters, ids] = await together([
    worldOf(ctx),
    filtersFor(ctx, query),
    waitingFor(ctx, OF, query.scope),
  ])
  return sheetOf(
    '报废',
    columnsOf(ctx.env.CAMPUS_TZ),
    store.all(ctx.db, world, ids, { ...query, ...filters }),
    `报废-${localOf(ctx.now, ctx.env.CAMPUS_TZ).day}.xlsx`,
  )
}

// ── Steps ────────────────────────────────────────────────────────────────────

export async function draft(ctx: Ctx, { body: { fileIds, ...body } }: Parsed<typeof scrapCalls.draftScrap>) {
  const device = await requireRun(ctx, await worldOf(ctx), body.deviceId)
  if (device.status === 'scrapped') throw refuse('SCRAPPED', scrapRefusals.SCRAPPED, { status: 409 })
  const { to } = scrapFlow.judge(null, 'create', new Set(['requester']))
  const id = await added(() => store.add(ctx, body))
  ctx.target = `scrap ${id}`
  await file.attach(ctx, fileIds, OF, id)
  await logStep(ctx, { business: OF, rowId: id, event: 'create', from: null, to })
  return shown(ctx, id)
}
async function added(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (e) {
    if (violates(e, 'scrap_live')) throw refuse('SCRAP_OPEN', scrapRefusals.SCRAP_OPEN, { status: 409 })
    throw e
  }
}

export async function change(
  ctx: Ctx,
  { params, body: { fileIds, ...body } }: Parsed<typeof scrapCalls.changeScrap>,
) {
  const { s, roles } = await load(ctx, params.id)
  await take(ctx, s, roles, { event: 'change', to: 'draft' })
  await store.change(ctx, s.id, body)
  const before = ((await file.filesOf(ctx, OF, [s.id])).get(s.id) ?? []).map((f) => f.id)
  for (const gone of before) if (!fileIds.includes(gone)) await file.remove(ctx, gone)
  await file.attach(
    ctx,
    fileIds.filter((one) => !before.includes(one)),
    OF,
    s.id,
  )
  return shown(ctx, s.id)
}

/** Nothing goes on with it any more: no repair, no transfer, no booking, or these are taken back with notice. */
async function clear(ctx: Ctx, s: store.Scrap, revokeBookings: boolean): Promise<void> {
  await lockDevice(ctx.db, s.deviceId)
  const { repairId, transferId, status } = await busy(ctx.db, s.deviceId)
  if (status === 'scrapped') throw refuse('SCRAPPED', scrapRefusals.SCRAPPED, { status: 409 })
  if (repairId !== null) throw refuse('SCRAP_REPAIR', scrapRefusals.SCRAP_REPAIR, { status: 409 })
  if (transferId !== null) throw refuse('SCRAP_TRANSFER', scrapRefusals.SCRAP_TRANSFER, { status: 409 })
  const live = await everyBooking(ctx, s.deviceId)
  if (live.some((b) => b.state === 'in_use'))
    throw refuse('SCRAP_IN_USE', scrapRefusals.SCRAP_IN_USE, { status: 409 })
  if (live.length === 0) return
  if (!revokeBookings)
    throw refuse('SCRAP_BOOKED', `${scrapRefusals.SCRAP_BOOKED}（共 ${live.length} 个预约）`, { status: 409 })
  await booking.revokeLive(ctx, s.deviceId, { from: new Date(0), until: null, reason: '仪器报废' })
}

export async function submit(ctx: Ctx, { params, body }: Parsed<typeof scrapCalls.submitScrap>) {
  const { s, roles } = await load(ctx, params.id)
  scrapFlow.judge(s.state, 'submit', roles)
  if (s.condition === null)
    throw refuseField('condition', scrapRefusals.CONDITION_MISSING, 'CONDITION_MISSING')
  if (!s.priceFen) throw refuseField('priceFen', scrapRefusals.PRICE_MISSING, 'PRICE_MISSING')
  await clear(ctx, s, body.revokeBookings)
  const numbers = await numbersOf(ctx, [
    'scrap_panel_from',
    'scrap_panel_size',
    'scrap_outside_from',
    'purchase_precious_from',
  ])
  const judged = s.priceFen >= numbers.scrap_panel_from * 100
  if (judged) {
    await panel.open(ctx, {
      business: OF,
      rowId: s.id,
      kind: 'scrap',
      title: `${s.deviceName}（${s.deviceSerialId}）`,
      requesterId: s.requesterId,
      minExperts: numbers.scrap_panel_size,
      odd: false,
      minLawyers: 0,
      outsideOnly: false,
      unanimous: true,
      seniorOnly: true,
      ownThird: s.priceFen >= numbers.purchase_precious_from * 100,
      campusThird: s.priceFen >= numbers.scrap_outside_from * 100,
    })
  }
  const asked = await approval.stepsFor(ctx, { business: OF, ...caseOf(s) })
  const steps = optionalSteps.filter((step) => asked[step].required)
  await store.setSteps(ctx, s.id, steps)
  await take(ctx, { ...s, steps }, roles, {
    event: 'submit',
    to: judged ? 'awaiting_experts' : approvalAfter(null, steps),
  })
  return shown(ctx, s.id)
}

export async function decide(ctx: Ctx, { body }: Parsed<typeof scrapCalls.decideScraps>) {
  // Each row is judged by itself, and refused where it is not his to judge.
  ctx.allow(true)
  return eachByItself(ctx, body.items, async ({ id, state }) => {
    const { s, roles } = await load(ctx, id)
    if (s.state !== state) throw await tooLate(ctx, OF, id)
    const to =
      body.verdict === 'approve' ? yesOf(s.state, s.steps) : body.verdict === 'refuse' ? 'refused' : 'draft'
    await take(ctx, s, roles, { event: body.verdict, to, reason: body.reason })
    return { state: to, message: `${scrapNumber(id)} ${scrapStateWords[to]}` }
  })
}

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof scrapCalls.cancelScrap>) {
  const { s, roles } = await load(ctx, params.id)
  await take(ctx, s, roles, { event: 'cancel', to: 'cancelled', reason: body.reason })
  return shown(ctx, s.id)
}

export async function dispose(ctx: Ctx, { params, body }: Parsed<typeof scrapCalls.dispose>) {
  const { s, roles } = await load(ctx, params.id)
  scrapFlow.judge(s.state, 'dispose', roles)
  if (body.disposedOn > localOf(ctx.now, ctx.env.CAMPUS_TZ).day)
    throw refuseField('disposedOn', scrapRefusals.DISPOSED_FUTURE, 'DISPOSED_FUTURE')
  await clear(ctx, s, body.revokeBookings)
  await store.setDisposal(ctx, s.id, body)
  await take(ctx, s, roles, { event: 'dispose', to: 'disposed' })
  const device = await standingOn(ctx, s.deviceId)
  if (!device) throw new Error('a device that is scrapped stays')
  await setStatus(ctx, device, 'scrapped', `已报废（${scrapNumber(s.id)}）`)
  await stopPlans(ctx, s.deviceId)
  return shown(ctx, s.id)
}

/** What a change leaves out stays so. */
export async function kept(
  ctx: Ctx,
  { params }: { params: Record<string, unknown> },
): Promise<object | undefined> {
  const id = Number(params['id'])
  const row = await rowAsBody(ctx.db, 'scrap', { id })
  return row && { ...row, fileIds: ((await file.filesOf(ctx, OF, [id])).get(id) ?? []).map((f) => f.id) }
}
