import type { InstanceDetail, InstanceTask } from '@portal/contract/workflow/workflow'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { questions } from '../../../lib/tell.ts'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { fill, press } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { hasUnsent } from '../../../ui/form/leave.ts'
import { Decisions } from './decision.tsx'

const AT = '2026-11-24T08:00:00Z'
const ref = { id: 1, name: '陈志远' }
const form = JSON.stringify({
  rule: [
    { type: 'input', field: 'topic', title: '课题名称' },
    { type: 'input', field: 'grant', title: '批复意见', $required: true },
  ],
  options: {},
})
const makeInstance = (writes: string[], about: Partial<InstanceTask> = {}): InstanceDetail => ({
  id: 7,
  workflow: { id: 2, name: '开放基金申请' },
  version: 1,
  starter: ref,
  summary: '',
  state: 'running',
  startedAt: AT,
  endedAt: null,
  at: ['审批'],
  awaited: ['宋佳'],
  isStuck: false,
  description: null,
  xml: '',
  form,
  values: { topic: '加热台' },
  hidden: [],
  people: [],
  progress: { done: [], now: [], flows: [] },
  steps: [],
  timeline: [],
  can: [],
  tasks: [
    {
      id: 70,
      visit: 3,
      node: 'office',
      step: '审批',
      assignee: ref,
      owner: null,
      state: 'waiting',
      opinion: null,
      openedAt: AT,
      decidedAt: null,
      decidedBy: null,
      can: ['agree', 'refuse', 'return', 'delegate', 'transfer', 'claim'],
      ends: true,
      returnsTo: [{ visit: 1, name: '初审' }],
      writes,
      ...about,
    },
  ],
})

/** The answers to the first decisions; those after them succeed. */
let replies: object[] = []
beforeEach(() => void (replies = []))
afterEach(() => localStorage.clear())
const { asked, sent } = stubCalls({
  'POST /api/v2/workflow/tasks/{id}/claim': null,
  'POST /api/v2/workflow/tasks/{id}/decide': () => replies.shift() ?? null,
})

const show = (instance: InstanceDetail, onDone = () => {}) =>
  renderPart(<Decisions instance={instance} onDone={onDone} />)
const opinion = () => screen.getByLabelText<HTMLTextAreaElement>('意见')

test('an opinion stays while its answer is refused, and on another look', async () => {
  replies.push(refuse(409, 'TASK_OVER', '该任务已办理'))
  const done = vi.fn()
  show(makeInstance([]), done)
  fireEvent.change(opinion(), { target: { value: '材料齐全' } })
  await press('同意')
  expect((await screen.findByRole('alert')).textContent).toContain('该任务已办理')
  expect(opinion().value).toBe('材料齐全')
  expect(done).not.toHaveBeenCalled()
  cleanup()
  show(makeInstance([]), done)
  expect(opinion().value).toBe('材料齐全')
  await press('同意')
  expect(done).toHaveBeenCalledOnce()
  expect(sent).toEqual([
    { verdict: 'agree', opinion: '材料齐全', to: null, values: null },
    { verdict: 'agree', opinion: '材料齐全', to: null, values: null },
  ])
})

test('a step sends what it writes and nothing else, and nothing before that is filled in', async () => {
  show(makeInstance(['grant']))
  expect(screen.queryByLabelText('课题名称')).toBeNull()
  await press('同意')
  expect(sent).toEqual([])
  fill(/批复意见/, '准予立项')
  await press('同意')
  expect(sent[0]).toEqual({
    verdict: 'agree',
    opinion: null,
    to: null,
    values: { grant: '准予立项' },
  })
})

test('what was filled in before and is emptied at a step is sent as empty', async () => {
  show(makeInstance(['topic', 'grant']))
  fill('课题名称', '')
  fill(/批复意见/, '准予立项')
  await press('同意')
  expect(sent[0]).toMatchObject({ verdict: 'agree', values: { topic: null, grant: '准予立项' } })
})

test('what a step fills in stays until it is decided, and leaving asks about it', async () => {
  replies.push(refuse(409, 'TASK_OVER', '该任务已办理'))
  const done = vi.fn()
  const grant = () => screen.getByLabelText<HTMLInputElement>(/批复意见/)
  show(makeInstance(['grant']), done)
  expect(hasUnsent()).toBe(false)
  fireEvent.change(grant(), { target: { value: '准予立项' } })
  expect(hasUnsent()).toBe(true)
  await press('同意')
  expect(done).not.toHaveBeenCalled()
  cleanup()
  expect(hasUnsent()).toBe(false)
  show(makeInstance(['grant']), done)
  expect(grant().value).toBe('准予立项')
  await press('同意')
  expect(done).toHaveBeenCalledOnce()
  expect(sent[1]).toMatchObject({ values: { grant: '准予立项' } })
  expect(hasUnsent()).toBe(false)
  cleanup()
  show(makeInstance(['grant']), done)
  expect(grant().value).toBe('')
})

test('returned to a step that was chosen, and only with a word', async () => {
  show(makeInstance([]))
  await press('退回')
  fireEvent.click(screen.getByLabelText('初审'))
  await press('退回')
  expect(screen.getByText('请填写意见')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.change(opinion(), { target: { value: '请补充' } })
  await press('退回')
  expect(sent[0]).toEqual({ verdict: 'return', opinion: '请补充', to: 1, values: null })
})

test('claimed, it is not decided yet', async () => {
  const done = vi.fn()
  show(makeInstance([]), done)
  await press('认领')
  expect(asked[0]?.path).toContain('/api/v2/workflow/tasks/70/claim')
  expect(done).not.toHaveBeenCalled()
})

test.each<[string, Partial<InstanceTask>, string]>([
  ['the one who decides', {}, '流程按拒绝结束，发起人会收到通知。'],
  ['one of several by shares', { ends: false }, '您的意见会计入该环节的办理结果，其他人继续办理。'],
  [
    'who was asked by another',
    { ends: false, owner: { id: 3, name: '宋佳' } },
    '您的意见会转给 宋佳，由其决定。',
  ],
])('refused by %s: the question says what comes of it', async (_, about, sentence) => {
  show(makeInstance([], about))
  fireEvent.change(opinion(), { target: { value: '不妥' } })
  await press('拒绝')
  const [question] = questions.get()
  expect(question?.text).toBe(sentence)
  act(() => question?.answer(false, ''))
})
