import type { Ctx } from '../../../kernel/ctx.ts'
import { filterVisible, requireSeen } from '../../device/device.service.ts'
import { readStanding } from '../standing.action.ts'
import * as store from './sight.store.ts'

// Who may see when an instrument is in use and what it costs. For one that is not shared: its own people and
// everyone with a live booking there, so that they can still see when it is.

interface Place {
  deviceId: number
  labId: number
  shared: boolean
}
async function hasPart(ctx: Ctx, device: Place): Promise<boolean> {
  const { reviewer, director, admin, viewer } = await readStanding(ctx, device)
  return reviewer || director || admin || viewer || (await store.isParty(ctx, device.deviceId))
}

/** Refuses a caller who may not see it. */
export async function requireSight(ctx: Ctx, device: Place): Promise<void> {
  if (!device.shared && !(await hasPart(ctx, device))) await requireSeen(ctx, device.deviceId)
}

/** True if the caller may see it. */
export const hasSight = async (ctx: Ctx, device: Place): Promise<boolean> =>
  device.shared ||
  (await hasPart(ctx, device)) ||
  (await filterVisible(ctx, [device.deviceId])).includes(device.deviceId)
