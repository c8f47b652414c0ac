import { addDays } from '../../kernel/time.ts'

interface Days {
  from: string
  to: string
}
const monthBefore = (day: string): string => addDays(`${day.slice(0, 7)}-01`, -1)

/** The previous month from its first day up to the same day, or to its end if it is shorter. */
export function sameDaysBefore(today: string): Days {
  const end = monthBefore(today)
  const same = `${end.slice(0, 7)}-${today.slice(8)}`
  return { from: `${end.slice(0, 7)}-01`, to: same < end ? same : end }
}

const SEPTEMBER = '09'
/** The school year up to today; it begins on 1 September. */
export function findSchoolYear(today: string): Days {
  const year = Number(today.slice(0, 4))
  return { from: `${today.slice(5, 7) >= SEPTEMBER ? year : year - 1}-09-01`, to: today }
}

/** This month and the eleven before. */
export function twelveMonthsTo(today: string): Days {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  return { from: new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10), to: today }
}

/** All months of the period as `2026-11`, the oldest first. */
export function listMonths({ from, to }: Days): string[] {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= to.slice(0, 7);) {
    months.push(month)
    month = addDays(`${month}-01`, 31).slice(0, 7)
  }
  return months
}

/** One number for each month; 0 for months without a figure. */
export function fillMonths(
  months: readonly string[],
  of: readonly { month: string | null; minutes: number | null }[],
): number[] {
  const known = new Map(of.map((m) => [m.month, m.minutes ?? 0]))
  return months.map((month) => known.get(month) ?? 0)
}
