import { expect, test } from 'vitest'
import { together } from './together.ts'

const later = async <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(() => resolve(value), ms))

test('answers like Promise.all', async () => {
  expect(await together([later(5, 'a'), 2, Promise.resolve(null)])).toEqual(['a', 2, null])
})
test('fails only when everything has ended, with what went wrong first', async () => {
  let ended = false
  const slow = later(20, 'x').then(() => (ended = true))
  const cause = Object.assign(new Error('constraint'), { code: '23503' })
  const follower = Object.assign(new Error('current transaction is aborted'), { code: '25P02' })
  await expect(together([Promise.reject(follower), slow, Promise.reject(cause)])).rejects.toBe(cause)
  expect(ended).toBe(true)
})
