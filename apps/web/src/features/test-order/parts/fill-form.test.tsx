import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { Preview } from './fill-form.tsx'

const { preview } = vi.hoisted(() => ({ preview: vi.fn() }))
vi.mock('../test-order.queries.ts', async (original) => ({
  ...(await original<object>()),
  useBillPreview: preview,
}))
afterEach(cleanup)

const whole = {
  startAt: '2026-01-05T01:00:00.000Z',
  endAt: '2026-01-05T02:00:00.000Z',
  sampleCount: 0,
  preparationMinutes: 0,
  cleanupMinutes: 0,
  trainedStudents: 0,
  trainedTeachers: 0,
  trainedOthers: 0,
  trainedMastery: null,
  outcomes: [],
  extras: [],
  discounts: [],
  result: '',
  remark: '',
}
const draw = (materials: readonly object[]) =>
  render(
    <Form initialValues={{ ...whole, materials }}>
      <Preview id={3} />
    </Form>,
  )
const STALE = '有未填完的项目，填完后更新费用'

test('a bill that stands still while a row is incomplete says so', async () => {
  preview.mockReturnValue({ data: { lines: [], totalFen: 12_000 }, error: null })
  draw([{ label: '靶材', quantity: 1, unitFen: 500 }])
  await waitFor(() => expect(screen.queryByText(STALE)).toBeNull())
  screen.getByText('费用合计')
  cleanup()
  draw([{ label: '靶材', quantity: 1 }])
  await screen.findByText(STALE)
  screen.getByText('费用合计')
})

test('before the first bill the form is to be completed, whatever is missing', () => {
  preview.mockReturnValue({ data: undefined, error: null })
  draw([{ quantity: 1 }])
  screen.getByText('填写完整后显示费用')
})
