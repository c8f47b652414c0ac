import type { Db } from '../../kernel/db.ts'
import { findLocal } from '../../kernel/time.ts'
import * as store from './use.store.ts'

/** The first day of the month `n` months after that of a day. */
function monthAfter(day: string, n: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + n
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

/** The counting of use goes on without a request, too: the demo campus counts a whole year. */
export interface Counting {
  db: Db
  now: Date
  zone: string
  months: number
}
/**
 * Takes use by month over from the ledger again, this month's and that of `months - 1` before, and the last
 * twelve months together. Answers how many rows changed.
 */
export async function countUse({ db, now, zone, months }: Counting): Promise<number> {
  const { day } = findLocal(now, zone)
  const changed = await store.countMonths(db, monthAfter(day, 1 - months), monthAfter(day, 1))
  await store.sumYear(db, monthAfter(day, -12), monthAfter(day, 0))
  return changed
}
