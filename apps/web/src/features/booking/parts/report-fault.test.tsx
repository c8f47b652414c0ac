import type { BookingDetail } from '@portal/contract/booking/row'
import type { FillableForm } from '@portal/contract/form/form'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
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
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('nobody reports a fault before it is known what the instrument asks of one', async () => {
  let answer = () => {}
  const known = new Promise<void>((done) => (answer = done))
  vi.stubGlobal('fetch', async () => {
    await known
    return new Response(JSON.stringify({ code: 0, message: '', data: { form }, requestId: 'r' }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  const element = <ReportFault booking={{ id: 3, device: { id: 5 } } as BookingDetail} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  const button = () => screen.getByRole('button', { name: '报告故障并结束' })
  expect(button().hasAttribute('disabled')).toBe(true)
  fireEvent.click(button())
  expect(screen.queryByRole('dialog')).toBeNull()
  answer()
  await waitFor(() => expect(button().hasAttribute('disabled')).toBe(false))
  fireEvent.click(button())
  expect(await screen.findByLabelText('报警代码')).toBeTruthy()
})
