import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

// Each test has the module as a tab loads it. What test files share is not new: the last page of the file
// before may have left a stream, and a real timer, which fake ones do not hold, by which it would ask anew.
let listen: typeof import('./live.ts').listen
let onBeginning: typeof import('./live.ts').onBeginning
beforeEach(async () => {
  vi.resetModules()
  ;({ listen, onBeginning } = await import('./live.ts'))
  const { session } = await import('./session.ts')
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1) // the longest pause
  vi.spyOn(session, 'token').mockReturnValue('token')
})
afterAll(() => void vi.resetModules())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('what changed before the stream began, or while it made way for another, is asked for', async () => {
  const agos: number[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    agos.push(Number(new URL(url, 'http://portal').searchParams.get('ago')))
    return new Response(new ReadableStream())
  })
  const stops = [listen(['device:1'], () => {})]
  await vi.advanceTimersByTimeAsync(100)
  await vi.advanceTimersByTimeAsync(600_000)
  stops.push(listen(['me'], () => {}))
  await vi.advanceTimersByTimeAsync(100)
  await vi.advanceTimersByTimeAsync(600_000)
  stops.push(listen(['me'], () => {})) // no new topic: the stream goes on
  await vi.advanceTimersByTimeAsync(600_000)
  stops[0]?.()
  await vi.advanceTimersByTimeAsync(600)
  for (const stop of stops) stop()
  await vi.advanceTimersByTimeAsync(600)
  expect(agos).toHaveLength(3)
  for (const ago of agos) expect(ago).toBeGreaterThanOrEqual(3000)
  // Only from the moment of the change: earlier news was received.
  for (const ago of agos.slice(1)) expect(ago).toBeLessThan(4000)
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

test('who asks is told when the stream begins to be heard, each time anew, and not before', async () => {
  let answer: (response: Response) => void = () => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  let begun = 0
  const stops = [onBeginning(() => begun++), listen(['gates'], () => {})]
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toBe(0)
  answer(new Response('retry: 2000\n\n'))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toBe(1)
  await vi.advanceTimersByTimeAsync(5000)
  answer(new Response('retry: 2000\n\n'))
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toBe(2)
  for (const stop of stops) stop()
})
