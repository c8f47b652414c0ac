import type { Aged, CardSums, Sums } from '@portal/contract/finance-report/finance-report'
import { defineCache, type Cache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import * as cardStore from './card.store.ts'
import { dividedSources, sumLines, type DividedSource } from './dividing.action.ts'
import * as journal from './journal.store.ts'
import * as outstandingStore from './outstanding.store.ts'
import type { Period } from './period.rules.ts'
import { readStamp } from './share.store.ts'

// What finance's pages come to is kept until its journal has another entry (decision 104). Several write the
// journal at once, so its last number says nothing; how many entries there are beyond what is folded does:
// entries are only ever added, so of the same fold as many are the same ones.

const SECONDS = 600

const amounts = defineCache<Sums>({
  name: 'finance-sums',
  title: '收支合计',
  tables: [],
  seconds: SECONDS,
})
const cuts = defineCache<Awaited<ReturnType<typeof journal.cutTable>>>({
  name: 'finance-tables',
  title: '收入报表',
  tables: [],
  seconds: SECONDS,
  max: 300,
})
const owed = defineCache<Aged>({
  name: 'finance-owed',
  title: '待收款合计',
  tables: [],
  seconds: SECONDS,
})
const payers = defineCache<Awaited<ReturnType<typeof outstandingStore.sumPayers>>>({
  name: 'finance-payers',
  title: '待收款付款人',
  tables: [],
  seconds: SECONDS,
  max: 300,
})
const cardSums = defineCache<CardSums>({
  name: 'finance-cards',
  title: '经费卡合计',
  tables: [],
  seconds: SECONDS,
})
const numbers = defineCache<number>({
  name: 'finance-numbers',
  title: '收支单项合计',
  tables: [],
  seconds: SECONDS,
})

interface Division {
  lines: DividedSource[]
  sum: ReturnType<typeof sumLines>
}
const divisions = defineCache<Division>({
  name: 'finance-divisions',
  title: '收入分配',
  tables: [],
  seconds: SECONDS,
  // Of tens of thousands of lines each.
  max: 6,
})

/** Reads through a cache, under the version that the journal had when the page was asked for. */
const keptUnder = <V>(
  cache: Cache<V>,
  ctx: Ctx,
  version: string,
  of: readonly unknown[],
  load: (db: Db) => Promise<V>,
): Promise<V> => cache.get(ctx, JSON.stringify([version, ...of]), load)

/** Everything that a period, seen by somebody, comes to. */
export const readKept = (ctx: Ctx, version: string, period: Period, w: journal.Within) => ({
  sum: (n: journal.Narrowed = {}) => {
    const asked = journal.pickNarrowing(n)
    return keptUnder(amounts, ctx, version, [period, w, asked], (db) => journal.sum(db, period, w, asked))
  },
  table: async (n: journal.Narrowed, cut: journal.Cut) => {
    const asked = journal.pickNarrowing(n)
    const { rows, total } = await keptUnder(cuts, ctx, version, [period, w, asked, cut], (db) =>
      journal.cutTable(db, period, w, asked, cut),
    )
    return { rows: await journal.nameRows(ctx.db, cut.by, rows), total }
  },
  sumOwed: () =>
    keptUnder(owed, ctx, version, [period.until, w], (db) => outstandingStore.sumOwed(db, period.until, w)),
  /** What a payer is called is asked each time: it is no entry of the journal. */
  payers: async ({ page, size }: { page: number; size: number }) => {
    const { rows, total } = await keptUnder(payers, ctx, version, [period.until, w, page, size], (db) =>
      outstandingStore.sumPayers(db, period.until, w, { page, size }),
    )
    return { items: await outstandingStore.namePayers(ctx.db, rows), total }
  },
  sumCards: () => keptUnder(cardSums, ctx, version, [period, w], (db) => cardStore.sumCards(db, period, w)),
  paid: () => keptUnder(numbers, ctx, version, ['paid', period], (db) => cardStore.paid(db, period)),
  division: async () =>
    keptUnder(divisions, ctx, version, [period, w, await readStamp(ctx.db)], async (db) => {
      const lines = await dividedSources(db, period, w)
      return { lines, sum: sumLines(lines) }
    }),
  sumByCard: () =>
    keptUnder(numbers, ctx, version, ['by card', period, w], (db) => journal.sumByCard(db, period, w)),
})
