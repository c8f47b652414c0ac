import { iotActors, iotOffice } from '@portal/contract/iot/iot'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import * as units from './unit.store.ts'

/** Whose doors the caller sees: the office sees all of them. */
export const readKeeper = (ctx: Ctx): units.Keeper => ({ userId: ctx.me.id, all: ctx.holds(...iotOffice) })
export const readStanding = (ctx: Ctx) => ({ office: ctx.holds(...iotOffice), acts: ctx.holds(...iotActors) })

/** A sub-device that the caller keeps; `act` also needs the permission to operate doors and switches. */
export async function requireUnit(ctx: Ctx, id: number, to: 'look' | 'act'): Promise<units.UnitRecord> {
  const unit = await units.findUnit(ctx.db, id)
  // Only callers who keep all of them learn that it does not
  // exist; others get the same refusal as for a foreign one.
  const keeper = readKeeper(ctx)
  const kept = unit === undefined ? keeper.all : await units.isKept(ctx.db, id, keeper)
  ctx.allow(kept && (to === 'look' || ctx.holds(...iotActors)))
  if (!unit) throw notFound('子设备')
  ctx.target = `iot_sub_device ${id}`
  return unit
}
