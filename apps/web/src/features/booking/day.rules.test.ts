import { expect, test } from 'vitest'
import {
  findDayWindow,
  findFirst,
  isFree,
  listFreeSpans,
  locateIn,
  readChoice,
  type DayDevice,
} from './day.rules.ts'

const at = (hour: number) => new Date(Date.parse('2026-01-04T16:00:00Z') + hour * 3_600_000).toISOString()
const taken = (from: number, to: number, seat = 1) => ({
  startAt: at(from),
  endAt: at(to),
  seat,
  mine: false,
  id: null,
  state: null,
  who: null,
})
const device = (more: Partial<DayDevice> = {}): DayDevice => ({
  id: 1,
  serialId: 'S',
  name: '电镜',
  status: 'normal',
  lab: { id: 1, name: '电镜中心' },
  selfOperated: true,
  sampleDelivery: false,
  capacity: 1,
  gridMinutes: 30,
  minMinutes: 60,
  horizonDays: 30,
  noticeMinutes: 0,
  stretches: [
    { startAt: at(0), endAt: at(9), open: false, reason: null },
    { startAt: at(9), endAt: at(17), open: true, reason: null },
    { startAt: at(17), endAt: at(24), open: false, reason: null },
  ],
  busy: [],
  ...more,
})

test('the window holds every device’s hours', () => {
  const window = findDayWindow('2026-01-05', [device(), device({ busy: [taken(19, 20)] })])
  expect([window.startAt, window.endAt, window.hours.length]).toEqual([at(8), at(21), 13])
})
test('a span is placed in percent and cut at the edges', () => {
  const window = { startAt: at(8), endAt: at(18) }
  expect(locateIn(window, { startAt: at(9), endAt: at(10) })).toEqual({ left: 10, width: 10 })
  expect(locateIn(window, { startAt: at(6), endAt: at(9) })).toEqual({ left: 0, width: 10 })
  expect(locateIn(window, { startAt: at(18), endAt: at(20) })).toBeNull()
})
test('a click chooses the shortest use on the grid', () => {
  expect(readChoice({ startAt: at(8), endAt: at(18) }, 0.16, device())).toEqual({
    startAt: at(9.5),
    endAt: at(10.5),
    seat: null,
  })
})
test('what is free is read out from now on, without gaps too short to use', () => {
  expect(listFreeSpans(device({ busy: [taken(11, 12), taken(12.5, 14)] }), at(9.5))).toEqual([
    { startAt: at(9.5), endAt: at(11) },
    { startAt: at(14), endAt: at(17) },
  ])
})
test('with two seats a device is free while one of them is', () => {
  expect(listFreeSpans(device({ capacity: 2, busy: [taken(11, 13), taken(12, 14, 2)] }), at(0))).toEqual([
    { startAt: at(9), endAt: at(12) },
    { startAt: at(13), endAt: at(17) },
  ])
})

test('a place is free while it is open, to come, and has a seat', () => {
  const d = device({ busy: [taken(11, 12)] })
  const free = (from: number, to: number, now = 8) => isFree(d, { startAt: at(from), endAt: at(to) }, at(now))
  expect([free(9, 10), free(10.5, 11.5), free(16.5, 17.5), free(9, 10, 9.5)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
test('so shortly or so far ahead as nobody may book, nothing is free', () => {
  const late = device({ noticeMinutes: 120 })
  expect(listFreeSpans(late, at(9.5))).toEqual([{ startAt: at(11.5), endAt: at(17) }])
  const free = (d: DayDevice, now: number) => isFree(d, { startAt: at(11), endAt: at(12) }, at(now))
  expect([free(late, 8.5), free(late, 9.5)]).toEqual([true, false])
  const near = device({ horizonDays: 1 })
  expect(listFreeSpans(near, at(9 - 24))).toEqual([{ startAt: at(9), endAt: at(17) }])
  expect(listFreeSpans(near, at(9 - 48))).toEqual([])
  expect([free(near, 9 - 24), free(near, 9 - 48)]).toEqual([true, false])
})
test('through the last night that one may book, what is free ends with the day', () => {
  const open = [{ startAt: at(0), endAt: at(48), open: true, reason: null }]
  expect(listFreeSpans(device({ horizonDays: 1, stretches: open }), at(9 - 24))).toEqual([
    { startAt: at(0), endAt: at(24) },
  ])
})
test('free time that has begun is taken from the next place of the grid on', () => {
  const first = (from: number, to: number) => findFirst({ startAt: at(from), endAt: at(to) }, device())
  expect(first(9.2, 12)).toEqual({ startAt: at(9.5), endAt: at(10.5) })
  expect(first(9.2, 10.2)).toBeNull()
})
