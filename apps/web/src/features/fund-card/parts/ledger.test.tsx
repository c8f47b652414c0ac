import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { Ledger } from './ledger.tsx'

const row = {
  id: 1,
  kind: 'deposit',
  balanceDeltaFen: 100,
  frozenDeltaFen: 0,
  balanceAfterFen: 7_654_300,
  frozenAfterFen: 0,
  business: 'card',
  rowId: 1,
  at: '2026-03-15T07:00:00.000Z',
  note: '拨入经费',
}
const list = (...names: readonly string[]) => names.map((name, id) => ({ id, name }))
const settled = {
  ...row,
  id: 3,
  balanceAfterFen: 200,
  business: 'settlement',
  rowId: 9,
  use: { people: list('林晓雨', '吴子涵', '马俊', '高磊'), devices: list('电镜') },
}
const held = { ...row, id: 4, balanceAfterFen: 200, business: 'booking', rowId: 9 }
const reimbursed = { ...row, id: 2, balanceAfterFen: 100, business: 'stock_in', rowId: 12 }
vi.mock('../fund-card.queries.ts', () => ({
  saveLedger: vi.fn(),
  useLedger: () => ({
    data: { pages: [{ items: [row, reimbursed, settled, held], next: 1 }] },
    error: new Failure({ kind: 'network', status: 0, message: '网络错误' }),
    isPending: false,
    hasNextPage: true,
    fetchNextPage: vi.fn(),
  }),
}))
afterEach(cleanup)

it('older lines that did not come take nothing away of what is there', () => {
  render(
    <MemoryRouter>
      <Ledger cardId={7} own={false} opensBookings />
    </MemoryRouter>,
  )
  expect(screen.getByText(/76,543/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /更早的流水/ })).toBeTruthy()
})

it('a reimbursement leads to its order, under the number that the order has', () => {
  render(
    <MemoryRouter>
      <Ledger cardId={7} own={false} opensBookings />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link', { name: '入库单 RK00000012' })
  expect(link.getAttribute('href')).toBe('/osp/storage/finance?id=12')
})

it('screen readers read all names, also those for which the column has no room', () => {
  render(
    <MemoryRouter>
      <Ledger cardId={7} own={false} opensBookings />
    </MemoryRouter>,
  )
  expect(screen.getByText('林晓雨、吴子涵、马俊、高磊').className).toBe('sr-only')
  // A name given to an element without a role is not read.
  expect(screen.getByText('林晓雨、吴子涵、马俊 等 4 人').getAttribute('aria-hidden')).toBe('true')
  screen.getByText('电镜')
})

it('a booking is a link only for those for whom it opens', () => {
  for (const opensBookings of [true, false]) {
    render(
      <MemoryRouter>
        <Ledger cardId={7} own={false} opensBookings={opensBookings} />
      </MemoryRouter>,
    )
    expect(screen.getByText('预约 9').closest('a') !== null).toBe(opensBookings)
    cleanup()
  }
})
