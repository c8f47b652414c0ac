import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { eventsOn, requireCan, requireSeen } from '../device/device.service.ts'

const EDITS = ['edit', 'remove'] as const

/** A device the person who asks may see, and what he may do with its records. */
export async function requireSeenDevice(ctx: Ctx, key: number | string) {
  const device = await requireSeen(ctx, key)
  const events = eventsOn(ctx, device)
  return { device, events, can: events.includes('edit') ? [...EDITS] : [] }
}

export const requireEditable = (ctx: Ctx, deviceId: number) => requireCan(ctx, deviceId, 'edit')

/** The record as it stands, of this device: one is never carried from device to device. */
export function requireRecord<R extends { deviceId: number }>(
  record: R | undefined,
  deviceId: number | null,
  what: string,
): R {
  if (!record || (deviceId !== null && record.deviceId !== deviceId)) throw notFound(what)
  return record
}
