import type { WindowFields } from '@portal/contract/opening/opening'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMinutes, findInstant, findLocal, shownPeriod } from '../../../kernel/time.ts'
import { isOpenThroughout, findOpenIntervals } from '../../opening/opening.rules.ts'
import { findGaps, findNearestFree, type Slot } from './alternatives.rules.ts'
import { isOnGrid } from '../booking.rules.ts'

const DAY = '2026-10-24' // the day before clocks change in Berlin
const windows: WindowFields[] = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
  weekday,
  fromMinute: 480,
  toMinute: 1080,
  validFrom: null,
  validTo: null,
  enabled: true,
}))

describe('the nearest free slots', () => {
  const zone = 'Asia/Shanghai'
  const at = (hour: number, days = 0) => findInstant(addDays(DAY, days), hour * 60, zone)
  const open = findOpenIntervals({ windows, exceptions: [], zone, from: at(0), to: at(0, 3) })
  const find = (busy: Slot[], more: Partial<Parameters<typeof findNearestFree>[0]> = {}) =>
    findNearestFree({
      wanted: { from: at(10), to: at(11) },
      open,
      busy,
      seats: [1],
      gridMinutes: 30,
      zone,
      limit: 4,
      ...more,
    }).map((s) => `${s.seat}: ${shownPeriod(s.from, s.to, zone).slice(5)}`)

  test('just before and just after what is taken', () => {
    expect(find([{ seat: 1, from: at(9.5), to: at(12) }])).toEqual([
      '1: 10-24 08:30–09:30',
      '1: 10-24 12:00–13:00',
      '1: 10-24 13:00–14:00',
      '1: 10-24 14:00–15:00',
    ])
  })
  test('another seat at the same time comes first', () => {
    expect(find([{ seat: 1, from: at(9), to: at(12) }], { seats: [1, 2] })[0]).toBe('2: 10-24 10:00–11:00')
  })
  test('the next day when the day is full, and only on the grid', () => {
    expect(find([{ seat: 1, from: at(8), to: at(17.2) }], { limit: 1 })).toEqual(['1: 10-25 08:00–09:00'])
    expect(find([{ seat: 1, from: at(8), to: at(16.9) }], { limit: 1 })).toEqual(['1: 10-24 17:00–18:00'])
  })
  test('none where there is none', () => expect(find([{ seat: 1, from: at(0), to: at(0, 3) }])).toEqual([]))
})

test('gaps are what is open and not taken', () => {
  const t = (n: number) => new Date(n * 60_000)
  expect(
    findGaps(
      [
        { from: t(0), to: t(10) },
        { from: t(20), to: t(30) },
      ],
      [
        { from: t(2), to: t(4) },
        { from: t(4), to: t(5) },
        { from: t(9), to: t(22) },
      ],
    ),
  ).toEqual([
    { from: t(0), to: t(2) },
    { from: t(5), to: t(9) },
    { from: t(22), to: t(30) },
  ])
})

describe('whatever is taken', () => {
  const search = fc.record({
    zone: fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
    grid: fc.constantFrom(15, 30, 60, 120),
    start: fc.integer({ min: 0, max: 4 * 24 * 12 }),
    length: fc.integer({ min: 1, max: 5 }),
    seats: fc.integer({ min: 1, max: 3 }),
    busy: fc.array(
      fc.record({
        seat: fc.integer({ min: 1, max: 3 }),
        start: fc.integer({ min: 0, max: 4 * 24 * 12 }),
        minutes: fc.integer({ min: 5, max: 900 }),
      }),
      { maxLength: 25 },
    ),
  })
  test('what is offered is open, free, on the grid, of the wanted length, nearest first, and nothing nearer was left out', () => {
    fc.assert(
      fc.property(search, ({ zone, grid, start, length, seats, busy: taken }) => {
        const from = findInstant(DAY, 0, zone)
        const range = { from, to: addMinutes(from, 4 * 1440) }
        const schedule = { windows, exceptions: [], zone }
        const wantedFrom = addMinutes(from, start * 5)
        const wanted = { from: wantedFrom, to: addMinutes(wantedFrom, length * grid) }
        const busy = taken.map((b) => ({
          seat: b.seat,
          from: addMinutes(from, b.start * 5),
          to: addMinutes(from, b.start * 5 + b.minutes),
        }))
        const numbers = Array.from({ length: seats }, (_, i) => i + 1)
        const found = findNearestFree({
          wanted,
          open: findOpenIntervals({ ...schedule, ...range }),
          busy,
          seats: numbers,
          gridMinutes: grid,
          zone,
          limit: 5,
        })
        const distance = (t: Date) => Math.abs(t.getTime() - wanted.from.getTime())
        const isFree = (t: Date, seat: number) => {
          const to = addMinutes(t, length * grid)
          return (
            t >= range.from &&
            to <= range.to &&
            isOnGrid(t, grid, zone) &&
            isOpenThroughout({ ...schedule, from: t, to }) &&
            !busy.some((b) => b.seat === seat && b.from < to && b.to > t)
          )
        }
        for (const s of found) {
          expect([findLocal(s.from, zone), s.to.getTime() - s.from.getTime()]).toEqual([
            findLocal(s.from, zone),
            length * grid * 60_000,
          ])
          expect(isFree(s.from, s.seat)).toBe(true)
        }
        expect(found.map((s) => distance(s.from))).toEqual(
          found.map((s) => distance(s.from)).toSorted((a, b) => a - b),
        )
        // Brute force: the nearest of all possible starts.
        let nearest = Infinity
        for (let t = from; t < range.to; t = addMinutes(t, 5))
          if (distance(t) < nearest && numbers.some((seat) => isFree(t, seat))) nearest = distance(t)
        expect(found[0] ? distance(found[0].from) : Infinity).toBe(nearest)
      }),
      { numRuns: 150 },
    )
  })
})
