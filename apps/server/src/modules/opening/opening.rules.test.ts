import type { ExceptionFields, WindowFields } from '@portal/contract/opening/opening'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, findInstant, findLocal, findWeekday } from '../../kernel/time.ts'
import {
  findClosingReason,
  isOpenFor,
  isOpenThroughout,
  findOpenIntervals,
  hasOpenInterval,
  listStretches,
  type Interval,
  type Schedule,
} from './opening.rules.ts'

const zone = 'Asia/Shanghai'
const window = (
  weekday: number,
  from: number,
  to: number,
  more: Partial<WindowFields> = {},
): WindowFields => ({
  weekday,
  fromMinute: from * 60,
  toMinute: to * 60,
  validFrom: null,
  validTo: null,
  enabled: true,
  ...more,
})
const exception = (
  firstDay: string,
  lastDay: string,
  more: Partial<ExceptionFields> = {},
): ExceptionFields => ({
  deviceId: null,
  firstDay,
  lastDay,
  open: false,
  fromMinute: 0,
  toMinute: 1440,
  reason: '国庆节放假',
  ...more,
})
/** `08:00`, by the wall clock of the zone, on a day of the week that starts on Monday 2026-09-28. */
const at = (day: string, hour: number, where = zone) => findInstant(day, hour * 60, where)
const shown = (intervals: Interval[], where = zone) =>
  intervals.map(({ from, to }) =>
    [from, to]
      .map((t) => `${findLocal(t, where).day.slice(5)} ${findLocal(t, where).minute / 60}`)
      .join(' – '),
  )

const workdays: WindowFields[] = [1, 2, 3, 4, 5].map((d) => window(d, 8, 18))
const week = { from: at('2026-09-28', 0), to: at('2026-10-05', 0), zone }

describe('open intervals', () => {
  test('weekly windows, cut to what was asked for', () => {
    expect(
      shown(
        findOpenIntervals({
          windows: workdays,
          exceptions: [],
          zone,
          from: at('2026-09-28', 12),
          to: at('2026-09-29', 9),
        }),
      ),
    ).toEqual(['09-28 12 – 09-28 18', '09-29 8 – 09-29 9'])
  })
  test('windows that touch or overlap, also across midnight, are one', () => {
    const windows = [window(1, 8, 12), window(1, 11, 14), window(1, 14, 24), window(2, 0, 2)]
    expect(shown(findOpenIntervals({ ...week, windows, exceptions: [] }))).toEqual(['09-28 8 – 09-29 2'])
  })
  test('a window counts from its first to its last day, and not when switched off', () => {
    const windows = [
      window(1, 8, 9, { validFrom: '2026-09-29' }),
      window(2, 8, 9, { validTo: '2026-09-29' }),
      window(3, 8, 9, { enabled: false }),
    ]
    expect(shown(findOpenIntervals({ ...week, windows, exceptions: [] }))).toEqual(['09-29 8 – 09-29 9'])
  })
  test('a campus holiday closes, the device’s own exception opens again', () => {
    const exceptions = [
      exception('2026-10-01', '2026-10-07'),
      exception('2026-10-02', '2026-10-02', { deviceId: 7, open: true, fromMinute: 540, toMinute: 720 }),
    ]
    expect(shown(findOpenIntervals({ ...week, windows: workdays, exceptions }))).toEqual([
      '09-28 8 – 09-28 18',
      '09-29 8 – 09-29 18',
      '09-30 8 – 09-30 18',
      '10-02 9 – 10-02 12',
    ])
  })
  test('a repair closes whatever extra hours the device has', () => {
    const exceptions = [
      exception('2026-09-28', '2026-10-04', { deviceId: 7, open: true, reason: '加开' }),
      exception('2026-09-28', '2026-10-03', { deviceId: 7, reason: '维修', fromMinute: 60 }),
    ]
    expect(shown(findOpenIntervals({ ...week, windows: [], exceptions })).at(-1)).toBe('10-04 0 – 10-05 0')
    expect(shown(findOpenIntervals({ ...week, windows: [], exceptions }))[0]).toBe('09-28 0 – 09-28 1')
  })
  test('an empty or reversed range has none', () => {
    expect(
      findOpenIntervals({ windows: workdays, exceptions: [], zone, from: week.to, to: week.from }),
    ).toEqual([])
  })
})

