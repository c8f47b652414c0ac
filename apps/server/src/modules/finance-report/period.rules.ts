import { addDays, findInstant } from '../../kernel/time.ts'
import { findDays, monthAfter } from './month.rules.ts'

/** Whole months, from the first day of one to, not including, that of another. */
export interface Months {
  from: string
  until: string
  beginsAt: Date
  endsAt: Date
}
export interface Period {
  from: Date
  until: Date
  zone: string
  /** What of it are whole months; null: none. */
  whole: Months | null
  /**
   * The months nearest to it, whose sums are at hand: a little is added to them or taken away at either end, so
   * that a period that ends today is hardly more than sums. Null: it has no more than half a month.
   */
  months: Months | null
  /** From the first month after it. */
  later: { from: string; beginsAt: Date }
}

const HALF = 15
const dayOf = (day: string): number => Number(day.slice(8, 10))

/** Days of the campus as instants; the last day counts. */
export function makePeriod(from: string, to: string, zone: string): Period {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  const isLast = findDays(last).to === to
  const begin = (month: string) => findInstant(`${month}-01`, 0, zone)
  const monthsOf = (begins: string, ends: string): Months | null =>
    begins < ends
      ? { from: `${begins}-01`, until: `${ends}-01`, beginsAt: begin(begins), endsAt: begin(ends) }
      : null
  return {
    from: findInstant(from, 0, zone),
    until: findInstant(addDays(to, 1), 0, zone),
    zone,
    whole: monthsOf(dayOf(from) === 1 ? first : monthAfter(first), isLast ? monthAfter(last) : last),
    months: monthsOf(
      dayOf(from) <= HALF ? first : monthAfter(first),
      dayOf(to) >= HALF ? monthAfter(last) : last,
    ),
    later: { from: `${monthAfter(last)}-01`, beginsAt: begin(monthAfter(last)) },
  }
}
