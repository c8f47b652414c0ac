import type { bookingCalls } from '@portal/contract/booking/calls'
import type { Reply } from '@portal/contract/kernel/call'
import {
  addDays,
  findDay,
  findHours,
  findLastDay,
  findStart,
  isOpenThroughout,
  listFreeSeats,
  snap,
  type Choice,
} from './calendar.rules.ts'

// Several devices in a timeline, one line each.

export type LabDayReply = Reply<typeof bookingCalls.labDay>
export type DayDevice = LabDayReply['devices'][number]
interface Span {
  startAt: string
  endAt: string
}

/** The hours to draw for all devices together. */
export function findDayWindow(day: string, devices: readonly DayDevice[]): Span & { hours: number[] } {
  const { from, to } = findHours({
    stretches: devices.flatMap((d) => d.stretches),
    busy: devices.flatMap((d) => d.busy),
  })
  const [first, last] = [Number(from.slice(0, 2)), Number(to.slice(0, 2))]
  const midnight = Date.parse(findStart(day))
  const at = (hour: number) => new Date(midnight + hour * 3_600_000).toISOString()
  return {
    startAt: at(first),
    endAt: at(last),
    hours: Array.from({ length: last - first }, (_, i) => first + i),
  }
}

/** Position of a span in the window, in percent; null if out of view. */
export function locateIn(window: Span, span: Span): { left: number; width: number } | null {
  const [a, b] = [Date.parse(window.startAt), Date.parse(window.endAt)]
  const from = Math.max(a, Date.parse(span.startAt))
  const to = Math.min(b, Date.parse(span.endAt))
  if (from >= to) return null
  return { left: ((from - a) / (b - a)) * 100, width: ((to - from) / (b - a)) * 100 }
}

/** The choice for a click at a position (0 to 1) of the line. */
export function readChoice(
  window: Span,
  part: number,
  device: Pick<DayDevice, 'gridMinutes' | 'minMinutes'>,
): Choice {
  const [a, b] = [Date.parse(window.startAt), Date.parse(window.endAt)]
  const at = new Date(a + (b - a) * part).toISOString()
  return snap({ startAt: at, endAt: at, seat: null }, device)
}

/** Between which instants a booking may begin: after the notice, until the last day one may book is over. */
function findBounds({ noticeMinutes, horizonDays }: DayDevice, now: string): { from: number; until: number } {
  return {
    from: Date.parse(now) + noticeMinutes * 60_000,
    until: Date.parse(findStart(addDays(findLastDay(now, { horizonDays }), 1))),
  }
}

/**
 * Free spans with at least one seat that can be booked now, at least as long as the shortest use; the text
 * version of a line.
 */
export function listFreeSpans(device: DayDevice, now: string): Span[] {
  const spans: Span[] = []
  const bounds = findBounds(device, now)
  for (const s of device.stretches.filter((x) => x.open)) {
    const edges = [s, ...device.busy].flatMap((x) => [Date.parse(x.startAt), Date.parse(x.endAt)])
    const sorted = [...new Set([...edges, bounds.from, bounds.until])]
      .filter((t) => t >= Date.parse(s.startAt) && t <= Date.parse(s.endAt))
      .sort((a, b) => a - b)
    sorted.slice(0, -1).forEach((from, i) => {
      const part = {
        startAt: new Date(from).toISOString(),
        endAt: new Date(sorted[i + 1] ?? from).toISOString(),
      }
      if (from < bounds.from || from >= bounds.until) return
      if (listFreeSeats({ busy: device.busy, opening: device }, part).length === 0) return
      const last = spans.at(-1)
      if (last?.endAt === part.startAt) last.endAt = part.endAt
      else spans.push(part)
    })
  }
  return spans.filter((s) => Date.parse(s.endAt) - Date.parse(s.startAt) >= device.minMinutes * 60_000)
}

/** Whether the device is free for the whole period, and the period can be booked now. */
export function isFree(device: DayDevice, period: Span, now: string): boolean {
  const { from, until } = findBounds(device, now)
  const begin = Date.parse(period.startAt)
  return (
    begin >= from &&
    begin < until &&
    isOpenThroughout(device, period) &&
    listFreeSeats({ busy: device.busy, opening: device }, period).length > 0
  )
}

/** The first use that fits into a free span: on the grid, as short as allowed. */
export function findFirst(
  span: Span,
  { gridMinutes, minMinutes }: Pick<DayDevice, 'gridMinutes' | 'minMinutes'>,
): Choice | null {
  const midnight = Date.parse(findStart(findDay(span.startAt)))
  const step = gridMinutes * 60_000
  const begin = midnight + Math.ceil((Date.parse(span.startAt) - midnight) / step) * step
  const startAt = new Date(begin).toISOString()
  const { endAt } = snap({ startAt, endAt: startAt }, { gridMinutes, minMinutes })
  return endAt <= span.endAt ? { startAt, endAt } : null
}
