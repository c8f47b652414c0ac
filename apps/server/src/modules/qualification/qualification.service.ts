import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { findRefusal } from '../../kernel/refuse.ts'
import { addDays, findToday } from '../../kernel/time.ts'
import { requireCanAny } from '../device/device.service.ts'
import { give } from './grant.action.ts'
import * as store from './qualification.store.ts'

// Who may operate which instrument: for whoever grants it at the end of something of his own, as a process
// does.

/** An instrument that is there, by its number or by what stands on it. */
export const findDevice = (ctx: Ctx, which: { id: number | null; serialId: string }) =>
  store.findDevice(ctx.db, which)

/** Whether the person who asks may have it granted: on this instrument, or (null) on every one. */
export async function mayGrant(ctx: Ctx, deviceId: number | null): Promise<boolean> {
  if (ctx.holds('DEVICE_ALL', 'OPEN_SETTING_ALL')) return true
  if (deviceId === null) return false
  try {
    await requireCanAny(ctx, deviceId, ['open', 'review'])
    return true
  } catch (e) {
    if (findRefusal(e)) return false
    throw e
  }
}

/** Grants it to somebody on the word of whoever had that arranged. `days`: null is without end. */
export const grantFor = (
  ctx: Ctx,
  device: Ref,
  userId: number,
  { days, note, granter }: { days: number | null; note: string | null; granter: Ref },
) =>
  give(ctx, device, [userId], {
    validTo: days === null ? null : addDays(findToday(ctx), days),
    note,
    granter,
  })
