import type { BookingDetail } from '@portal/contract/booking/row'
import type { FillableForm } from '@portal/contract/form/form'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { ReportFault } from './report-fault.tsx'

const form: FillableForm = {
  id: 7,
  version: 1,
  name: '故障登记',
  description: null,
  text: JSON.stringify({
    rule: [{ type: 'input', field: 'code', title: '报警代码', $required: true }],
    options: {},
  }),
}
const { answer } = stubCalls()

test('nobody reports a fault before it is known what the instrument asks of one', async () => {
  const known = Promise.withResolvers<object>()
  answer({ 'GET /api/v2/form/asked': () => known.promise })
  renderPage(<ReportFault booking={{ id: 3, device: { id: 5 } } as BookingDetail} />)
  const button = () => screen.getByRole('button', { name: '报告故障并结束' })
  expect(button().hasAttribute('disabled')).toBe(true)
  fireEvent.click(button())
  expect(screen.queryByRole('dialog')).toBeNull()
  known.resolve({ form })
  await waitFor(() => expect(button().hasAttribute('disabled')).toBe(false))
  fireEvent.click(button())
  // The form's code is loaded now.
  expect(await screen.findByLabelText('报警代码', {}, { timeout: 20_000 })).toBeTruthy()
})
