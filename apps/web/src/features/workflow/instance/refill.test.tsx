import type { InstanceDetail } from '@portal/contract/workflow/workflow'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill, press } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { hasUnsent } from '../../../ui/form/leave.ts'
import { Refill } from './refill.tsx'

const AT = '2026-11-24T08:00:00Z'
const form = JSON.stringify({
  rule: [{ type: 'input', field: 'topic', title: '课题名称' }],
  options: { resetBtn: true },
})
/** An instance that was returned to its starter; each return is a visit of its own. */
const makeInstance = (visit: number, topic: string): InstanceDetail => ({
  id: 7,
  workflow: { id: 2, name: '开放基金申请' },
  version: 1,
  starter: { id: 1, name: '陈志远' },
  summary: '',
  state: 'running',
  startedAt: AT,
  endedAt: null,
  at: ['发起人修改'],
  awaited: ['陈志远'],
  isStuck: false,
  description: null,
  xml: '',
  form,
  values: { topic },
  hidden: [],
  people: [],
  progress: { done: [], now: [], flows: [] },
  steps: [{ visit, node: 's', name: '发起人修改', since: AT, dueAt: null, stuck: null, returnsTo: [] }],
  timeline: [],
  tasks: [],
  can: ['resubmit'],
})

afterEach(() => localStorage.clear())
stubCalls()
const show = (instance: InstanceDetail) => renderPart(<Refill instance={instance} />)
const box = () => screen.getByLabelText<HTMLInputElement>('课题名称')

test('重置 brings back what was submitted, not an empty form, and nothing is left to be sent', async () => {
  show(makeInstance(5, '加热台'))
  fill('课题名称', '冷台')
  expect(hasUnsent()).toBe(true)
  await press('重置')
  expect([box().value, hasUnsent()]).toEqual(['加热台', false])
  cleanup()
  show(makeInstance(5, '加热台'))
  expect(box().value).toBe('加热台')
})

test('a draft comes back at the same return, and not at a later one over what was sent since', () => {
  show(makeInstance(5, '加热台'))
  fill('课题名称', '冷台')
  cleanup()
  show(makeInstance(5, '加热台'))
  expect(box().value).toBe('冷台')
  cleanup()
  show(makeInstance(9, '真空加热台'))
  expect(box().value).toBe('真空加热台')
})
