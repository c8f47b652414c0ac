import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, notFound } from '../../kernel/refuse.ts'
import { standingOn, type StandingRow } from '../device/device.service.ts'
import { isRunBy, type World } from './asset.rules.ts'
import * as store from './asset.store.ts'

// Owns what the lifecycles of an instrument share (transfer, maintenance, repair, scrap, stocktake, one
// module each): a person's standing on an instrument, the open processes of an instrument, and the queries of
// their lists. It writes none of their rows.

export { countedDepts, readBusy, readWorld } from './access.action.ts'
export { makeRef } from '@portal/contract/kernel/rows'
export { showDevice } from './asset.view.ts'
export { defineLists, filtersFor } from './lists.action.ts'

const NOT_RUN = '您不管理该仪器'
/**
 * A device that the caller manages; throws the same refusal for an unknown device, so that others learn
 * nothing.
 */
export async function requireRun(ctx: Ctx, world: World, key: number | string): Promise<StandingRow> {
  const device = await standingOn(ctx, key)
  if (!device) throw world.office ? notFound('仪器') : forbidden(NOT_RUN)
  ctx.allow(isRunBy(world, device), NOT_RUN)
  ctx.target = `device ${device.id}`
  return device
}

/** Locks a device, so that two processes cannot begin on it at the same time. */
export const lockDevice = async (ctx: Ctx, deviceId: number): Promise<void> =>
  void (await store.lockDevice(ctx.db, deviceId))
