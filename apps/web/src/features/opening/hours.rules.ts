import { weekdayWords, type OpeningRow } from '@portal/contract/opening/opening'
import { clockOf } from './clock.ts'

type Window = OpeningRow['windows'][number]
export interface Hours {
  fromMinute: number
  toMinute: number
}

/** The hours that count on a campus day, each weekday by itself, Monday first. */
export function weekOf(windows: readonly Window[], day: string): Hours[][] {
  const valid = windows.filter((w) => w.enabled && (!w.validFrom || w.validFrom <= day) && (!w.validTo || w.validTo >= day))
  return weekdayWords.map((_, i) => valid.filter((w) => w.weekday === i + 1).sort((a, b) => a.fromMinute - b.fromMinute))
}

const textOf = (hours: readonly Hours[]): string => hours.map((h) => `${clockOf(h.fromMinute)}–${clockOf(h.toMinute)}`).join('、')

/** 周一至周五 08:00–22:00: neighbouring days with equal hours together; closed days are left out. */
export function weekLines(week: readonly (readonly Hours[])[]): { days: string; hours: string }[] {
  const runs: { first: number; last: number; hours: string }[] = []
  week.forEach((day, i) => {
    const hours = textOf(day)
    const run = runs.at(-1)
    if (run?.hours === hours) run.last = i
    else runs.push({ first: i, last: i, hours })
  })
  return runs.filter((r) => r.hours).map((r) => ({ days: daysOf(r.first, r.last), hours: r.hours }))
}
function daysOf(first: number, last: number): string {
  if (first === 0 && last === 6) return '每天'
  const names = [weekdayWords[first], weekdayWords[last]]
  return first === last ? (names[0] ?? '') : names.join('至')
}
