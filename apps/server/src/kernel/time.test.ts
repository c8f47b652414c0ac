import { describe, expect, test } from 'vitest'
import {
  addDays,
  findInstant,
  findLocal,
  minutesBetween,
  findMonday,
  shownAt,
  shownBeside,
  shownPeriod,
  findWeekday,
} from './time.ts'

// Days around every kind of clock change: an hour at night, half an hour, a skipped day,
// one that ends at midnight.
const changes: [zone: string, day: string][] = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['America/Santiago', '2026-04-04'],
  ['America/Santiago', '2026-09-06'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-29'],
  ['Asia/Beirut', '2026-03-29'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Shanghai', '2026-06-01'],
  ['UTC', '2026-06-01'],
  ['Asia/Kathmandu', '2026-06-01'],
  ['America/St_Johns', '2026-03-08'],
]

/** Every minute of three days with its wall time, as Intl itself formats it. */
function clockAround(zone: string, day: string): { instant: number; wall: string }[] {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const noon = Date.parse(`${day}T12:00:00Z`)
  const found = []
  for (let t = noon - 65 * 3_600_000; t <= noon + 65 * 3_600_000; t += 60_000)
    found.push({ instant: t, wall: format.format(t) })
  return found
}
const findWall = (day: string, minute: number) =>
  `${day} ${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

describe.each(changes)('%s around %s', (zone, day) => {
  const clock = clockAround(zone, day)
  test('an instant is read as the clock shows it', () => {
    for (const { instant, wall } of clock) {
      const local = findLocal(new Date(instant), zone)
      expect(findWall(local.day, local.minute)).toBe(wall)
      expect(local.weekday).toBe(findWeekday(local.day))
    }
  })
  test('a wall time is the first instant that shows it, or, skipped, the first after the gap', () => {
    const first = new Map<string, number>()
    for (const { instant, wall } of clock) if (!first.has(wall)) first.set(wall, instant)
    for (const d of [addDays(day, -1), day, addDays(day, 1)]) {
      for (let minute = 0; minute < 1440; minute += 5) {
        const wall = findWall(d, minute)
        const expected = first.get(wall) ?? clock.find((c) => c.wall > wall)?.instant
        expect([wall, findInstant(d, minute, zone).toISOString()]).toEqual([
          wall,
          new Date(expected ?? NaN).toISOString(),
        ])
      }
      expect(findInstant(d, 1440, zone)).toEqual(findInstant(addDays(d, 1), 0, zone))
    }
  })
})

test('days and weeks', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
  expect([findWeekday('2026-09-28'), findWeekday('2026-10-04')]).toEqual([1, 7])
  expect(findMonday('2026-10-04')).toBe('2026-09-28')
  expect(findMonday('2026-09-28')).toBe('2026-09-28')
  expect(minutesBetween(new Date('2026-01-01T00:00:00Z'), new Date('2026-01-01T01:30:00Z'))).toBe(90)
})
test('seconds are left behind', () => {
  expect(findLocal(new Date('2026-06-01T00:00:59Z'), 'Asia/Shanghai')).toEqual({
    day: '2026-06-01',
    minute: 480,
    weekday: 1,
  })
})

test('as people read it', () => {
  const from = new Date('2026-06-01T01:30:00Z')
  expect(shownAt(from, 'Asia/Shanghai')).toBe('2026-06-01 09:30')
  expect(shownPeriod(from, new Date('2026-06-01T03:00:00Z'), 'Asia/Shanghai')).toBe('2026-06-01 09:30–11:00')
  expect(shownPeriod(from, new Date('2026-06-01T16:00:00Z'), 'Asia/Shanghai')).toBe(
    '2026-06-01 09:30–2026-06-02 00:00',
  )
  expect(shownBeside(from, new Date('2026-06-01T15:59:00Z'), 'Asia/Shanghai')).toBe('23:59')
  expect(shownBeside(from, new Date('2026-06-01T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-06-02 00:00')
})

// Only where vitest.config.ts runs these tests in a time zone of its own.
test.runIf(process.env['IN_ZONE'])('the process is in the zone it was put in', () => {
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(process.env['IN_ZONE'])
  expect(new Date('2026-07-01T12:00:00Z').getHours()).toBe(8)
})
