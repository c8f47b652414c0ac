import type { DeviceStatus } from '@portal/contract/device/device'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce, type EventMap } from '../../kernel/events.ts'
import { notFound } from '../../kernel/refuse.ts'
import type {} from './device.events.ts'
import * as store from './device.store.ts'
import * as states from './state.store.ts'

// What becomes of a device: whether it can be used, whose it is, where it stands.

/** Puts a device out of use or back into it. Whoever booked it hears of that. */
export async function setStatus(
  ctx: Ctx,
  device: store.StandingRow,
  status: DeviceStatus,
  note: string | null,
  until: Date | null = null,
): Promise<void> {
  await states.setStatus(ctx, device.id, status, note)
  if (status !== device.status)
    await announce(ctx, 'device.status_changed', {
      deviceId: device.id,
      name: device.name,
      status,
      note,
      until,
    })
  ctx.live(`device:${device.id}`)
}

/**
 * Hands a device to another lab, room or person, once both sides have agreed. What is booked stays
 * booked, and goes along.
 */
export async function move(
  ctx: Ctx,
  deviceId: number,
  to: { labId: number; roomId: number | null; contactId: number | null },
): Promise<void> {
  const deptId = await states.findDeptOfLab(ctx.db, to.labId)
  if (deptId === undefined) throw notFound('实验室')
  const before = await states.lockOwner(ctx, deviceId)
  await states.move(ctx, deviceId, { ...to, deptId })
  if (before)
    await announceMove(ctx, { deviceId, name: before.name, fromLabId: before.labId, toLabId: to.labId })
  ctx.live(`device:${deviceId}`)
}

/** Announces that a device belongs to another lab, if it does. */
export async function announceMove(ctx: Ctx, news: EventMap['device.moved']): Promise<void> {
  if (news.fromLabId !== news.toLabId) await announce(ctx, 'device.moved', news)
}

/** Where it stands and who answers for it, as was reported and accepted. */
export const setPlace = (ctx: Ctx, deviceId: number, roomId: number | null, contactId: number) =>
  states.setPlace(ctx, deviceId, roomId, contactId)
