import { expect, test } from 'vitest'
import { findDays, monthAfter, listMonths, findNextMonth, findState } from './month.rules.ts'

test('months follow each other over the end of a year, with all their days', () => {
  expect([monthAfter('2026-12'), monthAfter('2026-01', -1), monthAfter('2026-03', 24)]).toEqual([
    '2027-01',
    '2025-12',
    '2028-03',
  ])
  expect(findDays('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('what is closed, what comes next, and what has to wait', () => {
  const books = { first: '2026-02', lastClosed: '2026-03', running: '2026-06' }
  expect(['2026-03', '2026-04', '2026-05', '2026-06'].map((m) => findState(m, books))).toEqual([
    'closed',
    'next',
    'waiting',
    'running',
  ])
  expect(listMonths(2026, books)).toEqual(['2026-06', '2026-05', '2026-04', '2026-03', '2026-02'])
  expect(findNextMonth({ ...books, lastClosed: null })).toBe('2026-02')
  expect(findNextMonth({ first: null, lastClosed: null, running: '2026-06' })).toBeNull()
  expect(listMonths(2026, { first: null, lastClosed: null, running: '2026-06' })).toEqual([])
  // Only the current month is left to close.
  expect(findState('2026-06', { ...books, lastClosed: '2026-05' })).toBe('running')
})
