import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { settlementCalls, type SettlementInvoice } from '@portal/contract/settlement/settlement'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { press } from '../../../testing/hands.ts'
import { Invoice } from './invoice.tsx'

const { name } = vi.hoisted(() => ({ name: vi.fn() }))
vi.mock('../settlement.queries.ts', () => ({
  useNameInvoice: () => ({ call: settlementCalls.nameInvoice, run: name, busy: false }),
  useIssueInvoice: () => ({ call: settlementCalls.issueInvoice, run: vi.fn(), busy: false }),
}))
beforeEach(() => void name.mockReset().mockResolvedValue({}))
afterEach(cleanup)

const draw = (more: Partial<SettlementInvoice>) => {
  const none = { title: null, taxNumber: null, email: null, number: null, invoicedOn: null, can: [] }
  const routes = [{ path: '/', element: <Invoice id={7} invoice={{ ...none, ...more }} /> }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}

it('the payer says for whom it is', async () => {
  draw({ title: '云岭新材料有限公司', can: ['name'] })
  screen.getByText('未开具')
  expect(screen.queryByRole('button', { name: '登记发票' })).toBeNull()
  const taxNumber = screen.getByLabelText('纳税人识别号')
  fireEvent.change(taxNumber, { target: { value: '12-34' } })
  await press('保存开票信息')
  expect(name).not.toHaveBeenCalled()
  fireEvent.change(taxNumber, { target: { value: '91330100MA27XF6T0J' } })
  await press('保存开票信息')
  await waitFor(() =>
    expect(name.mock.lastCall?.[0]).toMatchObject({
      params: { id: 7 },
      body: { title: '云岭新材料有限公司', taxNumber: '91330100MA27XF6T0J' },
    }),
  )
})

it('finance enters its number, and corrects it', () => {
  draw({ can: ['issue'] })
  screen.getByRole('button', { name: '登记发票' })
  cleanup()
  draw({ number: '12345678', invoicedOn: '2026-01-05', can: ['issue'] })
  screen.getByRole('button', { name: '更正发票' })
  screen.getByText('2026-01-05')
})