describe('clocks that change', () => {
  const windows = [window(7, 1, 4)]
  const measureLength = (day: string) => {
    const found = findOpenIntervals({
      windows,
      exceptions: [],
      zone: 'America/New_York',
      from: at(day, 0, 'America/New_York'),
      to: at(addDays(day, 1), 0, 'America/New_York'),
    })
    return found.map(({ from, to }) => (to.getTime() - from.getTime()) / 3_600_000)
  }
  test('01:00 to 04:00 is two hours in spring, four in autumn', () => {
    expect(measureLength('2026-03-08')).toEqual([2])
    expect(measureLength('2026-11-01')).toEqual([4])
    expect(measureLength('2026-11-08')).toEqual([3])
  })
  test('a window inside the skipped hour is not there', () => {
    const found = findOpenIntervals({
      windows: [window(7, 2, 3)],
      exceptions: [],
      zone: 'America/New_York',
      from: at('2026-03-08', 0, 'America/New_York'),
      to: at('2026-03-09', 0, 'America/New_York'),
    })
    expect(found).toEqual([])
  })
})

describe('is it open throughout', () => {
  test('yes inside one interval, no across a gap or an edge', () => {
    const judge = (from: Date, to: Date) =>
      isOpenThroughout({ windows: workdays, exceptions: [], zone, from, to })
    expect(judge(at('2026-09-28', 8), at('2026-09-28', 18))).toBe(true)
    expect(judge(at('2026-09-28', 7.5), at('2026-09-28', 9))).toBe(false)
    expect(judge(at('2026-09-28', 17), at('2026-09-29', 9))).toBe(false)
    expect(judge(at('2026-10-03', 9), at('2026-10-03', 10))).toBe(false)
  })
})

describe('why it is closed', () => {
  const exceptions = [
    exception('2026-10-01', '2026-10-07'),
    exception('2026-10-01', '2026-10-01', { deviceId: 7, reason: '搬迁', fromMinute: 600, toMinute: 660 }),
  ]
  const schedule = { windows: workdays, exceptions, zone }
  test('the device’s reason before the campus’s, nothing where only the windows end', () => {
    expect(findClosingReason(schedule, at('2026-10-01', 10), at('2026-10-01', 11))).toBe('搬迁')
    expect(findClosingReason(schedule, at('2026-10-01', 11), at('2026-10-01', 12))).toBe('国庆节放假')
    expect(findClosingReason(schedule, at('2026-09-30', 19), at('2026-09-30', 20))).toBeNull()
  })
  test('stretches carry it, day by day', () => {
    const stretches = listStretches({ ...schedule, from: at('2026-09-30', 12), to: at('2026-10-02', 0) })
    expect(stretches.map((s) => [shown([s])[0], s.open, s.reason])).toEqual([
      ['09-30 12 – 09-30 18', true, null],
      ['09-30 18 – 10-01 0', false, null],
      ['10-01 0 – 10-02 0', false, '搬迁'],
    ])
  })
})

