import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, notFound } from '../../kernel/refuse.ts'
import { standingOn, type StandingRow } from '../device/device.service.ts'
import { isRunBy, type World } from './asset.rules.ts'
import * as store from './asset.store.ts'

// Owns what the lifecycles of an instrument share (transfer, maintenance, repair, scrap, stocktake, one
// module each): who is what to an instrument, what is under way with it, and how their lists are asked for.
// None of their rows are written here.

export { countedDepts, readWorld } from './access.action.ts'
export { makeRef } from '@portal/contract/kernel/rows'
export { showDevice } from './asset.view.ts'
export { defineLists, filtersFor } from './lists.action.ts'

const NOT_RUN = '您不管理该仪器'
/** A device that the person who asks runs; others learn nothing of it. */
export async function requireRun(ctx: Ctx, world: World, key: number | string): Promise<StandingRow> {
  const device = await standingOn(ctx, key)
  if (!device) throw world.office ? notFound('仪器') : forbidden(NOT_RUN)
  ctx.allow(isRunBy(world, device), NOT_RUN)
  ctx.target = `device ${device.id}`
  return device
}

/** What is under way with a device. */
export const readBusy = (ctx: Ctx, deviceId: number): Promise<store.Busy> => store.findBusy(ctx.db, deviceId)

/** Two who begin something with a device wait for each other. */
export const lockDevice = async (ctx: Ctx, deviceId: number): Promise<void> =>
  void (await store.lockDevice(ctx.db, deviceId))
