import { expect, test } from 'vitest'
import { startAttempt } from './attempt.ts'
import { Failure } from './failure.ts'

test('what is sent again has its key until it was done, whatever was answered', async () => {
  const attempt = startAttempt()
  const keys: string[] = []
  const fail = (status: number) => (key: string) => {
    keys.push(key)
    return Promise.reject(new Failure({ kind: 'http', message: '', status }))
  }
  const body = { amountFen: 100 }
  for (const status of [0, 503, 504, 401, 429]) await attempt(body, fail(status)).catch(() => {})
  expect(new Set(keys).size).toBe(1)
  await attempt({ amountFen: 200 }, fail(422)).catch(() => {})
  await attempt(body, fail(504)).catch(() => {})
  expect([keys[5] === keys[0], keys[6] === keys[0]]).toEqual([false, true])
  expect(await attempt(body, (key) => Promise.resolve(key))).toBe(keys[0])
  expect(await attempt(body, (key) => Promise.resolve(key))).not.toBe(keys[0])
})
