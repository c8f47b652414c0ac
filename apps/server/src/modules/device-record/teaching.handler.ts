import type { deviceRecordCalls } from '@portal/contract/device-record/device-record'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { requireRecord, requireSeenDevice, requireEditable } from './access.action.ts'
import * as store from './device-record.store.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof deviceRecordCalls.teachings>) {
  const { device, can } = await requireSeenDevice(ctx, query.deviceId)
  const { items, total } = await store.listTeachings(ctx.db, device.id, query)
  return { items: items.map((t) => ({ ...t, can })), total }
}

export async function save(
  ctx: Ctx,
  { body: { id, ...body } }: Parsed<typeof deviceRecordCalls.saveTeaching>,
) {
  await requireEditable(ctx, body.deviceId)
  if (!id) return store.addTeaching(ctx, body)
  requireRecord(await store.findTeaching(ctx.db, id), body.deviceId, '教学记录')
  await store.changeTeaching(ctx, id, body)
  return { id }
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deviceRecordCalls.removeTeaching>) {
  const record = requireRecord(await store.findTeaching(ctx.db, params.id), null, '教学记录')
  await requireEditable(ctx, record.deviceId)
  await store.removeTeaching(ctx, params.id)
  return null
}
