import { expect, test } from 'vitest'
import { firstStart, judgeTimes, lastEnd, mostAtOnce, formatMultirange } from './use-entry.rules.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour))
const use = (from: number, to: number | null) => ({ startAt: at(from), endAt: to === null ? null : at(to) })
const interval = (from: number, to: number) => ({
  startAt: at(from).toISOString(),
  endAt: at(to).toISOString(),
})

test('times are written as PostgreSQL reads them, in any order', () => {
  const two = [interval(14, 16), interval(8, 10)]
  expect(formatMultirange(two)).toBe(
    '{[2026-03-02T14:00:00.000Z,2026-03-02T16:00:00.000Z),[2026-03-02T08:00:00.000Z,2026-03-02T10:00:00.000Z)}',
  )
  expect([firstStart(two), lastEnd(two)]).toEqual([at(8), at(16)])
})

test('how many are there at once: touching is not overlapping, what runs still has no end', () => {
  expect(mostAtOnce([use(6, 8), use(10, 12)], [interval(8, 10)])).toBe(0)
  expect(mostAtOnce([use(6, 9), use(9, 11)], [interval(8, 10)])).toBe(1)
  expect(mostAtOnce([use(6, 9), use(8, null)], [interval(8, 10)])).toBe(2)
  expect(mostAtOnce([use(6, 9), use(13, 15)], [interval(8, 10), interval(14, 16)])).toBe(1)
})

test('of one seat it has to be said why; of several it is only said that others were there', () => {
  expect(judgeTimes([], [interval(8, 10)], 1)).toEqual({ asksReason: false, warning: null })
  expect(judgeTimes([use(9, 11)], [interval(8, 10)], 1)).toEqual({ asksReason: true, warning: null })
  expect(judgeTimes([use(9, 11)], [interval(8, 10)], 3)).toEqual({
    asksReason: false,
    warning: '该时段另有 1 个机位的使用记录，请确认没有重复登记',
  })
  expect(judgeTimes([use(9, 11), use(8, 10)], [interval(8, 10)], 2).warning).toContain('2 个机位均已有')
})
