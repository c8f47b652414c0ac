import type { DeviceEvent } from '@portal/contract/device/device'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, notFound } from '../../kernel/refuse.ts'
import { listActions, maySee } from './device.rules.ts'
import * as store from './device.store.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import type { Asking } from './device.store.ts'

/**
 * Refuses a person who may not see the device. A scrapped device is no longer shared; who scans its label is
 * told that it was scrapped.
 */
export const requireSight = (
  ctx: Ctx,
  device: Parameters<typeof maySee>[0] & Pick<store.StandingRow, 'status'>,
): void => {
  // A visitor may turn out to be allowed after signing in.
  if (ctx.visitor && !device.shared) throw fail('UNAUTHENTICATED')
  ctx.allow(
    maySee(device, lookingFrom(ctx)),
    device.status === 'scrapped'
      ? '该仪器已报废，仅本实验室人员可以查看'
      : '该仪器未共享，仅本实验室人员可以查看',
  )
}

/** A device, by id or serial number, that the caller may see; throws otherwise. */
export async function requireSeen(ctx: Ctx, key: number | string): Promise<store.StandingRow> {
  const device = await store.findStanding(ctx.db, await readAsking(ctx), String(key))
  if (!device) throw notFound('仪器')
  requireSight(ctx, device)
  return device
}

/** A device on which the caller may do this event; throws otherwise. */
export const requireCan = (ctx: Ctx, key: number | string, event: DeviceEvent): Promise<store.StandingRow> =>
  requireCanAny(ctx, key, [event])

/** A device on which the caller may do at least one of these events; throws otherwise. */
export async function requireCanAny(
  ctx: Ctx,
  key: number | string,
  events: readonly DeviceEvent[],
): Promise<store.StandingRow> {
  const device = await store.findStanding(ctx.db, await readAsking(ctx), String(key))
  if (!device) throw notFound('仪器')
  ctx.target = `device ${device.id}`
  ctx.allow(
    eventsOn(ctx, device).some((e) => events.includes(e)),
    `您不能管理“${device.name}”`,
  )
  return device
}

/** The events that the caller may do on a device. */
export const eventsOn = (ctx: Ctx, device: store.StandingRow): DeviceEvent[] =>
  listActions(device, lookingFrom(ctx).permissions)

/**
 * The caller's roles and rights on a device, for modules with rules of their own. Undefined: no such device.
 */
export const standingOn = async (ctx: Ctx, key: number | string): Promise<store.StandingRow | undefined> =>
  store.findStanding(ctx.db, await readAsking(ctx), String(key))

export const readAsking = async (ctx: Ctx): Promise<Asking> =>
  ctx.visitor ? VISITOR : { id: ctx.me.id, headedDepts: await listHeadedDepts(ctx) }

/** A visitor has no relation to any device: account ids start at 1. */
const VISITOR = { id: 0, headedDepts: [], permissions: new Set<string>() }
/** Id and permissions with which the caller looks at a device: a visitor has none. */
export const lookingFrom = (ctx: Ctx): { id: number; permissions: ReadonlySet<string> } =>
  ctx.visitor ? VISITOR : ctx.me
