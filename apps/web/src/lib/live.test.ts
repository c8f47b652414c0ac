import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from './live.ts'
import { session } from './session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1) // the longest pause
  vi.spyOn(session, 'token').mockReturnValue('token')
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a stream that had to make room for another window waits as long as it was told; else it is soon back', async () => {
  const tells = ['retry: 2000\n\n', 'retry: 2000\n\nretry: 60000\n\n', 'retry: 2000\n\n']
  const ask = vi.fn(async () => new Response(tells.shift()))
  vi.stubGlobal('fetch', ask)
  const stop = listen(['device:1'], () => {})
  const asked: number[] = []
  for (const ms of [100, 5000, 25_000, 33_000]) {
    await vi.advanceTimersByTimeAsync(ms)
    asked.push(ask.mock.calls.length)
  }
  stop()
  expect(asked).toEqual([1, 2, 2, 3])
})
