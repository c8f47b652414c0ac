import type { Figures } from '@portal/contract/statistics/statistics'
import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import { findToday } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import { listFailing, listIdle, type Few } from './board.store.ts'
import { divideKnown } from './period.rules.ts'
import * as pivots from './pivot.store.ts'
import * as store from './statistics.store.ts'
import type { Wanted } from './sums.store.ts'
import { countUsers, countUsersBy } from './users.store.ts'

// The ledger is append-only and has one writer at a time, so its sums stay the same until it gets a later
// row. They are cached under the id of its last row. Turning a page, or opening what a colleague has just
// opened, does not add them up again, and no reader sees figures that are older than the ledger.

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

/** State of the ledger. `asOf`: changes up to then are in it; `head`: id of its last row. */
export interface Known {
  asOf: Date
  head: number
  lastDay: string | null
  today: string
}
export async function readKnown(ctx: Ctx): Promise<Known> {
  const { since, ...known } = await store.known(ctx.db)
  return { ...known, asOf: since ?? ctx.now, today: findToday(ctx) }
}
const makeKey = ({ head }: Known, ...of: unknown[]) => JSON.stringify([head, ...of])

export function readFigures(
  ctx: Ctx,
  known: Known,
  days: { from: string; to: string },
  w: Wanted,
): Promise<Figures> {
  return figures.get(ctx, makeKey(known, days.from, days.to, w), async (db) => {
    const period = divideKnown(days, known)
    const [sums, users] = await together([store.sum(db, period, w), countUsers(db, period, w)])
    return { ...sums, users }
  })
}

export const readMonths = (ctx: Ctx, known: Known, days: { from: string; to: string }, w: Wanted) =>
  months.get(ctx, makeKey(known, days.from, days.to, w), (db) =>
    store.sumMonths(db, divideKnown(days, known), w),
  )

type CutTable = Awaited<ReturnType<typeof store.cutTable>>
const MOST_TABLES = 300
const tables = defineCache<CutTable>({
  name: 'statistic-tables',
  title: '统计表',
  tables: [],
  seconds: SECONDS,
  max: MOST_TABLES,
})
// The rows depend on the present state of the instruments too, which the ledger does not contain.
const instruments = defineCache<CutTable>({
  name: 'statistic-instruments',
  title: '仪器统计表',
  tables: ['device', 'lab'],
  seconds: SECONDS,
  max: MOST_TABLES,
})
/** A page of a table: the sums are cached, the names are read anew. */
export async function readTable(
  ctx: Ctx,
  known: Known,
  days: { from: string; to: string },
  w: Wanted,
  cut: store.Cut,
): Promise<{ rows: store.Row[]; total: number }> {
  const shelf = cut.by === 'device' ? instruments : tables
  const { rows, total } = await shelf.get(ctx, makeKey(known, days.from, days.to, w, cut), (db) =>
    store.cutTable(db, divideKnown(days, known), w, cut),
  )
  return { rows: await store.nameRows(ctx.db, cut.by, rows), total }
}

const users = defineCache<ReadonlyMap<number, number>>({
  name: 'statistic-users',
  title: '统计表使用人数',
  tables: [],
  seconds: SECONDS,
  max: MOST_TABLES,
})
/** Number of people for each of these rows. */
export const readUsersBy = (
  ctx: Ctx,
  known: Known,
  days: { from: string; to: string },
  w: Wanted,
  of: { by: 'device' | 'lab' | 'dept'; ids: readonly number[] },
) =>
  users.get(ctx, makeKey(known, days.from, days.to, w, of), (db) =>
    countUsersBy(db, divideKnown(days, known), w, of.by, of.ids),
  )

const few = defineCache<{ idle: Few; failing: Few }>({
  name: 'statistic-board',
  title: '看板闲置与停用仪器',
  tables: ['device', 'lab'],
  seconds: 60,
})
/** Instruments unused since the day `since`, and instruments out of service. */
export const readFew = (ctx: Ctx, known: Known, w: Wanted, since: string) =>
  few.get(ctx, makeKey(known, w, since), async (db) => {
    const [idle, failing] = await together([listIdle(db, w, since), listFailing(db, w)])
    return { idle, failing }
  })

const cuts = defineCache<{ groups: pivots.Group[]; people: pivots.People[] }>({
  name: 'statistic-pivots',
  title: '交叉分析',
  tables: [],
  seconds: SECONDS,
  // Few entries, because each has thousands of numbers.
  max: 30,
})
/**
 * The sums of a pivot, and its people if `rowKeys` says how many of its keys are rows; null: without people.
 */
export function readCuts(
  ctx: Ctx,
  known: Known,
  days: { from: string; to: string },
  w: Wanted,
  { cut, most, rowKeys }: { cut: pivots.Cut; most: number; rowKeys: number | null },
) {
  const period = divideKnown(days, known)
  const read = async (db: Db) => {
    const [groups, people] = await together([
      pivots.sumGroups(db, period, w, cut, most),
      rowKeys === null ? [] : pivots.countPeople(db, period, w, cut, rowKeys),
    ])
    return { groups, people }
  }
  // The class is the instrument's present one, which the ledger does not contain, so this is not cached.
  if ([...cut.by, ...cut.only.map((k) => k.dimension)].includes('category')) return read(ctx.db)
  return cuts.get(ctx, makeKey(known, days.from, days.to, w, cut, rowKeys), read)
}

const counts = defineCache<number>({
  name: 'statistic-counts',
  title: '使用记录数',
  tables: [],
  seconds: SECONDS,
})
/** `of`: everything that distinguishes these uses from others; it is part of the cache key. */
export const readCount = async (
  ctx: Ctx,
  of: readonly unknown[],
  count: Parameters<typeof counts.get>[2],
): Promise<number> => counts.get(ctx, makeKey(await readKnown(ctx), ...of), count)
