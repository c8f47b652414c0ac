import { describe, expect, test } from 'vitest'
import { listActions, judgeEnd, judgeNew, findState, type Version } from './version.rules.ts'

const today = '2026-03-10'
const past: Version = { from: '2025-01-01', until: '2026-01-01' }
const current: Version = { from: '2026-01-01', until: null }
const coming: Version = { from: '2026-04-01', until: null }

test('where a version stands on a day', () => {
  expect([past, current, coming].map((v) => findState(v, today))).toEqual(['past', 'current', 'coming'])
  expect(findState({ from: today, until: null }, today)).toBe('current')
  expect(findState({ from: '2026-01-01', until: today }, today)).toBe('past')
})
test('only the last version can go or end', () => {
  expect([past, current].map((v) => listActions(v, [past, current], today))).toEqual([[], ['end']])
  expect([current, coming].map((v) => listActions(v, [current, coming], today))).toEqual([[], ['withdraw']])
})
describe('a new version', () => {
  const code = (from: string, all: Version[]) => {
    try {
      judgeNew(from, all, today)
      return null
    } catch (e) {
      return (e as { code: string }).code
    }
  }
  test('starts today at the earliest, and after the last one', () => {
    expect(code(today, [])).toBeNull()
    expect(code(today, [past, current])).toBeNull()
    expect(code('2026-03-09', [])).toBe('PRICE_FROM_PAST')
    expect(code(today, [{ from: today, until: null }])).toBe('PRICE_FROM_TAKEN')
    expect(code('2026-03-20', [current, coming])).toBe('PRICE_LATER_EXISTS')
    expect(code('2026-05-01', [current, coming])).toBeNull()
  })
})
test('the last day is the day before it no longer holds, never in the past', () => {
  expect(judgeEnd(current, '2026-03-31', today)).toBe('2026-04-01')
  expect(() => judgeEnd(current, '2026-03-09', today)).toThrow()
})
