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
  /** What of it are whole months, whose sums are at hand; null: none. */
  months: Months | null
  /** From the first month after it. */
  later: { from: string; beginsAt: Date }
}

/** Days of the campus as instants; the last day counts. */
export function makePeriod(from: string, to: string, zone: string): Period {
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  const begins = from.endsWith('-01') ? first : monthAfter(first)
  const ends = findDays(last).to === to ? monthAfter(last) : last
  const begin = (month: string) => findInstant(`${month}-01`, 0, zone)
  return {
    from: findInstant(from, 0, zone),
    until: findInstant(addDays(to, 1), 0, zone),
    zone,
    months:
      begins < ends
        ? { from: `${begins}-01`, until: `${ends}-01`, beginsAt: begin(begins), endsAt: begin(ends) }
        : null,
    later: { from: `${monthAfter(last)}-01`, beginsAt: begin(monthAfter(last)) },
  }
}
