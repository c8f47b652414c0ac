import type { Ctx } from '../../kernel/ctx.ts'
import { requireCan, requireSeen } from '../device/device.service.ts'
import { allowEdit } from '../lab/lab.service.ts'
import * as store from './resource.store.ts'

/**
 * What a lab hands out is for everybody who is signed in; what a device hands out is for whoever may see the
 * device.
 */
export async function mayRead(ctx: Ctx, { deviceId }: store.Owner): Promise<boolean> {
  if (deviceId === null) return ctx.actor !== null
  await requireSeen(ctx, deviceId)
  return true
}

/** The row-level check of everything that changes a file of a lab or a device. */
export async function allowChange(ctx: Ctx, { labId, deviceId }: store.Owner): Promise<void> {
  if (labId === null) await requireCan(ctx, deviceId, 'edit')
  else await allowEdit(ctx, labId, 'intro')
}
