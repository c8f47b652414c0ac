import type { Db } from '../../kernel/db.ts'
import { findInstant, findLocal } from '../../kernel/time.ts'
import * as foldStore from './fold.store.ts'
import { findDays, monthAfter } from './month.rules.ts'
import * as store from './month.store.ts'
import { makePeriod } from './period.rules.ts'
import { KEPT_REPORTS, readLines } from './snapshot.action.ts'

const CLOSED_ON_DAY = 5
const NINE = 540

/**
 * Posts entries for the time before the journal, as if each of the `months`
 * months before the last one had been closed on the fifth day of the next month;
 * later reversals count as late. For a campus whose past is made all at once.
 */
export async function postPast(
  db: Db,
  { now, zone, months, userId }: { now: Date; zone: string; months: number; userId: number },
): Promise<void> {
  const running = findLocal(now, zone).day.slice(0, 7)
  const closed = Array.from({ length: months }, (_, i) => monthAfter(running, i - months - 1)).map(
    (month) => {
      const { from, to } = findDays(month)
      return {
        month,
        period: makePeriod(from, to, zone),
      }
    },
  )
  for (const { month, period } of closed) {
    const day = `${monthAfter(month)}-0${CLOSED_ON_DAY}`
    await store.close({ db, now: findInstant(day, NINE, zone), userId }, month, period, [])
  }
  await store.postHistory(db)
  await foldStore.fold(db, await foldStore.readLast(db), zone)
  for (const { month, period } of closed)
    for (const report of KEPT_REPORTS)
      await store.keep(db, month, report, await readLines(db, report, period))
}
