import { recordRefusals, type deviceRecordCalls } from '@portal/contract/device-record/device-record'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, violates } from '../../kernel/refuse.ts'
import { requireCanAny, setStatus, type StandingRow } from '../device/device.service.ts'
import { requireEditable, requireRecord, seenDevice } from './access.action.ts'
import * as store from './device-record.store.ts'
import { isOpen, standingAfter } from './repair.rules.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof deviceRecordCalls.repairs>) {
  const { device, events, can } = await seenDevice(ctx, query.deviceId)
  const { items, total } = await store.repairs(ctx.db, device.id, query)
  const keeps = events.length > 0
  // Who runs the device writes repairs down; only who keeps it takes them back.
  return {
    items: items.map((r) => ({
      ...r,
      costFen: keeps ? r.costFen : null,
      can: can.length > 0 ? can : events.includes('review') ? (['edit'] as const).slice() : [],
    })),
    total,
  }
}

/** Of what was and what is: whether the device can be used. */
async function setStanding(
  ctx: Ctx,
  device: StandingRow,
  before: store.Repair | undefined,
  after: Parameters<typeof standingAfter>[2],
): Promise<void> {
  const standing = standingAfter(device, before?.state, after, ctx.env.CAMPUS_TZ)
  if (standing) await setStatus(ctx, device, standing.status, standing.note, after?.expectedAt ?? null)
}

type Body = Parsed<typeof deviceRecordCalls.saveRepair>['body']

/**
 * Writes a repair down (`id`: it goes on), and what it makes of the device; `beyondRepair`: out of use for
 * good. For modules that have judged who may.
 */
export async function record(
  ctx: Ctx,
  device: StandingRow,
  id: number | null,
  body: Omit<Body, 'id' | 'deviceId'>,
  beyondRepair = false,
): Promise<number> {
  const before = id ? requireRecord(await store.lockRepair(ctx, id), device.id, '维修记录') : undefined
  const values = { ...body, deviceId: device.id }
  try {
    if (id) await store.changeRepair(ctx, id, values)
    const saved = id ?? (await store.addRepair(ctx, values)).id
    await setStanding(ctx, device, before, {
      ...body,
      expectedAt: body.expectedAt === null ? null : new Date(body.expectedAt),
      beyondRepair,
    })
    return saved
  } catch (e) {
    if (violates(e, 'device_repair_open'))
      throw refuse('REPAIR_OPEN', recordRefusals.REPAIR_OPEN, { status: 409 })
    throw e
  }
}

export async function save(ctx: Ctx, { body: { id, ...body } }: Parsed<typeof deviceRecordCalls.saveRepair>) {
  const device = await requireCanAny(ctx, body.deviceId, ['edit', 'review'])
  return { id: await record(ctx, device, id ?? null, body) }
}

export async function remove(ctx: Ctx, { params }: Parsed<typeof deviceRecordCalls.removeRepair>) {
  const record = requireRecord(await store.lockRepair(ctx, params.id), null, '维修记录')
  const device = await requireEditable(ctx, record.deviceId)
  await store.removeRepair(ctx, params.id)
  if (isOpen(record.state)) await setStanding(ctx, device, record, undefined)
  return null
}
