import type { Aged, CardSums, ReportKey, Sums } from '@portal/contract/finance-report/finance-report'
import { defineCache, type Cache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Db } from '../../kernel/db.ts'
import * as cardStore from './card.store.ts'
import { divideByMonth, type Division } from './division.action.ts'
import * as journal from './journal.store.ts'
import * as outstandingStore from './outstanding.store.ts'
import { findCutoff, type Period } from './period.rules.ts'
import { readStamp } from './share.store.ts'

// The figures of finance's pages are cached until the journal gets another entry (decision 104). Several
// transactions write the journal at once, so its last id is no version. The number of entries that are not
// folded is one: entries are only ever added, so with the same fold an equal number means the same entries.

const SECONDS = 600

/** `at`: when the value was read; everything posted by then is in it. */
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
  // Few entries, because each has tens of thousands of lines.
  max: 6,
})

/** Cached figures of a period within a scope, and the age of the oldest figure that was taken. */
export function readKept(ctx: Ctx, version: string, period: Period, w: journal.Within) {
  let oldest = ctx.now
  // Part of the keys below: tomorrow bills are older, though the journal has no other entry.
  const cutoff = findCutoff(period, ctx.now)
  /** Reads through a cache, under the journal's version at the time of the request. */
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
    /** Time of the oldest figure read so far. */
    findAge: () => oldest,
    /** `by`: the sum of that table's rows. Only the table by way of payment leaves entries out. */
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
    sumOwed: () => take(owed, [cutoff, w], (db) => outstandingStore.sumOwed(db, cutoff, w)),
    /** Names of payers are read each time, because the version of the journal does not cover them. */
    payers: async ({ page, size }: { page: number; size: number }) => {
      const { rows, total } = await take(payers, [cutoff, w, page, size], (db) =>
        outstandingStore.sumPayers(db, cutoff, w, { page, size }),
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
