import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from './failure.ts'
import { held, hold, readSaid, release, releaseAll, undo, UNDO_MS, undoLast, type Deed } from './held.ts'
import { messages, say } from './tell.ts'

const send = vi.fn<() => Promise<unknown>>()
const reopen = vi.fn()
const deed = (task: number, part: Partial<Deed> = {}): Deed => ({
  label: '通过',
  title: `预约 ${task}`,
  reason: `意见 ${task}`,
  tasks: [task],
  send,
  reopen,
  ...part,
})
const states = () => held.get().map((h) => `${h.title} ${h.state}`)
const said = () => messages.get().map((m) => m.text)

beforeEach(() => {
  vi.useFakeTimers()
  messages.set([])
  send.mockReset().mockResolvedValue(undefined)
  reopen.mockReset()
})
afterEach(() => {
  held.set([])
  messages.set([])
  vi.useRealTimers()
})

test('a decision is sent when its ten seconds are over, not before, and once', async () => {
  hold(deed(1, { done: '已通过' }))
  await vi.advanceTimersByTimeAsync(UNDO_MS - 1)
  expect([send.mock.calls.length, states()]).toEqual([0, ['预约 1 waiting']])
  await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(10 * UNDO_MS)
  expect([send.mock.calls.length, states(), said()]).toEqual([1, [], ['已通过']])
})

test('what was undone is never sent; what was said with it is there again, and its task opens', async () => {
  hold(deed(1))
  undo(held.get()[0]?.id ?? 0)
  await vi.advanceTimersByTimeAsync(10 * UNDO_MS)
  await releaseAll()
  expect([send.mock.calls.length, states(), readSaid(1), reopen.mock.calls.length]).toEqual([
    0,
    [],
    '意见 1',
    1,
  ])
  // A new decision starts without the old reason.
  hold(deed(1, { reason: '' }))
  expect(readSaid(1)).toBe('')
})

test('several are undone one by one, the youngest first; what is on its way no longer', async () => {
  hold(deed(1))
  hold(deed(2))
  let answer = (_: unknown) => {}
  send.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const going = release(held.get()[0]?.id ?? 0)
  expect(states()).toEqual(['预约 1 sending', '预约 2 waiting'])
  undo(held.get()[0]?.id ?? 0)
  expect([undoLast(), undoLast(), states()]).toEqual([true, false, ['预约 1 sending']])
  answer(undefined)
  await going
  expect([send.mock.calls.length, states()]).toEqual([1, []])
})

test('a fourth sends the first', async () => {
  for (const task of [1, 2, 3, 4]) hold(deed(task))
  await vi.advanceTimersByTimeAsync(0)
  expect([send.mock.calls.length, states()]).toEqual([
    1,
    ['预约 2 waiting', '预约 3 waiting', '预约 4 waiting'],
  ])
})

test('a page that goes away sends what waits, in the same turn', () => {
  hold(deed(1))
  hold(deed(2))
  dispatchEvent(new Event('pagehide'))
  expect([send.mock.calls.length, states()]).toEqual([2, ['预约 1 sending', '预约 2 sending']])
})

test('somebody else was first: it stays until it is seen, is said once, and cannot be sent again', async () => {
  const tooLate = '陈志 已处理，当前状态为待主任审核'
  send.mockImplementation(() => {
    say('warning', tooLate)
    return Promise.reject(new Failure({ kind: 'refused', message: tooLate, code: 'TOO_LATE', status: 409 }))
  })
  hold(deed(1))
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(held.get()).toMatchObject([{ state: 'failed', why: tooLate, again: false }])
  expect(said()).toEqual([])
  await vi.advanceTimersByTimeAsync(100 * UNDO_MS)
  expect(held.get()).toHaveLength(1)
  undo(held.get()[0]?.id ?? 0)
  expect([states(), readSaid(1), reopen.mock.calls.length]).toEqual([[], '意见 1', 1])
})

test('a lost connection is told, and the same is sent again on demand', async () => {
  send.mockRejectedValueOnce(new Failure({ kind: 'network', message: '网络异常' }))
  hold(deed(1))
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(held.get()).toMatchObject([{ state: 'failed', why: '网络异常', again: true }])
  await release(held.get()[0]?.id ?? 0)
  expect([send.mock.calls.length, states()]).toEqual([2, []])
})

test('a batch that was refused in part leads back to what was not taken, and only there', async () => {
  send.mockImplementation(async () => {
    say('warning', '已通过 1 项，1 项未能处理', { lines: ['预约 2：经费卡余额不足'] })
    return false
  })
  hold(deed(1, { tasks: [1, 2], left: () => [2] }))
  await vi.advanceTimersByTimeAsync(UNDO_MS)
  expect(held.get()).toMatchObject([
    { state: 'failed', why: '已通过 1 项，1 项未能处理；预约 2：经费卡余额不足', again: false, partly: true },
  ])
  expect(said()).toEqual([])
  undo(held.get()[0]?.id ?? 0)
  expect([reopen.mock.calls, readSaid(1), readSaid(2)]).toEqual([[[2]], '', '意见 1'])
})
