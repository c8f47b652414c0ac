import type { Aged, CardSums, ReportKey, Sums } from '@portal/contract/finance-report/finance-report'
import { defineCache, type Cache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import * as cardStore from './card.store.ts'
import { divideByMonth, type Division } from './division.action.ts'
import * as journal from './journal.store.ts'
import * as outstandingStore from './outstanding.store.ts'
import type { Period } from './period.rules.ts'
import { readStamp } from './share.store.ts'

// What finance's pages come to is kept until its journal has another entry (decision 104). Several write the
// journal at once, so its last number says nothing; how many entries there are beyond what is folded does:
// entries are only ever added, so of the same fold as many are the same ones.

const SECONDS = 600

/** With when it was read: all that was posted by then is in it. */
interface Kept<V> {
  value: V
  at: Date
}
const amounts = defineCache<Kept<Sums>>({
  name: 'finance-sums',
  title: '收支合计',
  tables: [],
  seconds: SECONDS,
})
const cuts = defineCache<Kept<Awaited<ReturnType<typeof journal.cutTable>>>>({
  name: 'finance-tables',
  title: '收入报表',
  tables: [],
  seconds: SECONDS,
  max: 300,
})
const owed = defineCache<Kept<Aged>>({
  name: 'finance-owed',
  title: '待收款合计',
  tables: [],
  seconds: SECONDS,
})
const payers = defineCache<Kept<Awaited<ReturnType<typeof outstandingStore.sumPayers>>>>({
  name: 'finance-payers',
  title: '待收款付款人',
  tables: [],
  seconds: SECONDS,
  max: 300,
})
const cardSums = defineCache<Kept<CardSums>>({
  name: 'finance-cards',
  title: '经费卡合计',
  tables: [],
  seconds: SECONDS,
})
const numbers = defineCache<Kept<number>>({
  name: 'finance-numbers',
  title: '收支单项合计',
  tables: [],
  seconds: SECONDS,
})

const divisions = defineCache<Kept<Division>>({
  name: 'finance-divisions',
  title: '收入分配',
  tables: [],
  seconds: SECONDS,
  // Of tens of thousands of lines each.
  max: 6,
})

/** Everything that a period, seen by somebody, comes to; and how old the oldest is that was taken of it. */
export function readKept(ctx: Ctx, version: string, period: Period, w: journal.Within) {
  let oldest = ctx.now
  /** Reads through a cache, under the version that the journal had when the page was asked for. */
  const take = async <V>(
    cache: Cache<Kept<V>>,
    of: readonly unknown[],
    load: (db: Db) => Promise<V>,
  ): Promise<V> => {
    const { value, at } = await cache.get(ctx, JSON.stringify([version, ...of]), async (db) => ({
      value: await load(db),
      at: ctx.now,
    }))
    if (at < oldest) oldest = at
    return value
  }
  return {
    /** As of when all that was asked for until now is. */
    findAge: () => oldest,
    /** `by`: under the rows of that table. Only one of them leaves anything out. */
    sum: (n: journal.Narrowed = {}, by?: ReportKey) => {
      const asked = journal.pickNarrowing(n)
      const key = [period, w, asked, ...(by === 'way' ? [by] : [])]
      return take(amounts, key, (db) => journal.sum(db, period, w, asked, by))
    },
    table: async (n: journal.Narrowed, cut: journal.Cut) => {
      const asked = journal.pickNarrowing(n)
      const { rows, total } = await take(cuts, [period, w, asked, cut], (db) =>
        journal.cutTable(db, period, w, asked, cut),
      )
      return { rows: await journal.nameRows(ctx.db, cut.by, rows), total }
    },
    sumOwed: () => take(owed, [period.until, w], (db) => outstandingStore.sumOwed(db, period.until, w)),
    /** What a payer is called is asked each time: it is no entry of the journal. */
    payers: async ({ page, size }: { page: number; size: number }) => {
      const { rows, total } = await take(payers, [period.until, w, page, size], (db) =>
        outstandingStore.sumPayers(db, period.until, w, { page, size }),
      )
      return { items: await outstandingStore.namePayers(ctx.db, rows), total }
    },
    sumCards: () => take(cardSums, [period, w], (db) => cardStore.sumCards(db, period, w)),
    paid: () => take(numbers, ['paid', period], (db) => cardStore.paid(db, period)),
    division: async () => {
      const stamp = await readStamp(ctx.db)
      return take(divisions, [period, w, stamp], (db) =>
        divideByMonth({ deps: ctx.deps, db }, period, w, stamp),
      )
    },
    sumByCard: () => take(numbers, ['by card', period, w], (db) => journal.sumByCard(db, period, w)),
  }
}
