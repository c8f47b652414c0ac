import { expect, test } from 'vitest'
import { MAX_ATTEMPTS, retryAt } from './retry.rules.ts'

const now = new Date('2026-03-02T08:00:00Z')
const minutes = (attempts: number) => {
  const at = retryAt(attempts, now)
  return at && (at.getTime() - now.getTime()) / 60_000
}

test('waits twice as long each time, six hours at most, and gives up in the end', () => {
  expect([1, 2, 3, 4].map(minutes)).toEqual([1, 2, 4, 8])
  expect(minutes(MAX_ATTEMPTS - 1)).toBeLessThanOrEqual(360)
  expect(minutes(MAX_ATTEMPTS)).toBeNull()
  expect(minutes(MAX_ATTEMPTS + 1)).toBeNull()
})
