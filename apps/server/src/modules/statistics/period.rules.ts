/** Days from the first to, not including, the second: `YYYY-MM-DD`. */
export type Days = readonly [from: string, until: string]

export interface Period {
  /** Whole months, from the first day of one to, not including, that of another; null where there is none. */
  months: Days | null
  /** The days before and after them. */
  edges: readonly Days[]
}

const DAY_MS = 86_400_000
const after = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
const monthAfter = (day: string): string => monthOf(after(monthOf(day), 31))

/** How many days there are from one to the other, both counted. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

/** A period as whole months, whose sums are at hand, and the days at its edges. `to`: its last day. */
export function divide(from: string, to: string): Period {
  const until = after(to, 1)
  const first = from === monthOf(from) ? from : monthAfter(from)
  const last = monthOf(until)
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

/** Months that are added up from sums of one length, or taken away again. */
export interface Piece {
  length: 'month' | 'quarter' | 'year'
  /** The first months of its first and of the one after its last. */
  days: Days
  taken: boolean
}
/** The nearest multiple; of two as near, the earlier. */
const nearest = (n: number, of: number): number => Math.ceil(n / of - 0.5) * of
const QUARTER = 3
const YEAR = 12

/**
 * Whole months by as few sums as there can be: years between the years' ends that are nearest, and what these
 * lack or have too many of quarters and of months. A period that ends today hardly takes anything away, since
 * of what is to come there are no sums.
 */
export function piecesOf([from, until]: Days): Piece[] {
  const [first, last] = [monthNumber(from), monthNumber(until)]
  const pieces: (Piece & { count: number })[] = []
  const put = (length: Piece['length'], a: number, b: number, turned = false) => {
    if (a === b) return
    const size = { month: 1, quarter: QUARTER, year: YEAR }[length]
    const days: Days = [monthText(Math.min(a, b)), monthText(Math.max(a, b))]
    pieces.push({ length, days, taken: a > b !== turned, count: Math.abs(b - a) / size })
  }
  const ends = (n: number) => {
    const quarter = nearest(n, QUARTER)
    return { quarter, year: nearest(quarter, YEAR) }
  }
  const [a, b] = [ends(first), ends(last)]
  put('year', a.year, b.year)
  put('quarter', b.year, b.quarter)
  put('quarter', a.year, a.quarter, true)
  put('month', b.quarter, last)
  put('month', a.quarter, first, true)
  const isShort = last - first <= pieces.reduce((n, p) => n + p.count, 0)
  if (isShort) return [{ length: 'month', days: [from, until], taken: false }]
  return pieces.map(({ count: _, ...piece }) => piece)
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
const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const monthText = (n: number): string => `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}-01`
