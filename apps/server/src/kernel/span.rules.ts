// Divides spans of months into pieces whose sums are stored by month, quarter and year.

/** A half-open interval of days, `YYYY-MM-DD`: `until` is not included. */
export type Days = readonly [from: string, until: string]

/** The month of a day, or of a `YYYY-MM`, as a number that grows by one each month. */
export const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
/** The first day of such a month, `YYYY-MM-DD`. */
export const monthText = (n: number): string =>
  `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}-01`

/** Months whose stored sums, all of one length, are added or (`taken`) subtracted. */
export interface Piece {
  length: 'month' | 'quarter' | 'year'
  /** From the first day of its first month to that of the month after its last. */
  days: Days
  taken: boolean
}
/** The nearest multiple of `of`; of two equally near ones the earlier. */
const nearest = (n: number, of: number): number => Math.ceil(n / of - 0.5) * of
const QUARTER = 3
const YEAR = 12

/**
 * Covers whole months with as few sums as possible: years between the nearest ends of years, then the
 * quarters and months that these lack or have too many. A period that ends today subtracts hardly anything,
 * because there are no sums of the future.
 */
export function cutPieces([from, until]: Days): Piece[] {
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
