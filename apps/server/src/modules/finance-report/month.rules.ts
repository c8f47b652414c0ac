import type { MonthState } from '@portal/contract/finance-report/finance-report'

/** `YYYY-MM`, n months later. */
export function monthAfter(month: string, n = 1): string {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + n
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}
/** Its first day and its last. */
export function findDays(month: string): { from: string; to: string } {
  const to = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0))
    .toISOString()
    .slice(0, 10)
  return { from: `${month}-01`, to }
}

export interface Books {
  /** The first month of which there is anything; null: there is nothing yet. */
  first: string | null
  lastClosed: string | null
  /** The month that runs. */
  running: string
}
/** The month that is to be closed next, over or not; null while there is nothing. */
export const findNextMonth = ({ first, lastClosed }: Books): string | null =>
  lastClosed === null ? first : monthAfter(lastClosed)

export function findState(month: string, books: Books): MonthState {
  if (books.lastClosed !== null && month <= books.lastClosed && books.first !== null) return 'closed'
  if (month >= books.running) return 'running'
  return month === findNextMonth(books) ? 'next' : 'waiting'
}
/** Months of a year of which there is something to say, the latest first. */
export function listMonths(year: number, { first, running }: Books): string[] {
  const all: string[] = []
  if (first === null) return all
  for (let m = `${year}-12`; m >= `${year}-01`; m = monthAfter(m, -1))
    if (m >= first && m <= running) all.push(m)
  return all
}
