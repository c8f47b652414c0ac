import { recordRefusals, type deviceRecordCalls } from '@portal/contract/device-record/device-record'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse } from '../../kernel/refuse.ts'
import { requireEditable, requireRecord, requireSeenDevice } from './access.action.ts'
import { readKeeping, keepOne } from './achievement.action.ts'
import * as store from './achievement.store.ts'

// Results on the page of an instrument, as its keepers see and edit them.

export async function list(ctx: Ctx, { query }: Parsed<typeof deviceRecordCalls.achievements>) {
  const { device, events, can } = await requireSeenDevice(ctx, query.deviceId)
  const keeps = can.length > 0 || events.includes('review')
  const { items, total } = await store.listOfDevice(ctx.db, device.id, keeps, query)
  return {
    items: items.map(({ ownerId, ownerName, devices, ...a }) => ({
      ...a,
      // Who entered it is shown to keepers only, who may have questions.
      owner: keeps && ownerId !== null ? { id: ownerId, name: ownerName ?? '' } : null,
      can: [
        ...(ownerId === null ? can.filter((word) => word === 'edit' || devices === 1) : []),
        ...(keeps && (ownerId !== null || devices > 1) ? (['judge'] as const) : []),
      ],
    })),
    total,
  }
}

export async function save(
  ctx: Ctx,
  { body: { id, deviceId, thanked, ...body } }: Parsed<typeof deviceRecordCalls.saveAchievement>,
) {
  await requireEditable(ctx, deviceId)
  if (!id) {
    const added = await keepOne(ctx, null, body, null)
    await store.addClaims(ctx, added, [{ deviceId, thanked: thanked ?? null, confirmed: true }])
    return { id: added }
  }
  const record = requireRecord(await findOn(ctx, id, deviceId), deviceId, '成果')
  if (record.ownerId !== null) throw refuse('ACHIEVEMENT_OWNED', recordRefusals.ACHIEVEMENT_OWNED)
  await keepOne(ctx, id, body, null)
  if (thanked !== undefined) await store.setThanked(ctx, id, deviceId, thanked)
  return { id }
}

/** The result, if it names this instrument. */
async function findOn(ctx: Ctx, id: number, deviceId: number) {
  const found = await store.find(ctx.db, id)
  const claims = found ? await store.claims(ctx.db, [id], await readKeeping(ctx)) : []
  return found && claims.some((c) => c.deviceId === deviceId) ? { ...found, deviceId } : undefined
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deviceRecordCalls.removeAchievement>) {
  const record = await store.find(ctx.db, params.id)
  const claims = record ? await store.claims(ctx.db, [params.id], await readKeeping(ctx)) : []
  const [first] = claims
  requireRecord(record && first && { deviceId: first.deviceId }, null, '成果')
  for (const { deviceId } of claims) await requireEditable(ctx, deviceId)
  if (record?.ownerId != null) throw refuse('ACHIEVEMENT_OWNED', recordRefusals.ACHIEVEMENT_OWNED)
  if (claims.length > 1) throw refuse('ACHIEVEMENT_SHARED', recordRefusals.ACHIEVEMENT_SHARED)
  await store.remove(ctx, params.id)
  return null
}
