import type { Db } from '../../kernel/db.ts'
import { monthNumber, monthText } from '../../kernel/span.rules.ts'
import { findLocal } from '../../kernel/time.ts'
import * as store from './use.store.ts'

/** The first day of the month `n` months after the month of `day`. */
const monthAfter = (day: string, n: number): string => monthText(monthNumber(day) + n)

/** What counting needs. It also runs without a request: the demo counts a whole year. */
export interface Counting {
  db: Db
  now: Date
  zone: string
  months: number
}
/**
 * Recounts use per month from the ledger, for this month and the `months - 1` before it, then sums up the
 * last twelve months. Returns the number of changed rows.
 */
export async function countUse({ db, now, zone, months }: Counting): Promise<number> {
  const { day } = findLocal(now, zone)
  const changed = await store.countMonths(db, monthAfter(day, 1 - months), monthAfter(day, 1))
  await store.sumYear(db, monthAfter(day, -12), monthAfter(day, 0))
  return changed
}
