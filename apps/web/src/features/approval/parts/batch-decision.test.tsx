import type { Business, Task } from '@portal/contract/approval/approval'
import type { Verdict } from '@portal/contract/kernel/rows'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Deed } from '../../../lib/held.ts'
import { messages } from '../../../lib/tell.ts'
import { answerQuestion, press } from '../../../testing/hands.ts'
import { clearPage, renderPart } from '../../../testing/page.tsx'
import type { InboxView } from '../shared/inbox-view.tsx'
import { BatchDecision } from './batch-decision.tsx'

const { decide } = vi.hoisted(() => ({
  decide: vi.fn<(...asked: Parameters<InboxView['decide']>) => Promise<readonly Verdict[]>>(),
}))
vi.mock('../shared/registry.ts', () => ({
  loadView: async (business: Business) => ({
    Panel: () => null,
    batch: () => true,
    decide,
    refusal: () => ({ word: business === 'stock_in' ? '退回' : '驳回', picks: [] }),
  }),
}))
afterEach(() => {
  clearPage()
  messages.set([])
  decide.mockReset()
})

// the fields that the bar reads
const task = (id: number, business: Business, single = false) =>
  ({ id, rowId: id, business, single, title: `事项 ${id}`, amountFen: null }) as Task
const onHold = vi.fn<(deed: Deed) => void>()
async function show(...tasks: Task[]) {
  onHold.mockReset()
  renderPart(<BatchDecision tasks={tasks} picked={tasks} onPick={vi.fn()} onDone={vi.fn()} onHold={onHold} />)
  // The view of each business loads by itself.
  await waitFor(() => expect(screen.queryByText(/项需逐项处理/)).toBeNull())
  await screen.findAllByRole('button', { name: /\d 项$/ })
}
const buttons = () => screen.getAllByRole('button').map((b) => b.textContent)
async function decideBy(name: string, reason = '') {
  await press(name)
  await answerQuestion(true, reason)
  return onHold.mock.calls[0]?.[0]
}

test('a yes is offered only for what a yes alone will do for; a no for all', async () => {
  await show(task(1, 'booking'), task(2, 'booking', true))
  expect(buttons()).toEqual(['通过 1 项', '驳回 2 项'])
  expect(screen.getByRole('status').textContent).toBe('已选 2 项，其中 1 项需逐项通过')
  expect((await decideBy('通过 1 项'))?.tasks).toEqual([1])
})

test('a no has the word of the single task', async () => {
  await show(task(1, 'stock_in'))
  expect(buttons()).toEqual(['通过 1 项', '退回 1 项'])
  cleanup()
  await show(task(1, 'stock_in'), task(2, 'booking'))
  expect(buttons()).toEqual(['通过 2 项', '驳回或退回 2 项'])
})

test('what was not accepted is known by its task', async () => {
  await show(task(1, 'stock_in'), task(2, 'stock_in'))
  decide.mockResolvedValue([
    { id: 1, ok: true, state: 'awaiting_info', message: '' },
    { id: 2, ok: false, state: null, message: '已由他人处理' },
  ])
  const deed = await decideBy('退回 2 项', '发票文件不清楚')
  expect([deed?.label, await deed?.send(), deed?.left?.()]).toEqual(['退回 2 项', false, [2]])
  expect(messages.get().map((m) => [m.text, m.lines])).toEqual([
    ['已退回 1 项，1 项未能处理', ['事项 2：已由他人处理']],
  ])
})

test('more than the server takes at once go in parts, all of them in the same turn', async () => {
  const many = Array.from({ length: 250 }, (_, i) => task(i + 1, 'booking'))
  await show(...many, task(251, 'stock_in'))
  const waiting: (() => void)[] = []
  decide.mockImplementation(
    (tasks) =>
      new Promise((resolve) => {
        waiting.push(() =>
          resolve(tasks.map((t) => ({ id: t.rowId, ok: t.rowId !== 150, state: null, message: '已变化' }))),
        )
      }),
  )
  const deed = await decideBy('通过 251 项')
  const sent = deed?.send()
  expect(decide.mock.calls.map(([tasks]) => tasks.length)).toEqual([100, 100, 50, 1])
  expect(decide.mock.calls.slice(0, 3).flatMap(([tasks]) => tasks)).toEqual(many)
  expect(new Set(decide.mock.calls.map(([, , , key]) => key)).size).toBe(4)
  for (const answer of waiting) answer()
  expect([await sent, deed?.left?.()]).toEqual([false, [150]])
  // The same attempt again has the same keys, so that nothing is decided twice.
  const keys = decide.mock.calls.map(([, , , key]) => key)
  decide.mockReset().mockResolvedValue([])
  await deed?.send()
  expect(decide.mock.calls.map(([, , , key]) => key)).toEqual(keys)
})
