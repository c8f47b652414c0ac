import { recordRefusals, type deviceRecordCalls } from '@portal/contract/device-record/device-record'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, violates } from '../../kernel/refuse.ts'
import { lockDevice, setStatus, type StandingRow } from '../device/device.service.ts'
import { requireRecord } from './access.action.ts'
import * as store from './device-record.store.ts'
import { standingAfter } from './repair.rules.ts'

/**
 * Takes the device out of use or puts it back, depending on the repair before and after the change. The
 * caller has locked the device: one that is scrapped at the same time stays scrapped.
 */
export async function setStanding(
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
 * Stores a repair (`id`: an existing one) and sets the status of the device; with `beyondRepair` the device
 * stays out of use. Locks the device, then the repair. The caller must have checked the permission. Throws
 * REPAIR_OPEN if another repair is open.
 */
export async function recordRepair(
  ctx: Ctx,
  asked: StandingRow,
  id: number | null,
  body: Omit<Body, 'id' | 'deviceId' | 'seenAt'>,
  beyondRepair = false,
): Promise<number> {
  const device = await lockDevice(ctx, asked)
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
