import type { Ctx } from '../../kernel/ctx.ts'
import { listActions as deviceCan } from '../device/device.rules.ts'
import { requireSeen } from '../device/device.service.ts'
import * as store from './justification.store.ts'

/** What the papers of a meeting hang on. */
export const FILES = 'price-justification'

export type Device = Awaited<ReturnType<typeof requireSeen>>
const KEEPERS: readonly string[] = ['lab_director', 'lab_admin']
/**
 * Who sets a device's prices says why they are so, and who keeps justifications those of the labs he runs;
 * the office does for all.
 */
export const mayWrite = (ctx: Ctx, device: Device): boolean =>
  ctx.holds('FEE_DEMONSTRATE_ALL') ||
  (ctx.holds('FEE_DEMONSTRATE_EDIT') && device.roles.some((r) => KEEPERS.includes(r))) ||
  deviceCan(device, ctx.me.permissions).includes('open')
/** People from outside see prices, but not what an instrument costs the university and who judged that. */
export const mayReadGrounds = (ctx: Ctx, device: Device): boolean => ctx.me.onCampus || mayWrite(ctx, device)

/** Papers are for whoever may read what they belong to. */
export async function mayReadPapers(ctx: Ctx, id: number): Promise<boolean> {
  const deviceId = await store.findDevice(ctx.db, id)
  if (deviceId === undefined) return false
  return mayReadGrounds(ctx, await requireSeen(ctx, deviceId))
}
