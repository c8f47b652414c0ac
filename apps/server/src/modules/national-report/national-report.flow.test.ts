import { rowEvents, rowStates } from '@portal/contract/national-report/national-report'
import { expect, test } from 'vitest'
import { nationalRowFlow } from './national-report.flow.ts'

// Rows are created when a report collects them; no step creates one.

const office = new Set(['office'] as const)

test('every state is reached, and every event is somewhere', () => {
  const reached = new Set(['unreported', ...nationalRowFlow.steps.map((s) => s.to)])
  expect([...reached].toSorted()).toEqual([...rowStates].toSorted())
  expect(new Set(nationalRowFlow.steps.map((s) => s.on))).toEqual(new Set(rowEvents))
})

test('under lock there is one way out, and it says why', () => {
  expect(nationalRowFlow.can('locked', office)).toEqual(['reject'])
  expect(() => nationalRowFlow.judge('locked', 'reject', office)).toThrow('请填写原因')
  expect(nationalRowFlow.judge('locked', 'reject', office, { reason: '图片不清' }).to).toBe('failed')
})

test('nobody but the office takes a step', () => {
  for (const state of rowStates) expect(nationalRowFlow.can(state, new Set())).toEqual([])
})
