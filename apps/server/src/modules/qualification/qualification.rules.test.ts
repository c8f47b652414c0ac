import { expect, test } from 'vitest'
import { findEnd, findLastDay, findState } from './qualification.rules.ts'

const zone = 'Asia/Shanghai'

test('it holds to the end of its last campus day', () => {
  const end = findEnd('2026-12-31', zone)
  expect(end.toISOString()).toBe('2026-12-31T16:00:00.000Z')
  expect(findLastDay(end, zone)).toBe('2026-12-31')
  expect(findLastDay(new Date('2026-12-31T04:00:00Z'), zone)).toBe('2026-12-31')
  // The night of the change to summer time in New York.
  expect(findLastDay(findEnd('2026-03-08', 'America/New_York'), 'America/New_York')).toBe('2026-03-08')
})

test('without end it is valid for ever; two weeks before its end it runs out', () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const inDays = (n: number) => findState(new Date(now.getTime() + n * 86_400_000), now)
  expect([findState(null, now), inDays(15), inDays(14), inDays(1), inDays(0), inDays(-1)]).toEqual([
    'valid',
    'valid',
    'expiring',
    'expiring',
    'expired',
    'expired',
  ])
})
