import type { Figures } from '@portal/contract/statistics/statistics'
import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { together } from '../../kernel/together.ts'
import { divide } from './period.rules.ts'
import * as store from './statistics.store.ts'
import type { Wanted } from './sums.store.ts'
import { countUsers } from './users.store.ts'

// Sums of a ledger that is only ever appended to, by one writer at a time, stay what they are until it has a
// later row: they are kept under the number of its last. So whoever turns a page, or opens what a colleague
// just had open, does not have them added up again, and nobody reads what is older than the ledger.

const SECONDS = 600
const figures = defineCache<Figures>({
  name: 'statistic-figures',
  title: '统计合计',
  tables: [],
  seconds: SECONDS,
})
const months = defineCache<Awaited<ReturnType<typeof store.sumMonths>>>({
  name: 'statistic-months',
  title: '统计分月合计',
  tables: [],
  seconds: SECONDS,
  max: 200,
})

/** What the ledger knows, and up to when. */
export interface Known {
  asOf: Date
  head: number
}
export async function readKnown(ctx: Ctx): Promise<Known> {
  const { since, head } = await store.known(ctx.db)
  return { asOf: since ?? ctx.now, head }
}
const keyOf = ({ head }: Known, ...of: unknown[]) => JSON.stringify([head, ...of])

export function readFigures(
  ctx: Ctx,
  known: Known,
  days: { from: string; to: string },
  w: Wanted,
): Promise<Figures> {
  return figures.get(ctx, keyOf(known, days.from, days.to, w), async (db) => {
    const period = divide(days.from, days.to)
    const [sums, users] = await together([store.sum(db, period, w), countUsers(db, period, w)])
    return { ...sums, users }
  })
}

export const readMonths = (ctx: Ctx, known: Known, days: { from: string; to: string }, w: Wanted) =>
  months.get(ctx, keyOf(known, days.from, days.to, w), (db) =>
    store.sumMonths(db, divide(days.from, days.to), w),
  )

const counts = defineCache<number>({
  name: 'statistic-counts',
  title: '使用记录数',
  tables: [],
  seconds: SECONDS,
})
/** `of`: everything that tells these uses from others. */
export const readCount = async (
  ctx: Ctx,
  of: readonly unknown[],
  count: Parameters<typeof counts.get>[2],
): Promise<number> => counts.get(ctx, keyOf(await readKnown(ctx), ...of), count)
