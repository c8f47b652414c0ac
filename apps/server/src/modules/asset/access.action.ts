import type { Ctx } from '../../kernel/ctx.ts'
import { notFound } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import { listLabsOfDepts, listLedLabs } from '../lab/lab.service.ts'
import { seenLabs, type World } from './asset.rules.ts'
import * as store from './asset.store.ts'

/** The caller's labs and roles, from which standing on devices is judged. */
export async function readWorld(ctx: Ctx): Promise<World> {
  const [ledLabIds, headed] = await together([listLedLabs(ctx), listHeadedDepts(ctx)])
  return {
    userId: ctx.me.id,
    office: ctx.holds('PURCHASE_ALL'),
    ledLabIds,
    headedLabIds: await listLabsOfDepts(ctx, headed),
  }
}

/** Depts whose stocktakes the person takes part in; null: all. */
export const countedDepts = async (ctx: Ctx, world: World): Promise<number[] | null> =>
  world.office ? null : store.listDeptsAbove(ctx.db, seenLabs(world))

/** The open processes of a device. Refuses a device that was deleted after the caller found it. */
export async function readBusy(ctx: Ctx, deviceId: number): Promise<store.Busy> {
  const busy = await store.findBusy(ctx.db, deviceId)
  if (!busy) throw notFound('仪器')
  return busy
}
