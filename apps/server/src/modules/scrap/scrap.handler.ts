import { scrapRefusals, type scrapCalls } from '@portal/contract/asset/scrap'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { rowAsBody } from '../../kernel/kept.store.ts'
import { defineTranslation, refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { approvalAfter, listRequired } from '../approval/offices.rules.ts'
import * as booking from '../booking/booking.service.ts'
import { readNumbers } from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as panel from '../panel/panel.service.ts'
import { defineLists, lockDevice, readBusy, requireRun, readWorld } from '../asset/asset.service.ts'
import { scrapFlow } from './scrap.flow.ts'
import { describeCase, scraps } from './scrap.process.ts'
import { describeCorrection } from './scrap.rules.ts'
import * as store from './scrap.store.ts'
import { countCorrections, listColumns, showDetail, showRow } from './scrap.view.ts'

const everyBooking = (ctx: Ctx, deviceId: number) => booking.listLive(ctx, deviceId, new Date(0), null)

async function readDetail(ctx: Ctx, id: number) {
  const { row, roles } = await scraps.load(ctx, id)
  const [trail, files, panels, live, numbers] = await together([
    scraps.trailOf(ctx, row),
    file.listFiles(ctx, 'scrap', [row.id]),
    panel.listOfRow(ctx, 'scrap', row.id),
    everyBooking(ctx, row.deviceId),
    readNumbers(ctx, ['scrap_panel_from']),
  ])
  return showDetail(row, trail, {
    roles,
    panels,
    files: files.get(row.id) ?? [],
    bookings: live.length,
    panelFromFen: numbers.scrap_panel_from * 100,
  })
}

export const get = (ctx: Ctx, { params }: Parsed<typeof scrapCalls.scrap>) => readDetail(ctx, params.id)

export const { list, exportList } = defineLists({
  business: 'scrap',
  name: '报废',
  process: scraps,
  store,
  rowOf: showRow,
  columnsOf: listColumns,
})

// ── Steps ────────────────────────────────────────────────────────────────────

export async function draft(ctx: Ctx, { body: { fileIds, ...body } }: Parsed<typeof scrapCalls.draftScrap>) {
  const device = await requireRun(ctx, await readWorld(ctx), body.deviceId)
  if (device.status === 'scrapped') throw refuse('SCRAPPED', scrapRefusals.SCRAPPED, { status: 409 })
  const { id } = await scraps.begin(ctx, scrapFlow, 'create', {
    by: ['requester'],
    async add() {
      const added = await translateViolation(() => store.add(ctx, body))
      await file.attach(ctx, fileIds, 'scrap', added)
      return added
    },
  })
  return readDetail(ctx, id)
}
const translateViolation = defineTranslation({
  scrap_live: () => refuse('SCRAP_OPEN', scrapRefusals.SCRAP_OPEN, { status: 409 }),
})

export async function change(
  ctx: Ctx,
  { params: { id }, body: { fileIds, ...body } }: Parsed<typeof scrapCalls.changeScrap>,
) {
  await scraps.take(ctx, await scraps.hold(ctx, id), 'change')
  await store.change(ctx, id, body)
  await file.replaceFiles(ctx, fileIds, 'scrap', id)
  return readDetail(ctx, id)
}

/**
 * Throws if a repair, a transfer or a use is under way, or if bookings remain and `revokeBookings` is false;
 * otherwise revokes the bookings with notice.
 */
async function clear(ctx: Ctx, s: store.Scrap, revokeBookings: boolean): Promise<void> {
  await lockDevice(ctx, s.deviceId)
  const { repairId, transferId } = await readBusy(ctx, s.deviceId)
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
  const loaded = await scraps.hold(ctx, params.id)
  const { row, roles } = loaded
  scrapFlow.admit(row.state, 'submit', roles)
  if (row.condition === null)
    throw refuseField('condition', scrapRefusals.CONDITION_MISSING, 'CONDITION_MISSING')
  if (!row.priceFen) throw refuseField('priceFen', scrapRefusals.PRICE_MISSING, 'PRICE_MISSING')
  if (row.deviceStatus === 'scrapped') throw refuse('SCRAPPED', scrapRefusals.SCRAPPED, { status: 409 })
  await clear(ctx, row, body.revokeBookings)
  const { scrap_panel_from: panelFrom } = await readNumbers(ctx, ['scrap_panel_from'])
  const asked = await approval.stepsFor(ctx, { business: 'scrap', ...describeCase(row) })
  const steps = listRequired(asked)
  const to = row.priceFen >= panelFrom * 100 ? 'awaiting_experts' : approvalAfter(null, steps)
  await scraps.take(ctx, loaded, 'submit', { to, changes: { steps } })
  return readDetail(ctx, params.id)
}

export const decide = (ctx: Ctx, { body }: Parsed<typeof scrapCalls.decideScraps>) =>
  scraps.decide(ctx, body.items, body)

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof scrapCalls.cancelScrap>) {
  await scraps.take(ctx, await scraps.hold(ctx, params.id), 'cancel', { reason: body.reason })
  return readDetail(ctx, params.id)
}

function judgeDay(ctx: Ctx, disposedOn: string): void {
  if (disposedOn > findToday(ctx))
    throw refuseField('disposedOn', scrapRefusals.DISPOSED_FUTURE, 'DISPOSED_FUTURE')
}

export async function dispose(ctx: Ctx, { params, body }: Parsed<typeof scrapCalls.dispose>) {
  const loaded = await scraps.hold(ctx, params.id)
  scrapFlow.admit(loaded.row.state, 'dispose', loaded.roles)
  judgeDay(ctx, body.disposedOn)
  // The device may have been set to scrapped by hand already; its disposal must still be registered.
  await clear(ctx, loaded.row, body.revokeBookings)
  await store.setDisposal(ctx, loaded.row.id, body)
  await scraps.take(ctx, loaded, 'dispose')
  return readDetail(ctx, params.id)
}

/** Puts a mistyped disposal right; the history keeps what stood there. */
export async function correctDisposal(
  ctx: Ctx,
  { params, body: { reason, revision, ...now } }: Parsed<typeof scrapCalls.correctDisposal>,
) {
  const loaded = await scraps.hold(ctx, params.id)
  const { row, roles } = loaded
  scrapFlow.admit(row.state, 'correct_disposal', roles)
  const { history } = await scraps.trailOf(ctx, row)
  await refuseUnseen(ctx, '处置登记', { revision: countCorrections(history) }, revision, async () => history)
  judgeDay(ctx, now.disposedOn)
  const change = describeCorrection(row, now)
  if (change === '') return readDetail(ctx, params.id)
  await store.setDisposal(ctx, row.id, now)
  await scraps.take(ctx, loaded, 'correct_disposal', { reason: `${change}；${reason}` })
  return readDetail(ctx, params.id)
}

/** The stored application as a request body, because fields missing in a change keep their values. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const id = Number(params['id'])
  const row = await rowAsBody(ctx.db, 'scrap', { id })
  return (
    row && { ...row, fileIds: ((await file.listFiles(ctx, 'scrap', [id])).get(id) ?? []).map((f) => f.id) }
  )
}
