import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { messages } from '../../../lib/tell.ts'
import { answerWhenAsked } from '../../../testing/hands.ts'
import { closingly } from './closing.ts'

const remaining = new Failure({ kind: 'refused', code: 'LAB_HAS_BOOKINGS', message: '2 个预约' })
const offline = new Failure({ kind: 'network', message: '网络错误' })
const told = () => messages.get().map((m) => m.text)
beforeEach(() => messages.set([])) // other files' messages
afterEach(() => messages.set([]))

test('closing despite bookings that fails at the second call is told', async () => {
  const work = vi.fn().mockRejectedValueOnce(remaining).mockRejectedValueOnce(offline)
  const done = closingly(work)
  await answerWhenAsked(true)
  expect(await done).toBe(false)
  expect(work.mock.calls).toEqual([[false], [true]])
  expect(told()).toEqual(['网络错误'])
})

test('a user who declines is told nothing more', async () => {
  const done = closingly(vi.fn().mockRejectedValueOnce(remaining))
  await answerWhenAsked(false)
  expect(await done).toBe(false)
  expect(told()).toEqual([])
})
