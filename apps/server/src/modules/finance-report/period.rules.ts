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
  /** As it was asked for; the last day counts. */
  days: { from: string; to: string }
  from: Date
  until: Date
  zone: string
  /**
   * The months nearest to it, whose sums are at hand: a little is added to them or taken away at either end,
   * so that a period that ends today is hardly more than sums. Null: it has no more than half a month.
   */
  months: Months | null
  /** The first month nearest to its beginning. */
  first: { from: string; beginsAt: Date }
  /** The first month after it. */
  later: { from: string; beginsAt: Date }
}

const HALF = 15
const findDay = (day: string): number => Number(day.slice(8, 10))

/** Days of the campus as instants; the last day counts. */
export function makePeriod(from: string, to: string, zone: string): Period {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  const begins = findDay(from) <= HALF ? first : monthAfter(first)
  const ends = findDay(to) >= HALF ? monthAfter(last) : last
  const findBegin = (month: string) => ({
    from: `${month}-01`,
    beginsAt: findInstant(`${month}-01`, 0, zone),
  })
  const [start, end] = [findBegin(begins), findBegin(ends)]
  return {
    days: { from, to },
    from: findInstant(from, 0, zone),
    until: findInstant(addDays(to, 1), 0, zone),
    zone,
    months: begins < ends ? { ...start, until: end.from, endsAt: end.beginsAt } : null,
    first: start,
    later: findBegin(monthAfter(last)),
  }
}

/** Its months, each as far as it lies in it, the latest first. */
export function cutMonths({ days: { from, to }, zone }: Period): Period[] {
  const months: Period[] = []
  for (let month = to.slice(0, 7); month >= from.slice(0, 7); month = monthAfter(month, -1)) {
    const whole = findDays(month)
    months.push(makePeriod(whole.from < from ? from : whole.from, whole.to > to ? to : whole.to, zone))
  }
  return months
}
