import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  addDays,
  listBeginnings,
  findAgain,
  findDay,
  listEndings,
  findFirstFreeDay,
  listFreeSeats,
  findHours,
  findScroll,
  instantOfWall,
  keepWeek,
  listLaterEnds,
  readDay,
  readStartDay,
  findMonday,
  findMonthStart,
  findRoom,
  findOffset,
  shiftChoice,
  snap,
  unbind,
  findStart,
  findWall,
  type Week,
} from './calendar.rules.ts'

afterEach(() => void vi.useRealTimers())
/** Stops the clock, since midnight may come between two looks at it. Returns the day. */
function holdToday(): string {
  vi.useFakeTimers({ toFake: ['Date'] })
  return findDay(new Date())
}

// Shanghai is eight hours ahead: 01:00Z is nine in the morning.
const opening = {
  selfOperated: true,
  sampleDelivery: false,
  capacity: 1,
  gridMinutes: 30,
  minMinutes: 60,
  maxMinutes: 180,
  horizonDays: 30,
  noticeMinutes: 0,
  cancelLimitMinutes: 0,
  cancelFeeFen: 0,
  payModes: ['post' as const],
  fundCardRequired: false,
  qualificationRequired: false,
  notes: null,
}
const week: Week = {
  device: {
    id: 1,
    serialId: 'S1',
    name: '扫描电镜',
    lab: { id: 1, name: '电镜中心' },
    categoryId: null,
    closed: null,
  },
  zone: 'Asia/Shanghai',
  now: '2026-01-05T01:10:00.000Z',
  opening,
  stretches: [
    { startAt: '2026-01-04T16:00:00.000Z', endAt: '2026-01-05T01:00:00.000Z', open: false, reason: null },
    { startAt: '2026-01-05T01:00:00.000Z', endAt: '2026-01-05T05:00:00.000Z', open: true, reason: null },
    { startAt: '2026-01-05T05:00:00.000Z', endAt: '2026-01-05T16:00:00.000Z', open: false, reason: null },
  ],
  busy: [
    {
      startAt: '2026-01-05T03:30:00.000Z',
      endAt: '2026-01-05T04:00:00.000Z',
      seat: 1,
      mine: false,
      id: null,
      state: null,
      who: null,
    },
  ],
}

test('days are the campus’', () => {
  expect(findDay('2026-01-04T16:30:00Z')).toBe('2026-01-05')
  expect(findStart('2026-01-05')).toBe('2026-01-04T16:00:00.000Z')
  expect(findMonday('2026-01-11')).toBe('2026-01-05')
  expect(findMonthStart('2026-01-11')).toBe('2026-01-01')
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(findOffset('2026-01-05T01:00:00Z')).toBe('+08:00')
})

test('a calendar looks for free time from the day that an address names, but not before today', () => {
  const today = holdToday()
  const [later, past] = [addDays(today, 3), addDays(today, -1)]
  expect([later, past, 'Friday', null].map(readStartDay)).toEqual([later, today, today, today])
})

