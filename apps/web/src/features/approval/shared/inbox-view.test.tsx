import type { Task } from '@portal/contract/approval/approval'
import type { Verdict } from '@portal/contract/kernel/rows'
import { expect, test, vi } from 'vitest'
import { deciding } from '../../../lib/verdicts.ts'
import { defineInbox } from './inbox-view.tsx'

const verdicts = { approve: 'approve', refuse: 'send_back' } as const

test('a batch names what was seen: the inbox its entry, a list since when the row was so', async () => {
  const run = vi.fn(async (): Promise<readonly Verdict[]> => [])
  const inbox = defineInbox('scrap', {} as never, {
    by: { run },
    states: { dept_head: 'awaiting_dept_head' },
    verdicts,
    refusal: { word: '退回', picks: [] },
  })
  const task = { id: 7, rowId: 3, business: 'scrap', step: 'dept_head' } as Task
  await inbox.decide([task], 'approve', null, 'once')
  const said = { verdict: 'approve', reason: null }
  expect(run).toHaveBeenLastCalledWith({
    body: { ...said, items: [{ id: 3, state: 'awaiting_dept_head', task: 7 }] },
    idempotencyKey: 'once',
  })
  const seen = { id: 3, state: 'awaiting_dept_head', stateAt: '2026-11-27T01:00:00.000Z' }
  const row = { ...seen, number: 'BF3' }
  await deciding({ run }, String)([row], 'approve', '通过', null)
  expect(run).toHaveBeenLastCalledWith({ body: { ...said, items: [seen] }, idempotencyKey: undefined })
})

test('a refusal has the reasons of whoever decides at that step', () => {
  const inbox = defineInbox('scrap', {} as never, {
    by: { run: async () => [] },
    states: { dept_head: 'awaiting_dept_head', finance: 'awaiting_finance' },
    verdicts,
    refusal: { word: '退回', picks: ['仪器仍可使用'] },
    refusalAt: { finance: { word: '退回', picks: ['账面不符'] } },
  })
  const picks = (step: string) => inbox.refusal({ business: 'scrap', step } as Task).picks
  expect([picks('dept_head'), picks('finance')]).toEqual([['仪器仍可使用'], ['账面不符']])
})
