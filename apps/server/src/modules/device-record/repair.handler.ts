import {
  recordRefusals,
  repairStateWords,
  type deviceRecordCalls,
} from '@portal/contract/device-record/device-record'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseOlder } from '../../kernel/revision.ts'
import { addMinutes } from '../../kernel/time.ts'
import { lockDevice, requireCanAny } from '../device/device.service.ts'
import { requireEditable, requireRecord, requireSeenDevice } from './access.action.ts'
import * as store from './device-record.store.ts'
import { changesOrdered, isOpen, sameInstant } from './repair.rules.ts'
import { setStanding, recordRepair } from './repair.action.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof deviceRecordCalls.repairs>) {
  const { device, events, can } = await requireSeenDevice(ctx, query.deviceId)
  const { items, total } = await store.listRepairs(ctx.db, device.id, query)
  const keeps = events.length > 0
  // Reviewers may enter and edit repairs; only editors of the device may remove them.
  return {
    items: items.map((r) => ({
      ...r,
      costFen: keeps ? r.costFen : null,
      can: can.length > 0 ? can : events.includes('review') ? (['edit'] as const).slice() : [],
    })),
    total,
  }
}

/** The form proposes the browser's time, which may be ahead by so much. */
const CLOCK_MINUTES = 5

export async function save(
  ctx: Ctx,
  { body: { id, seenAt, ...body } }: Parsed<typeof deviceRecordCalls.saveRepair>,
) {
  const device = await lockDevice(ctx, await requireCanAny(ctx, body.deviceId, ['edit', 'review']))
  const before = id ? requireRecord(await store.lockRepair(ctx, id), device.id, '维修记录') : undefined
  if (before) {
    const shown = { updatedAt: before.updatedAt, state: repairStateWords[before.state] }
    refuseOlder('维修记录', shown, seenAt ?? undefined)
    if (before.ordered && changesOrdered(before, body))
      throw refuse('REPAIR_ORDERED', recordRefusals.REPAIR_ORDERED, { status: 409 })
  }
  const startsLate = new Date(body.startedAt) > addMinutes(ctx.now, CLOCK_MINUTES)
  if (startsLate && !sameInstant(body.startedAt, before?.startedAt ?? null))
    throw refuseField('startedAt', recordRefusals.REPAIR_FUTURE, 'REPAIR_FUTURE')
  return { id: await recordRepair(ctx, device, id ?? null, body) }
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deviceRecordCalls.removeRepair>) {
  const { deviceId } = requireRecord(await store.findRepair(ctx.db, params.id), null, '维修记录')
  const device = await lockDevice(ctx, await requireEditable(ctx, deviceId))
  const record = requireRecord(await store.lockRepair(ctx, params.id), device.id, '维修记录')
  await store.removeRepair(ctx, params.id)
  if (isOpen(record.state)) await setStanding(ctx, device, record, undefined)
  return null
}