describe('whatever the schedule', () => {
  const minutes = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .map(([a, b]) => ({ fromMinute: Math.min(a, b - 1), toMinute: Math.max(a + 1, b) }))
  const someDay = fc.integer({ min: 0, max: 20 }).map((n) => addDays('2026-10-20', n))
  const schedule: fc.Arbitrary<Schedule> = fc.record({
    zone: fc.constantFrom('Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'UTC'),
    windows: fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: 7 }), minutes, fc.boolean())
        .map(([weekday, m, enabled]) => ({ weekday, ...m, enabled, validFrom: null, validTo: null })),
      { maxLength: 8 },
    ),
    exceptions: fc.array(
      fc
        .tuple(someDay, fc.integer({ min: 0, max: 3 }), minutes, fc.boolean(), fc.constantFrom(null, 1))
        .map(([firstDay, more, m, open, deviceId]) => ({
          firstDay,
          lastDay: addDays(firstDay, more),
          ...m,
          open,
          deviceId,
          reason: '测试',
        })),
      { maxLength: 6 },
    ),
  })
  const range = fc.tuple(someDay, fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 1, max: 5 * 1440 }))

  /** A direct implementation of the rule, minute by minute. */
  function openAt(instant: Date, { windows, exceptions, zone: where }: Schedule): boolean {
    const { day, minute } = findLocal(instant, where)
    const covers = (m: { fromMinute: number; toMinute: number }) =>
      m.fromMinute <= minute && minute < m.toMinute
    const of = (device: boolean) =>
      exceptions.filter(
        (e) => (e.deviceId !== null) === device && e.firstDay <= day && day <= e.lastDay && covers(e),
      )
    for (const device of [true, false]) {
      const here = of(device)
      if (here.length) return here.every((e) => e.open)
    }
    return windows.some((w) => w.enabled && w.weekday === findWeekday(day) && covers(w))
  }

  test('intervals are in order, apart, inside the range, and say for each minute what the rule says', () => {
    fc.assert(
      fc.property(schedule, range, (s, [day, minute, length]) => {
        const from = findInstant(day, minute, s.zone)
        const to = new Date(from.getTime() + length * 60_000)
        const intervals = findOpenIntervals({ ...s, from, to })
        for (const least of [0, 30, 1440, 2000])
          expect(hasOpenInterval({ ...s, from, to }, least)).toBe(
            intervals.some((i) => i.to.getTime() - i.from.getTime() >= least * 60_000),
          )
        let last = from.getTime() - 1
        for (const i of intervals) {
          expect(i.from.getTime()).toBeGreaterThan(last)
          expect(i.to.getTime()).toBeGreaterThan(i.from.getTime())
          last = i.to.getTime()
        }
        expect(last).toBeLessThanOrEqual(to.getTime())
        // In the repeated hour of a clock change, a window ends at the first occurrence, so the local time
        // alone is ambiguous.
        const twice = (t: Date) =>
          [
            t,
            new Date(t.getTime() - 3_600_000),
            new Date(t.getTime() + 3_600_000),
            new Date(t.getTime() + 1_800_000),
            new Date(t.getTime() - 1_800_000),
          ].some(
            (other) =>
              other.getTime() !== t.getTime() &&
              findLocal(other, s.zone).minute === findLocal(t, s.zone).minute,
          )
        for (let t = from.getTime(); t < to.getTime(); t += 17 * 60_000) {
          const instant = new Date(t)
          if (twice(instant)) continue
          expect(intervals.some((i) => i.from <= instant && instant < i.to)).toBe(openAt(instant, s))
        }
      }),
      { numRuns: 120 },
    )
  })
  test('stretches fill the range without a gap', () => {
    fc.assert(
      fc.property(schedule, range, (s, [day, minute, length]) => {
        const from = findInstant(day, minute, s.zone)
        const to = new Date(from.getTime() + length * 60_000)
        const stretches = listStretches({ ...s, from, to })
        expect(stretches[0]?.from).toEqual(from)
        expect(stretches.at(-1)?.to).toEqual(to)
        stretches.slice(1).forEach((stretch, i) => expect(stretch.from).toEqual(stretches[i]?.to))
        expect(stretches.filter((x) => x.open).map(({ from: a, to: b }) => ({ from: a, to: b }))).toEqual(
          findOpenIntervals({ ...s, from, to }),
        )
      }),
      { numRuns: 200 },
    )
  })
})

test('a booking that is there stands where it is taken: who was let in outside of hours only a closure stops', () => {
  const all = { enabled: true, selfOperated: true, sampleDelivery: true }
  const range = { from: at('2026-09-28', 20), to: at('2026-09-28', 21) }
  const open = { windows: workdays, exceptions: [], zone }
  const shut = { ...open, exceptions: [exception('2026-09-28', '2026-09-28')] }
  const mine = { ...range, kind: 'self_operated', overridden: null } as const
  const letIn = { ...mine, overridden: ['NOT_OPEN'] }
  const samples = { ...mine, kind: 'sample_delivery' } as const
  const judge = (served: typeof all, schedule: Schedule) =>
    [mine, letIn, samples].map((b) => isOpenFor(b, served, schedule))
  expect([
    judge(all, open),
    judge(all, shut),
    judge({ ...all, sampleDelivery: false }, open),
    judge({ ...all, enabled: false }, open),
    isOpenFor({ ...mine, from: at('2026-09-28', 9), to: at('2026-09-28', 10) }, all, open),
  ]).toEqual([[false, true, true], [false, false, false], [false, true, false], [false, false, false], true])
})
