import type { DeviceStatus } from '@portal/contract/device/device'
import { manageRefusals } from '@portal/contract/device/manage'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce, type EventMap } from '../../kernel/events.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { releaseReviewers } from '../lab/lab.service.ts'
import type {} from './device.events.ts'
import * as store from './device.store.ts'
import * as states from './state.store.ts'

// What becomes of a device: whether it can be used, whose it is, where it stands.

/**
 * What speaks against a status: whatever was disposed of stays scrapped, because nobody can use it, scrap it
 * or hand it over any more. The device is locked first, so that whoever registers a disposal at the same time
 * comes before or after.
 */
export async function judgeStatus(
  ctx: Ctx,
  device: Pick<store.StandingRow, 'id' | 'name' | 'serialId'>,
  status: DeviceStatus,
): Promise<string | undefined> {
  if (status === 'scrapped') return undefined
  const [, disposed] = await together([
    states.lockOwner(ctx, device.id),
    states.isDisposed(ctx.db, device.id),
  ])
  return disposed ? `${manageRefusals.DEVICE_DISPOSED}：${device.name}（${device.serialId}）` : undefined
}

/** Puts a device out of use or back into it. Whoever booked it hears of that. */
export async function setStatus(
  ctx: Ctx,
  device: store.StandingRow,
  status: DeviceStatus,
  note: string | null,
  until: Date | null = null,
): Promise<void> {
  const fault = await judgeStatus(ctx, device, status)
  if (fault) throw refuse('DEVICE_DISPOSED', fault, { status: 409 })
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

/**
 * Announces that a device belongs to another lab, if it does. Its reviewers are released first, because what
 * waits is handed to those who are there.
 */
export async function announceMove(ctx: Ctx, news: EventMap['device.moved']): Promise<void> {
  if (news.fromLabId === news.toLabId) return
  await releaseReviewers(ctx, news)
  await announce(ctx, 'device.moved', news)
}

/** Where it stands and who answers for it, as was reported and accepted. */
export const setPlace = (ctx: Ctx, deviceId: number, roomId: number | null, contactId: number) =>
  states.setPlace(ctx, deviceId, roomId, contactId)
