import { addDays, findWeekday } from '../../kernel/time.ts'
import { FREE_FROM_MINUTE } from '../cast.ts'
import { isClosed, type Closure } from '../campus/holidays.ts'
import type { Frame, OpenDevice } from '../campus/model.ts'
import type { Random } from '../random.ts'

export interface Slot {
  seat: number
  fromMinute: number
  toMinute: number
}
/** Clocks change in the first hours of a day, so nothing is booked then. */
const EARLIEST_MINUTE = 240
const TRIES = 4

/** The free time of one campus day; each slot is given out once. */
export class DaySlots {
  readonly #day: string
  readonly #coming: boolean
  readonly #today: boolean
  readonly #closed: boolean
  /** Taken half-open intervals by device and seat, in minutes. */
  readonly #taken = new Map<string, (readonly [number, number])[]>()

  constructor(day: string, { today }: Frame, closures: readonly Closure[]) {
    this.#day = day
    this.#coming = day >= today
    this.#today = day === today
    this.#closed = isClosed(day, closures)
  }

  /** A random free slot. Undefined: the device is closed, or no attempt found free time. */
  take(device: OpenDevice, random: Random): Slot | undefined {
    const span = this.#spanOf(device, random)
    if (!span) return undefined
    const { gridMinutes: grid, minMinutes, maxMinutes, capacity } = device.opened
    for (let i = 0; i < TRIES; i++) {
      const shortest = Math.ceil(minMinutes / grid)
      const length =
        grid * random.int(shortest, Math.max(shortest, Math.floor(Math.min(maxMinutes, 240) / grid)))
      const first = Math.ceil(span[0] / grid)
      const last = Math.floor((span[1] - length) / grid)
      if (last < first) continue
      const fromMinute = random.int(first, last) * grid
      const seat = random.int(1, capacity)
      const slot = { seat, fromMinute, toMinute: fromMinute + length }
      if (this.#reserve(`${device.id} ${seat}`, slot)) return slot
    }
    return undefined
  }

  #spanOf({ cast, working, opened }: OpenDevice, random: Random): readonly [number, number] | undefined {
    if (this.#closed || (this.#coming && !working)) return undefined
    // Users of the demo and browser tests use the cast's devices at once, at any hour, so today stays free.
    if (cast && this.#today) return undefined
    if (opened.closed && opened.closed[0] <= this.#day && this.#day <= opened.closed[1]) return undefined
    const spans = opened.windows[findWeekday(this.#day) - 1] ?? []
    if (spans.length === 0) return undefined
    const [from, to] = random.pick(spans)
    // From today on, the cast's devices stay free in the afternoon.
    return [Math.max(from, EARLIEST_MINUTE), cast && this.#coming ? Math.min(to, FREE_FROM_MINUTE) : to]
  }

  #reserve(key: string, { fromMinute, toMinute }: Slot): boolean {
    const taken = this.#taken.get(key) ?? []
    if (taken.some(([from, to]) => from < toMinute && fromMinute < to)) return false
    taken.push([fromMinute, toMinute])
    this.#taken.set(key, taken)
    return true
  }
}

export const DAYS_BACK = 365
export const DAYS_AHEAD = 28

/** The relative number of bookings on a day: fewer at weekends, in vacations and far ahead. */
function liveliness(day: string, ahead: number): number {
  const month = Number(day.slice(5, 7))
  const term = month === 2 || month === 8 ? 0.5 : month === 1 || month === 7 ? 0.8 : 1
  // The last three weeks and the next weeks have more, because people look at them.
  const near = ahead > 0 ? 3 * Math.exp(-ahead / 8) : ahead > -21 ? 1.5 : 1
  return term * near * (findWeekday(day) > 5 ? 0.35 : 1)
}

/**
 * The days of the demo, oldest first, with the number of bookings that start on each: none while the campus is
 * closed. The sum is exactly `total`.
 */
export function listDays(
  { today }: Pick<Frame, 'today'>,
  closures: readonly Closure[],
  total: number,
): { day: string; bookings: number }[] {
  const days = Array.from({ length: DAYS_BACK + DAYS_AHEAD + 1 }, (_, i) => addDays(today, i - DAYS_BACK))
  const weights = days.map((day, i) => (isClosed(day, closures) ? 0 : liveliness(day, i - DAYS_BACK)))
  const sum = weights.reduce((a, b) => a + b, 0)
  let before = 0
  return days.map((day, i) => {
    const share = (n: number) => Math.round((n / sum) * total)
    const bookings = share(before + (weights[i] ?? 0)) - share(before)
    before += weights[i] ?? 0
    return { day, bookings }
  })
}
