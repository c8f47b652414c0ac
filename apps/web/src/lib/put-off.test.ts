import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPutOff } from './put-off.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('only the last work is done, once, after the pause that follows it', () => {
  const putOff = createPutOff(500)
  const [first, last] = [vi.fn(), vi.fn()]
  putOff.wait(first)
  vi.advanceTimersByTime(499)
  putOff.wait(last)
  vi.advanceTimersByTime(499)
  expect(last).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  putOff.flush()
  dispatchEvent(new Event('pagehide'))
  expect(first).not.toHaveBeenCalled()
  expect(last).toHaveBeenCalledTimes(1)
})

test.each([
  ['the page goes', () => void dispatchEvent(new Event('pagehide'))],
  ['it is asked to', (flush: () => void) => flush()],
])('it is done at once when %s, and not again', (_, leave) => {
  const putOff = createPutOff(500)
  const work = vi.fn()
  putOff.wait(work)
  leave(putOff.flush)
  expect(work).toHaveBeenCalledTimes(1)
  vi.runAllTimers()
  dispatchEvent(new Event('pagehide'))
  expect(work).toHaveBeenCalledTimes(1)
})

test('work that was dropped is never done', () => {
  const putOff = createPutOff(500)
  const work = vi.fn()
  putOff.wait(work)
  putOff.drop()
  vi.runAllTimers()
  putOff.flush()
  dispatchEvent(new Event('pagehide'))
  expect(work).not.toHaveBeenCalled()
})

test('what the last words make wait is done as well when the page goes', () => {
  const [typing, keeping] = [createPutOff(500, { first: true }), createPutOff(500)]
  const [before, after] = [vi.fn(), vi.fn()]
  keeping.wait(before)
  typing.wait(() => keeping.wait(after))
  dispatchEvent(new Event('pagehide'))
  expect(before).not.toHaveBeenCalled()
  expect(after).toHaveBeenCalledTimes(1)
})
