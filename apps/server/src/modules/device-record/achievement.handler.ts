import type { deviceRecordCalls } from '@portal/contract/device-record/device-record'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { requireRecord, requireSeenDevice, requireEditable } from './access.action.ts'
import * as store from './device-record.store.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof deviceRecordCalls.achievements>) {
  const { device, can } = await requireSeenDevice(ctx, query.deviceId)
  const { items, total } = await store.listAchievements(ctx.db, device.id, query)
  return { items: items.map((a) => ({ ...a, can })), total }
}

export async function save(
  ctx: Ctx,
  { body: { id, ...body } }: Parsed<typeof deviceRecordCalls.saveAchievement>,
) {
  await requireEditable(ctx, body.deviceId)
  if (!id) return store.addAchievement(ctx, body)
  requireRecord(await store.findAchievement(ctx.db, id), body.deviceId, '成果')
  await store.changeAchievement(ctx, id, body)
  return { id }
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deviceRecordCalls.removeAchievement>) {
  const record = requireRecord(await store.findAchievement(ctx.db, params.id), null, '成果')
  await requireEditable(ctx, record.deviceId)
  await store.removeAchievement(ctx, params.id)
  return null
}
