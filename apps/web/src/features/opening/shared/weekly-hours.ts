import { weekdayWords, type WindowFields } from '@portal/contract/opening/opening'
import { formatDay } from '../../../lib/format.ts'
import { formatClock } from '../clock.ts'

export interface Hours {
  days: string
  hours: string
}

/** [1, 2, 3, 5] → 周一至周三、周五 */
function listDays(weekdays: readonly number[]): string {
  if (weekdays.length === 7) return '每天'
  const runs: [from: number, to: number][] = []
  for (const day of weekdays) {
    const last = runs.at(-1)
    if (last && day === last[1] + 1) last[1] = day
    else runs.push([day, day])
  }
  const word = (day: number) => weekdayWords[day - 1] ?? ''
  return runs
    .map(([from, to]) =>
      from === to
        ? word(from)
        : to === from + 1
          ? `${word(from)}、${word(to)}`
          : `${word(from)}至${word(to)}`,
    )
    .join('、')
}

/** The windows in force on a campus day; expired, future and disabled ones are omitted. */
export const windowsOn = <W extends WindowFields>(
  windows: readonly W[],
  day: string = formatDay(new Date()),
): W[] =>
  windows.filter((w) => w.enabled && (!w.validFrom || w.validFrom <= day) && (!w.validTo || w.validTo >= day))

/**
 * The hours of one weekday in order; adjacent ones are merged: 08:00–12:00 and 12:00–18:00 are 08:00–18:00.
 */
function hoursOn(open: readonly WindowFields[], weekday: number): string {
  const runs: [from: number, to: number][] = []
  for (const w of open
    .filter((each) => each.weekday === weekday)
    .toSorted((a, b) => a.fromMinute - b.fromMinute)) {
    const last = runs.at(-1)
    if (last && w.fromMinute <= last[1]) last[1] = Math.max(last[1], w.toMinute)
    else runs.push([w.fromMinute, w.toMinute])
  }
  return runs.map(([from, to]) => `${formatClock(from)}–${formatClock(to)}`).join('、')
}

/** The week in words: days with the same hours are grouped, in order of the week. */
export function weeklyHours(windows: readonly WindowFields[]): Hours[] {
  const open = windowsOn(windows)
  const weekdays = weekdayWords.map((_, i) => i + 1).filter((day) => open.some((w) => w.weekday === day))
  return [...Map.groupBy(weekdays, (day) => hoursOn(open, day))].map(([hours, days]) => ({
    days: listDays(days),
    hours,
  }))
}

/** The week in one line: 周一至周五 08:00–12:00、14:00–18:00；周六 09:00–12:00 */
export const weekText = (windows: readonly WindowFields[]): string =>
  weeklyHours(windows)
    .map((h) => `${h.days} ${h.hours}`)
    .join('；')
