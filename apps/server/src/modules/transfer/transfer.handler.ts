import { transferRefusals, type TransferBody, type transferCalls } from '@portal/contract/asset/transfer'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, refuse, refuseField } from '../../kernel/refuse.ts'
import { requireActive, findStanding } from '../lab/lab.service.ts'
import { defineLists, lockDevice, readBusy, requireRun, readWorld } from '../asset/asset.service.ts'
import { transferFlow } from './transfer.flow.ts'
import { transfers } from './transfer.process.ts'
import * as store from './transfer.store.ts'
import { listColumns, showDetail, showRow } from './transfer.view.ts'

async function readDetail(ctx: Ctx, id: number) {
  const { row, roles } = await transfers.load(ctx, id)
  return showDetail(row, roles, await transfers.trailOf(ctx, row))
}

export const get = (ctx: Ctx, { params }: Parsed<typeof transferCalls.transfer>) => readDetail(ctx, params.id)

export const { list, exportList } = defineLists({
  business: 'transfer',
  name: '调拨',
  process: transfers,
  store,
  rowOf: showRow,
  columnsOf: listColumns,
})

// ── Steps ────────────────────────────────────────────────────────────────────

export async function request(ctx: Ctx, { body }: Parsed<typeof transferCalls.requestTransfer>) {
  const device = await requireRun(ctx, await readWorld(ctx), body.deviceId)
  await lockDevice(ctx, device.id)
  const { scrapState, status } = await readBusy(ctx, device.id)
  if (scrapState !== null || status === 'scrapped')
    throw refuse('SCRAPPED', transferRefusals.SCRAPPED, { status: 409 })
  await judgeTarget(ctx, body)
  const directs = (await findStanding(ctx, device.labId)).roles.includes('lab_director')
  // Within a lab only the receiving side is asked.
  const state = directs || body.toLabId === device.labId ? 'awaiting_receiver' : 'awaiting_giver'
  const t = await transfers.begin(ctx, transferFlow, 'create', {
    by: ['requester'],
    to: state,
    add: () => translateViolation(() => store.add(ctx, { ...body, state, fromLabId: device.labId })),
  })
  return readDetail(ctx, t.id)
}

async function judgeTarget(ctx: Ctx, body: TransferBody): Promise<void> {
  const place = await store.findPlace(ctx.db, body.deviceId)
  // Within a lab the room or the keeper must change; null leaves either as it is.
  const stays = (to: number | null, now: number | null) => to === null || to === now
  if (
    place &&
    place.labId === body.toLabId &&
    stays(body.toRoomId, place.roomId) &&
    stays(body.toKeeperId, place.contactId)
  )
    throw refuseField('toLabId', transferRefusals.TRANSFER_NOWHERE, 'TRANSFER_NOWHERE')
  if (place && place.labId !== body.toLabId && (await store.isLabOpen(ctx.db, body.toLabId)) === false)
    throw refuseField('toLabId', transferRefusals.TRANSFER_CLOSED, 'TRANSFER_CLOSED')
  if (body.toKeeperId !== null) await requireActive(ctx, body.toKeeperId, 'toKeeperId')
}

const translateViolation = defineTranslation({
  asset_transfer_live: () => refuse('TRANSFER_OPEN', transferRefusals.TRANSFER_OPEN, { status: 409 }),
  asset_transfer_to_lab_id_fkey: () => refuseField('toLabId', '实验室不存在'),
  asset_transfer_to_room_id_fkey: () => refuseField('toRoomId', '房间不存在'),
})

export const decide = (ctx: Ctx, { body }: Parsed<typeof transferCalls.decideTransfers>) =>
  transfers.decide(ctx, body.items, body)

export async function cancel(ctx: Ctx, { params, body }: Parsed<typeof transferCalls.cancelTransfer>) {
  await transfers.take(ctx, await transfers.hold(ctx, params.id), 'cancel', { reason: body.reason })
  return readDetail(ctx, params.id)
}
