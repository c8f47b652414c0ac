import { monthNumber, monthText, type Days } from '../../kernel/span.rules.ts'

export interface Period {
  /** Whole months, as a half-open interval of days; null if the period has none. */
  months: Days | null
  /** The days before and after the whole months, as half-open intervals. */
  edges: readonly Days[]
}

const DAY_MS = 86_400_000
const after = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
const findMonth = (day: string): string => `${day.slice(0, 7)}-01`
const monthAfter = (day: string): string => findMonth(after(findMonth(day), 31))

/** Number of days from `from` to `to`, both counted. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/**
 * Divides a period into whole months, whose sums are stored, and the days at its edges. `to`: its last day.
 */
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
 * Like `divide`, if the ledger's last day is known. A period that ends today or later is extended to the end
 * of its month, which has no uses yet, so that its last month counts as a whole one.
 */
export function divideKnown(
  { from, to }: { from: string; to: string },
  { today, lastDay }: { today: string; lastDay: string | null },
): Period {
  const isOver = to < today || (lastDay !== null && lastDay > to)
  return divide(from, isOver ? to : after(monthAfter(to), -1))
}

/**
 * The period of the same length just before this one: as
 * many months for whole months, otherwise as many days.
 */
export function before(from: string, to: string): { from: string; to: string } {
  const { months, edges } = divide(from, to)
  if (!months || edges.length > 0) return { from: after(from, -daysIn(from, to)), to: after(from, -1) }
  const count = monthNumber(months[1]) - monthNumber(months[0])
  return { from: monthText(monthNumber(from) - count), to: after(from, -1) }
}
