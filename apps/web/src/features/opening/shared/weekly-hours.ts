import { weekdayWords, type WindowFields } from '@portal/contract/opening/opening'
import { formatDay } from '../../../lib/format.ts'
import { clockOf } from '../clock.ts'

export interface Hours {
  days: string
  hours: string
}

/** [1, 2, 3, 5] → 周一至周三、周五 */
function daysOf(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return '每天'
  const runs: [from: number, to: number][] = []
  for (const day of weekdays) {
    const last = runs.at(-1)
    if (last && day === last[1] + 1) last[1] = day
    else runs.push([day, day])
  }
  const word = (day: number) => weekdayWords[day - 1] ?? ''
  return runs.map(([from, to]) => (from === to ? word(from) : to === from + 1 ? `${word(from)}、${word(to)}` : `${word(from)}至${word(to)}`)).join('、')
}

/** Those that count on a campus day; what is over, not yet valid or switched off would mislead. */
export const windowsOn = <W extends WindowFields>(windows: readonly W[], day: string = formatDay(new Date())): W[] =>
  windows.filter((w) => w.enabled && (!w.validFrom || w.validFrom <= day) && (!w.validTo || w.validTo >= day))

/** The week as people say it: days with the same hours together, in order of the week. */
export function weeklyHours(windows: readonly WindowFields[]): Hours[] {
  const open = windowsOn(windows)
  const hoursOn = new Map<number, string[]>()
  for (const w of open.toSorted((a, b) => a.weekday - b.weekday || a.fromMinute - b.fromMinute)) {
    hoursOn.set(w.weekday, [...(hoursOn.get(w.weekday) ?? []), `${clockOf(w.fromMinute)}–${clockOf(w.toMinute)}`])
  }
  const days = Map.groupBy([...hoursOn.keys()], (day) => [...new Set(hoursOn.get(day))].join('、'))
  return [...days].map(([hours, weekdays]) => ({ days: daysOf(weekdays), hours }))
}

/** In one line: 周一至周五 08:00–12:00、14:00–18:00；周六 09:00–12:00 */
export const weekText = (windows: readonly WindowFields[]): string => weeklyHours(windows).map((h) => `${h.days} ${h.hours}`).join('；')
