import type { PlanRow } from '@portal/contract/asset/maintenance'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { PlanForm } from './plan-form.tsx'

// The plan as it was when the form opened; it may have been carried out since. Only these fields are read.
const plan = {
  id: 5,
  title: '更换机油',
  detail: null,
  everyDays: 90,
  nextOn: '2026-06-10',
  keeper: { id: 3, name: '保管人' },
  enabled: true,
} as PlanRow

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T04:00:00Z') }))
afterEach(() => void vi.useRealTimers())
const { sent } = stubCalls({ 'POST /api/v2/asset/maintenance/plans': { id: 5 } })

const isDue = (day: string) =>
  waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('下次保养日期').value).toBe(day))

test('a new plan is due after its interval, until another day is chosen', async () => {
  renderPage(<PlanForm deviceId={7} plan={null} onDone={() => {}} />)
  await isDue('2026-06-02')
  fill('周期（天）', '1')
  await isDue('2026-03-05')
  fill('周期（天）', '14')
  await isDue('2026-03-18')
})

test('it follows its interval also in a form that was opened before midnight', async () => {
  renderPage(<PlanForm deviceId={7} plan={null} onDone={() => {}} />)
  await isDue('2026-06-02')
  vi.setSystemTime('2026-03-04T16:01:00Z')
  fill('周期（天）', '14')
  await isDue('2026-03-19')
})

test('it says what it began with, so that a day that was moved meanwhile stays', async () => {
  renderPage(<PlanForm deviceId={7} plan={plan} onDone={() => {}} />)
  fill('保养要求', '用 32 号机油')
  fireEvent.click(screen.getByRole('button', { name: '保存计划' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    id: 5,
    deviceId: 7,
    title: '更换机油',
    detail: '用 32 号机油',
    everyDays: 90,
    nextOn: '2026-06-10',
    keeperId: 3,
    enabled: true,
    seen: {
      title: '更换机油',
      detail: null,
      everyDays: 90,
      nextOn: '2026-06-10',
      keeperId: 3,
      enabled: true,
    },
  })
})
