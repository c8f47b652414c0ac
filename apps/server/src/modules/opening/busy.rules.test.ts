import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findFullyBusy, sumMinutes, subtract } from './busy.rules.ts'
import type { Interval } from './opening.rules.ts'

const at = (minute: number) => new Date(minute * 60_000)
const from = (a: number, b: number): Interval => ({ from: at(a), to: at(b) })
const shown = (intervals: readonly Interval[]) =>
  intervals.map((i) => [i.from.getTime() / 60_000, i.to.getTime() / 60_000])

describe('fully busy', () => {
  test('one seat: whenever it is used; uses that touch run on', () => {
    expect(shown(findFullyBusy([from(60, 90), from(0, 30), from(30, 60)], 1))).toEqual([
      [0, 30],
      [30, 60],
      [60, 90],
    ])
  })
  test('several seats: only while all are used', () => {
    expect(shown(findFullyBusy([from(0, 60), from(30, 90)], 2))).toEqual([[30, 60]])
    expect(findFullyBusy([from(0, 60), from(60, 90)], 2)).toEqual([])
  })
})

test('what is left is open and not busy, minute by minute', () => {
  const intervals = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 12 }).map((points) => {
    const sorted = points.toSorted((a, b) => a - b)
    return sorted.flatMap((p, i) =>
      i % 2 === 0 && sorted[i + 1] !== undefined ? [from(p, sorted[i + 1] as number)] : [],
    )
  })
  fc.assert(
    fc.property(intervals, intervals, (open, busy) => {
      const left = subtract(open, busy)
      const inside = (set: readonly Interval[], minute: number) =>
        set.some((i) => i.from <= at(minute) && at(minute) < i.to)
      for (let minute = 0; minute < 200; minute++)
        expect(inside(left, minute)).toBe(inside(open, minute) && !inside(busy, minute))
      expect(sumMinutes(left)).toBeLessThanOrEqual(sumMinutes(open))
    }),
  )
})
