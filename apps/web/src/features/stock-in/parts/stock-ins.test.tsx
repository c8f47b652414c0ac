import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { StockIns } from './stock-ins.tsx'

vi.mock('../stock-in.queries.ts', () => {
  const nothing = { data: { items: [], total: 0 }, error: null, isFetching: false, isPlaceholderData: false }
  return {
    useStockIns: () => nothing,
    saveStockIns: vi.fn(),
    auditStockIns: { run: vi.fn() },
    storeStockIns: { run: vi.fn() },
  }
})
afterEach(cleanup)

it('an empty step says what of it is empty, and keeps what was done there in reach', async () => {
  render(
    <MemoryRouter>
      <StockIns title="财务报销入库单" at="awaiting_finance" />
    </MemoryRouter>,
  )
  expect(await screen.findByText('没有待财务报销的入库单')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: '已办理' }))
  expect(await screen.findByText('还没有办理过的入库单')).toBeTruthy()
})
