import type { DeviceStatus } from '@portal/contract/device/device'
import { manageRefusals } from '@portal/contract/device/manage'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce, type EventMap } from '../../kernel/events.ts'
import { listDayScreens } from '../../kernel/live.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { lockReviewers, releaseReviewers } from '../lab/lab.service.ts'
import type {} from './device.events.ts'
import * as store from './device.store.ts'
import * as states from './state.store.ts'

// Changes of a device's state: its status, its lab and its place.

/**
 * The reason against a status, if any: a disposed device stays scrapped, because it can no longer be used,
 * scrapped or moved. Locks the device first, so that a concurrent disposal comes before or after.
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

/**
 * Locks a device before a change that depends on its lab, contact or status, and returns it as it is now. No
 * other request moves it, scraps it or puts it back into use before the caller's commit.
 */
export async function lockDevice(ctx: Ctx, device: store.StandingRow): Promise<store.StandingRow> {
  const now = await states.lockStanding(ctx, device.id)
  if (!now) throw notFound('仪器')
  return { ...device, ...now }
}

/** The same before a change that may move the device to another lab. */
export async function lockToMove(
  ctx: Ctx,
  device: store.StandingRow,
  toLabId: number,
): Promise<store.StandingRow> {
  if (toLabId !== device.labId) await lockReviewers(ctx, [device.id])
  return lockDevice(ctx, device)
}

/** Takes a device out of use or puts it back. People who booked it are notified. */
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
  ctx.live(...listDayScreens(device))
}

/**
 * Moves a device to another lab, room or person, once both sides have agreed. Bookings stay valid and move
 * with it. The caller has locked its reviewers (`lockReviewers`) and then the device.
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
  for (const labId of [before?.labId ?? to.labId, to.labId])
    ctx.live(...listDayScreens({ id: deviceId, labId }))
}

/**
 * Announces that a device has moved to another lab, if it has. Reviewers are released first, because waiting
 * tasks are handed to the reviewers who remain.
 */
export async function announceMove(ctx: Ctx, news: EventMap['device.moved']): Promise<void> {
  if (news.fromLabId === news.toLabId) return
  await releaseReviewers(ctx, news)
  await announce(ctx, 'device.moved', news)
}

/** Writes the room and the contact that were reported and accepted. */
export const setPlace = (ctx: Ctx, deviceId: number, roomId: number | null, contactId: number) =>
  states.setPlace(ctx, deviceId, roomId, contactId)
