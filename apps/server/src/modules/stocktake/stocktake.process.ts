import type { Ctx } from '../../kernel/ctx.ts'
import { defineProcess } from '../../kernel/process.ts'
import * as approval from '../approval/approval.service.ts'
import { countedDepts, readWorld } from '../asset/asset.service.ts'
import { seenLabs, takesPart, type World } from '../asset/asset.rules.ts'
import { listFamily } from '../dept/dept.service.ts'
import { stocktakeFlow, type Stocktaking } from './stocktake.flow.ts'
import * as store from './stocktake.store.ts'

type Row = store.StocktakeRecord
interface Standing {
  world: World
  /** Depts whose stocktakes the person takes part in; null: all. */
  deptIds: readonly number[] | null
}

export const stocktakes = defineProcess<Stocktaking>()(approval.inbox, {
  business: 'stocktake',
  flow: stocktakeFlow,
  noun: '盘点',
  unseen: '您不参与该盘点',
  find: (ctx, id) => store.find(ctx.db, id),
  // Waits for scans in progress; after the close no scan is accepted.
  lock: (ctx, ids) => store.lock(ctx, ids),
  write: async (ctx, s) => store.close(ctx, s.id, await findScope(ctx, s)),

  standingOf: readStanding,
  rolesOf: (_: Row, { world }: Standing) => (world.office ? ['office' as const] : []),
  sees: (s, { world, deptIds }) => takesPart(world, deptIds, s.deptId),
  knowsAll: ({ world }) => world.office,

  effects: {
    // Missing devices are stored with what the books say, so that later changes do not alter the result.
    keepMissing: async (ctx, s) => store.keepMissing(ctx, s.id, await findScope(ctx, s)),
  },
  screensOf: () => [],
  doneWords: (s) => `盘点“${s.title}”已结束`,
})

export async function readStanding(ctx: Ctx): Promise<Standing> {
  const world = await readWorld(ctx)
  return { world, deptIds: await countedDepts(ctx, world) }
}

/** The depts that are counted; null: the whole campus. */
const findScope = async (ctx: Ctx, { deptId }: Row): Promise<number[] | null> =>
  deptId === null ? null : listFamily(ctx, deptId)

/** The part that a person counts: the office everything, others the labs they look after. */
export const readAbout = async (ctx: Ctx, row: Row, { world }: Standing): Promise<store.About> => ({
  id: row.id,
  state: row.state,
  deptIds: await findScope(ctx, row),
  labIds: world.office ? null : seenLabs(world),
})
