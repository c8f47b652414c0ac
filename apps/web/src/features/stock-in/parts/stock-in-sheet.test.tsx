import type { StockInDetail } from '@portal/contract/stock-in/stock-in'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { PrintedStockIn } from './stock-in-sheet.tsx'

// The only fields that the paper reads.
const order = {
  id: 7,
  number: 'RK00000007',
  state: 'awaiting_finance',
  purchase: { id: 3, number: 'SG00000003', title: '离心机' },
  acceptance: { id: 5, number: 'YS00000005' },
  dept: { id: 1, name: '材料学院' },
  requester: { id: 2, name: '李娜' },
  totalFen: 1_640_902,
  invoicedFen: 1_640_902,
  payment: 'bank',
  shares: [],
  pieces: [],
  invoices: [],
  history: [],
} as unknown as StockInDetail
vi.mock('../stock-in.queries.ts', () => ({ useStockIn: () => ({ data: order }) }))
afterEach(cleanup)

it('the slip for the reimbursement says its sum in capitals and in figures', () => {
  render(
    <MemoryRouter>
      <PrintedStockIn id={7} />
    </MemoryRouter>,
  )
  expect(screen.getByText('壹万陆仟肆佰零玖元零贰分')).toBeTruthy()
  expect(screen.getByText('¥16,409.02', { selector: 'b' })).toBeTruthy()
})
