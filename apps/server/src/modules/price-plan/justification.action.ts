import type { Ctx } from '../../kernel/ctx.ts'
import { listActions as deviceCan } from '../device/device.rules.ts'
import { requireSeen } from '../device/device.service.ts'
import * as store from './justification.store.ts'

/** The business name under which the meeting's documents are attached. */
export const FILES = 'price-justification'

export type Device = Awaited<ReturnType<typeof requireSeen>>
const KEEPERS: readonly string[] = ['lab_director', 'lab_admin']
/**
 * True for people who set the device's prices, for holders of the edit permission in labs they lead, and for
 * the office with the permission for all.
 */
export const mayWrite = (ctx: Ctx, device: Device): boolean =>
  ctx.holds('FEE_DEMONSTRATE_ALL') ||
  (ctx.holds('FEE_DEMONSTRATE_EDIT') && device.roles.some((r) => KEEPERS.includes(r))) ||
  deviceCan(device, ctx.me.permissions).includes('open')
/** True if the person may read costs and judgements: people from outside the campus see only prices. */
export const mayReadGrounds = (ctx: Ctx, device: Device): boolean => ctx.me.onCampus || mayWrite(ctx, device)

/** True if the caller may read the justification that the documents belong to. */
export async function mayReadPapers(ctx: Ctx, id: number): Promise<boolean> {
  const deviceId = await store.findDevice(ctx.db, id)
  if (deviceId === undefined) return false
  return mayReadGrounds(ctx, await requireSeen(ctx, deviceId))
}
