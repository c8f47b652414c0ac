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
  /** Whose stock-takings he takes part in; null: all. */
  deptIds: readonly number[] | null
}

export const stocktakes = defineProcess<Stocktaking>()(approval.inbox, {
  business: 'stocktake',
  flow: stocktakeFlow,
  noun: '盘点',
  unseen: '您不参与该盘点',
  find: (ctx, id) => store.find(ctx.db, id),
  // Scans under way are waited for; after it nobody scans.
  lock: (ctx, ids) => store.lock(ctx, ids),
  write: async (ctx, s) => store.close(ctx, s.id, await findScope(ctx, s)),

  standingOf: readStanding,
  rolesOf: (_: Row, { world }: Standing) => (world.office ? ['office' as const] : []),
  sees: (s, { world, deptIds }) => takesPart(world, deptIds, s.deptId),
  knowsAll: ({ world }) => world.office,

  effects: {
    // What was not found is written down: what happens to devices later changes nothing of it.
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

/** What of it a person counts: the office all, who keeps a lab what is its own. */
export const readAbout = async (ctx: Ctx, row: Row, { world }: Standing): Promise<store.About> => ({
  id: row.id,
  state: row.state,
  deptIds: await findScope(ctx, row),
  labIds: world.office ? null : seenLabs(world),
})
