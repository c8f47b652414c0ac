import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { eventsOn, requireCan, requireSeen } from '../device/device.service.ts'

const EDITS = ['edit', 'remove'] as const

/** A device that the caller may see, and what the caller may do with its records. */
export async function requireSeenDevice(ctx: Ctx, key: number | string) {
  const device = await requireSeen(ctx, key)
  const events = eventsOn(ctx, device)
  return { device, events, can: events.includes('edit') ? [...EDITS] : [] }
}

export const requireEditable = (ctx: Ctx, deviceId: number) => requireCan(ctx, deviceId, 'edit')

/**
 * The record, if it belongs to this device; throws notFound otherwise, because a record cannot move to
 * another device.
 */
export function requireRecord<R extends { deviceId: number }>(
  record: R | undefined,
  deviceId: number | null,
  what: string,
): R {
  if (!record || (deviceId !== null && record.deviceId !== deviceId)) throw notFound(what)
  return record
}
