import { cleanup, render, screen } from '@testing-library/react'
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

it('an empty step says that nothing waits there, and leads to what has gone on', async () => {
  render(
    <MemoryRouter>
      <StockIns title="财务报销入库单" fixed={{ state: 'awaiting_finance' }} />
    </MemoryRouter>,
  )
  expect(await screen.findByText('没有待财务报销的入库单')).toBeTruthy()
  expect(screen.getByRole('link', { name: '全部入库单' }).getAttribute('href')).toBe(
    '/osp/storage/list?view=stockIn',
  )
})
