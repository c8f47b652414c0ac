import type { MonthState } from '@portal/contract/finance-report/finance-report'
import { monthNumber, monthText } from '../../kernel/span.rules.ts'

/** The month `n` months later, as `YYYY-MM`. */
export const monthAfter = (month: string, n = 1): string => monthText(monthNumber(month) + n).slice(0, 7)
/** First and last day of a month. */
export function findDays(month: string): { from: string; to: string } {
  const to = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))
    .toISOString()
    .slice(0, 10)
  return { from: `${month}-01`, to }
}

export interface Books {
  /** The first month with an entry; null: there are no entries yet. */
  first: string | null
  lastClosed: string | null
  /** The current month. */
  running: string
}
/** The month to be closed next, whether it is over or not; null while there are no entries. */
export const findNextMonth = ({ first, lastClosed }: Books): string | null =>
  lastClosed === null ? first : monthAfter(lastClosed)

export function findState(month: string, books: Books): MonthState {
  if (books.lastClosed !== null && month <= books.lastClosed && books.first !== null) return 'closed'
  if (month >= books.running) return 'running'
  return month === findNextMonth(books) ? 'next' : 'waiting'
}
/** Months of a year between the first entry and the current month, the latest first. */
export function listMonths(year: number, { first, running }: Books): string[] {
  const all: string[] = []
  if (first === null) return all
  for (let m = `${year}-12`; m >= `${year}-01`; m = monthAfter(m, -1))
    if (m >= first && m <= running) all.push(m)
  return all
}
