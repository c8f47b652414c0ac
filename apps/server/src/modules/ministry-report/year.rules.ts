import type { YearState } from '@portal/contract/ministry-report/ministry-report'

/** First and last day of a school year. */
export const findDays = (year: number): { from: string; to: string } => ({
  from: `${year}-09-01`,
  to: `${year + 1}-08-31`,
})
/** The school year in which a day lies. */
export const findYear = (day: string): number => Number(day.slice(0, 4)) - (day.slice(5) < '09-01' ? 1 : 0)
/** Number of hours in a school year. */
export function hoursIn(year: number): number {
  const { from, to } = findDays(year)
  return (Date.parse(to) - Date.parse(from)) / 3_600_000 + 24
}

export function findState(y: {
  drawnAt: Date | null
  changes: number
  frozenChanges: number | null
}): YearState {
  if (y.frozenChanges !== null) return y.changes > y.frozenChanges ? 'changed' : 'frozen'
  return y.drawnAt ? 'working' : 'opened'
}
