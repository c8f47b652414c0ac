import type { DeviceEvent } from '@portal/contract/device/device'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail, notFound } from '../../kernel/refuse.ts'
import { listActions, maySee } from './device.rules.ts'
import * as store from './device.store.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import type { Asking } from './device.store.ts'

/**
 * Refuses who may not see a device. Whoever scans the label of what was scrapped hears that, because it
 * is shared no more.
 */
export const requireSight = (
  ctx: Ctx,
  device: Parameters<typeof maySee>[0] & Pick<store.StandingRow, 'status'>,
): void => {
  // Whoever signs in may be one of those who see it.
  if (ctx.visitor && !device.shared) throw fail('UNAUTHENTICATED')
  ctx.allow(
    maySee(device, lookingFrom(ctx)),
    device.status === 'scrapped'
      ? '该仪器已报废，仅本实验室人员可以查看'
      : '该仪器未共享，仅本实验室人员可以查看',
  )
}

/** A device, by id or serial number, that the person who asks may see. */
export async function requireSeen(ctx: Ctx, key: number | string): Promise<store.StandingRow> {
  const device = await store.findStanding(ctx.db, await readAsking(ctx), String(key))
  if (!device) throw notFound('仪器')
  requireSight(ctx, device)
  return device
}

/** A device with which the person who asks may do this. */
export const requireCan = (ctx: Ctx, key: number | string, event: DeviceEvent): Promise<store.StandingRow> =>
  requireCanAny(ctx, key, [event])

/** A device with which the person who asks may do one of these. */
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

/** What the person who asks may do with a device. */
export const eventsOn = (ctx: Ctx, device: store.StandingRow): DeviceEvent[] =>
  listActions(device, lookingFrom(ctx).permissions)

/**
 * How the person who asks stands to a device, for modules with rules of their own. Undefined: there is none.
 */
export const standingOn = async (ctx: Ctx, key: number | string): Promise<store.StandingRow | undefined> =>
  store.findStanding(ctx.db, await readAsking(ctx), String(key))

export const readAsking = async (ctx: Ctx): Promise<Asking> =>
  ctx.visitor ? VISITOR : { id: ctx.me.id, headedDepts: await listHeadedDepts(ctx) }

/** Stands to no device in any way: accounts are numbered from 1. */
const VISITOR = { id: 0, headedDepts: [], permissions: new Set<string>() }
/** With which rights somebody looks at a device: a visitor with none. */
export const lookingFrom = (ctx: Ctx): { id: number; permissions: ReadonlySet<string> } =>
  ctx.visitor ? VISITOR : ctx.me