describe('choosing', () => {
  test('a dragged range lands on the grid and is long enough', () => {
    expect(snap({ startAt: '2026-01-05T01:40:00Z', endAt: '2026-01-05T01:50:00Z' }, opening)).toEqual({
      startAt: '2026-01-05T01:30:00.000Z',
      endAt: '2026-01-05T02:30:00.000Z',
    })
  })
  test('beginnings are not past, open for the shortest use, and free', () => {
    expect(listBeginnings(week, '2026-01-05').map((b) => b.startAt.slice(11, 16))).toEqual([
      '01:30',
      '02:00',
      '02:30',
      '04:00',
    ])
  })
  test('a day’s room is counted from now on, without what is taken', () => {
    // Open from nine to one; at ten past nine 230 minutes remain, of which half an hour is booked.
    expect(findRoom(week, '2026-01-05')).toEqual({ open: 230, free: 200 })
    expect(findRoom(week, '2026-01-04')).toEqual({ open: 0, free: 0 })
    const [late, near] = [
      { ...opening, noticeMinutes: 60 },
      { ...opening, horizonDays: 0 },
    ]
    expect(findRoom({ ...week, opening: late }, '2026-01-05')).toEqual({ open: 170, free: 140 })
    expect(findRoom({ ...week, opening: near }, '2026-01-05')).toEqual({ open: 230, free: 200 })
    const two = { ...week, opening: { ...opening, capacity: 2 } }
    expect(findRoom(two, '2026-01-05')).toEqual({ open: 230, free: 230 })
  })
  test('the last day that can be booked is one to its end, and no later day is', () => {
    // Monday, eight in the morning.
    const ahead = {
      ...week,
      now: '2026-01-05T00:00:00.000Z',
      opening: { ...opening, horizonDays: 7 },
      stretches: ['2026-01-12', '2026-01-13'].map((day) => ({
        startAt: `${day}T01:00:00.000Z`,
        endAt: `${day}T10:00:00.000Z`,
        open: true,
        reason: null,
      })),
    }
    expect(findRoom(ahead, '2026-01-12')).toEqual({ open: 540, free: 540 })
    expect(listBeginnings(ahead, '2026-01-12')).toHaveLength(17)
    expect(findRoom(ahead, '2026-01-13')).toEqual({ open: 0, free: 0 })
    expect(listBeginnings(ahead, '2026-01-13')).toEqual([])
    // The instrument's operator may name any time; the limits for bookers do not apply.
    expect(listBeginnings(unbind(ahead), '2026-01-13')).toHaveLength(17)
    const paused = { ...ahead, stretches: ahead.stretches.map((s) => ({ ...s, open: false })) }
    expect(listBeginnings(unbind(paused), '2026-01-13')).toHaveLength(17)
  })
  test('a calendar opens where something is free', () => {
    expect(findFirstFreeDay(week, '2026-01-05')).toBe('2026-01-05')
    expect(findFirstFreeDay({ ...week, now: '2026-01-05T09:00:00.000Z' }, '2026-01-05')).toBe('2026-01-12')
    const friday = week.stretches.map((s) => ({
      ...s,
      startAt: s.startAt.replace('-04T', '-08T').replace('-05T', '-09T'),
      endAt: s.endAt.replace('-05T', '-09T'),
    }))
    expect(findFirstFreeDay({ ...week, stretches: friday }, '2026-01-07')).toBe('2026-01-09')
  })
  test('endings stop at the next booking', () => {
    expect(listEndings(week, '2026-01-05T01:30:00.000Z').map((e) => e.slice(11, 16))).toEqual([
      '02:30',
      '03:00',
      '03:30',
    ])
  })
  test('endings stop at the longest use', () => {
    expect(listEndings({ ...week, busy: [] }, '2026-01-05T01:30:00.000Z')).toHaveLength(5)
  })
  test('another seat is free while one is taken', () => {
    expect(
      listFreeSeats(
        { ...week, opening: { ...opening, capacity: 3 } },
        { startAt: '2026-01-05T03:00:00Z', endAt: '2026-01-05T04:00:00Z' },
      ),
    ).toEqual([2, 3])
  })
})

test('a use is extended on the grid, as far as it can go', () => {
  expect(
    listLaterEnds('2026-01-05T03:00:00.000Z', '2026-01-05T04:10:00.000Z', 30).map((e) => e.slice(11, 16)),
  ).toEqual(['03:30', '04:00'])
  expect(
    listLaterEnds('2026-01-05T03:10:00.000Z', '2026-01-05T03:30:00.000Z', 30).map((e) => e.slice(11, 16)),
  ).toEqual(['03:30'])
  // Over several free weeks the ends are not listed by the quarter of an hour.
  const until = '2026-01-07T03:00:00.000Z'
  const long = listLaterEnds('2026-01-05T03:00:00.000Z', until, 15)
  expect([long.length, long.at(-1)]).toEqual([96 + 24, until])
})

test('drawn at the campus’ wall time, and back', () => {
  expect(findWall('2026-01-05T01:30:00.000Z')).toBe('2026-01-05T09:30:00')
  expect(instantOfWall('2026-01-05T09:30:00')).toBe('2026-01-05T01:30:00.000Z')
})

