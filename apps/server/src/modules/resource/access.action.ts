import type { Ctx } from '../../kernel/ctx.ts'
import { requireCan, requireSeen } from '../device/device.service.ts'
import { allowEdit } from '../lab/lab.service.ts'
import * as store from './resource.store.ts'

/**
 * Files of a lab may be read by every signed-in person; files of a device by those who may see the device.
 */
export async function mayRead(ctx: Ctx, { deviceId }: store.Owner): Promise<boolean> {
  if (deviceId === null) return ctx.actor !== null
  await requireSeen(ctx, deviceId)
  return true
}

/** The row-level check of every change to a file of a lab or a device; throws if the caller may not. */
export async function allowChange(ctx: Ctx, { labId, deviceId }: store.Owner): Promise<void> {
  if (labId === null) await requireCan(ctx, deviceId, 'edit')
  else await allowEdit(ctx, labId, 'intro')
}
