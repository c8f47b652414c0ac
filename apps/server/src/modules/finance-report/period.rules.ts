import { addDays, findInstant, findLocal } from '../../kernel/time.ts'
import { findDays, monthAfter } from './month.rules.ts'

/**
 * Whole months as a half-open interval: from the first day of one month to, not including, that of another.
 */
export interface Months {
  from: string
  until: string
  beginsAt: Date
  endsAt: Date
}
export interface Period {
  /** The requested days, both included. */
  days: { from: string; to: string }
  from: Date
  until: Date
  zone: string
  /**
   * The whole months nearest to the period, whose sums are stored. Days are
   * added or subtracted at either end, so that a period that ends today is
   * read mostly from sums. Null: the period has no more than half a month.
   */
  months: Months | null
  /** The month whose start is nearest to the period's beginning. */
  first: { from: string; beginsAt: Date }
  /** The first month after the period. */
  later: { from: string; beginsAt: Date }
}

const HALF = 15
const findDay = (day: string): number => Number(day.slice(8, 10))

/** The period from `from` to `to`, both days included, as instants in the campus's time zone. */
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

/** What is owed is what was billed and not paid by `until`. */
export interface Cutoff {
  until: Date
  /** Up to when the age of bills is counted; left out: up to `until`. */
  agedUntil?: Date
}
/**
 * The end of the period as a cutoff. If the period ends later than today, ages are counted up to the end of
 * today on the campus: no bill is older than it is today.
 */
export function findCutoff({ until, zone }: Period, now: Date): Cutoff {
  const tomorrow = findInstant(addDays(findLocal(now, zone).day, 1), 0, zone)
  return { until, agedUntil: until < tomorrow ? until : tomorrow }
}

/** The months of the period, cut to the period at its ends, the latest first. */
export function cutMonths({ days: { from, to }, zone }: Period): Period[] {
  const months: Period[] = []
  for (let month = to.slice(0, 7); month >= from.slice(0, 7); month = monthAfter(month, -1)) {
    const whole = findDays(month)
    months.push(makePeriod(whole.from < from ? from : whole.from, whole.to > to ? to : whole.to, zone))
  }
  return months
}
