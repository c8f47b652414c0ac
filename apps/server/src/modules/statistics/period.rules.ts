import { monthNumber, monthText, type Days } from '../../kernel/span.rules.ts'

export interface Period {
  /** Whole months, from the first day of one to, not including, that of another; null where there is none. */
  months: Days | null
  /** The days before and after them. */
  edges: readonly Days[]
}

const DAY_MS = 86_400_000
const after = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
const findMonth = (day: string): string => `${day.slice(0, 7)}-01`
const monthAfter = (day: string): string => findMonth(after(findMonth(day), 31))

/** How many days there are from one to the other, both counted. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** A period as whole months, whose sums are at hand, and the days at its edges. `to`: its last day. */
export function divide(from: string, to: string): Period {
  const until = after(to, 1)
  const first = from === findMonth(from) ? from : monthAfter(from)
  const last = findMonth(until)
  if (first >= last) return { months: null, edges: [[from, until]] }
  const edges: Days[] = []
  if (from < first) edges.push([from, first])
  if (last < until) edges.push([last, until])
  return { months: [first, last], edges }
}

/**
 * The same, where the ledger's last day is known. A period that goes to today has the rest of the month too,
 * of which there is nothing yet: so it is whole months, but for its beginning.
 */
export function divideKnown(
  { from, to }: { from: string; to: string },
  { today, lastDay }: { today: string; lastDay: string | null },
): Period {
  const isOver = to < today || (lastDay !== null && lastDay > to)
  return divide(from, isOver ? to : after(monthAfter(to), -1))
}

/**
 * The period of the same length just before: of whole months as many months, of anything else as many days.
 */
export function before(from: string, to: string): { from: string; to: string } {
  const { months, edges } = divide(from, to)
  if (!months || edges.length > 0) return { from: after(from, -daysIn(from, to)), to: after(from, -1) }
  const count = monthNumber(months[1]) - monthNumber(months[0])
  return { from: monthText(monthNumber(from) - count), to: after(from, -1) }
}