test('the hours drawn surround what is open', () => {
  expect(findHours(week)).toEqual({ from: '08:00', to: '14:00' })
  const night = { startAt: '2026-01-12T13:00:00.000Z', endAt: '2026-01-12T15:00:00.000Z' }
  const later = { ...week, stretches: [...week.stretches, { ...night, open: true, reason: null }] }
  expect(findHours(keepWeek(later, '2026-01-05'))).toEqual({ from: '08:00', to: '14:00' })
})
test('what is open or booked across midnight is drawn on the day after as well', () => {
  const across = (from: string, to: string) => ({ startAt: instantOfWall(from), endAt: instantOfWall(to) })
  const open = (span: ReturnType<typeof across>) => ({
    stretches: [{ ...span, open: true, reason: null }],
    busy: [],
  })
  const whole = { from: '00:00', to: '24:00' }
  expect(findHours(open(across('2026-01-05T20:00:00', '2026-01-06T04:00:00')))).toEqual(whole)
  expect(findHours(open(across('2026-01-05T08:00:00', '2026-01-09T18:00:00')))).toEqual(whole)
  expect(findHours({ ...week, busy: [across('2026-01-05T23:00:00', '2026-01-06T01:00:00')] })).toEqual(whole)
  expect(findHours(open(across('2026-01-05T20:00:00', '2026-01-06T00:00:00')))).toEqual({
    from: '19:00',
    to: '24:00',
  })
})

describe('a choice moved by keys', () => {
  // Friday, 9:00 to 11:00.
  const choice = { startAt: '2026-01-09T01:00:00.000Z', endAt: '2026-01-09T03:00:00.000Z', seat: 2 }
  test('goes along the day by the grid, and to another day at the same hours', () => {
    expect(shiftChoice(choice, { steps: 1 }, opening)).toEqual({
      startAt: '2026-01-09T01:30:00.000Z',
      endAt: '2026-01-09T03:30:00.000Z',
      seat: 2,
    })
    expect(shiftChoice(choice, { days: -1 }, opening)).toEqual({
      startAt: '2026-01-08T01:00:00.000Z',
      endAt: '2026-01-08T03:00:00.000Z',
      seat: 2,
    })
  })
  test('grows and shrinks no further than a use may', () => {
    const after = (longer: number) => shiftChoice(choice, { longer }, opening).endAt
    expect(after(1)).toBe('2026-01-09T03:30:00.000Z')
    expect(after(3)).toBe(choice.endAt)
    expect(after(-2)).toBe('2026-01-09T02:00:00.000Z')
    expect(after(-3)).toBe(choice.endAt)
  })
})

describe('where a calendar of fixed height opens', () => {
  const days = ['2026-01-05', '2026-01-06']
  const late = { ...week, now: '2026-01-05T12:00:00.000Z' }
  test('at the choice, at now while it is open, else at the first open hour', () => {
    const choice = { startAt: '2026-01-06T06:30:00.000Z', endAt: '2026-01-06T07:00:00.000Z' }
    expect(findScroll(week, days, choice)).toBe('14:30')
    expect(findScroll(week, ['2026-01-05'], choice)).toBe('09:10')
    expect(findScroll(late, days, null)).toBe('09:00')
  })
  test('of a week without any, in the morning', () => {
    expect(findScroll({ ...late, stretches: [] }, days, null)).toBe('09:00')
  })
})

describe('the hours of a past booking once more', () => {
  // A Wednesday in Shanghai, 14:00 to 16:00.
  const was = { startAt: '2025-12-31T06:00:00.000Z', endAt: '2025-12-31T08:00:00.000Z' }
  test('on the next such day of the week', () => {
    expect(findAgain(was, '2026-01-05T01:00:00.000Z')).toEqual({
      startAt: '2026-01-07T06:00:00.000Z',
      endAt: '2026-01-07T08:00:00.000Z',
      seat: null,
    })
  })
  test('not today: a week on; and over midnight as it was', () => {
    expect(findAgain(was, '2026-01-07T01:00:00.000Z').startAt).toBe('2026-01-14T06:00:00.000Z')
    const night = { startAt: '2025-12-31T14:00:00.000Z', endAt: '2025-12-31T18:00:00.000Z' }
    expect(findAgain(night, '2026-01-05T01:00:00.000Z').endAt).toBe('2026-01-07T18:00:00.000Z')
  })
})

test('an address that names no day opens a calendar on today', () => {
  const today = holdToday()
  for (const text of [null, '', '明天', '2026-99-99', '2026-13-01']) expect(readDay(text)).toBe(today)
  expect(readDay('2026-03-02')).toBe('2026-03-02')
})
