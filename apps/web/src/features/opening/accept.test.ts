import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../../lib/failure.ts'
import { messages } from '../../lib/tell.ts'
import { answerWhenAsked } from '../../testing/hands.ts'
import { acceptingly } from './accept.ts'

const touched = new Failure({ kind: 'refused', code: 'TOUCHES_BOOKINGS', message: '3 个预约' })
const offline = new Failure({ kind: 'network', message: '网络错误' })
beforeEach(() => messages.set([])) // other files' messages
afterEach(() => messages.set([]))

test('a change despite bookings that fails at the second call is told', async () => {
  const work = vi.fn().mockRejectedValueOnce(touched).mockRejectedValueOnce(offline)
  const done = acceptingly(work)
  await answerWhenAsked(true)
  expect(await done).toBe(false)
  expect(work.mock.calls).toEqual([[false], [true]])
  expect(messages.get().map((m) => m.text)).toEqual(['网络错误'])
})
