import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { SettleMany } from './settle-many.tsx'

vi.mock('../settlement.queries.ts', () => ({ createSettlement: vi.fn(), renewSettled: vi.fn() }))
vi.mock('../../fund-card/fund-card.queries.ts', () => ({
  useUsableCards: () => ({ data: { items: [] }, isPending: false }),
}))
afterEach(cleanup)

const order = (id: number) => ({
  id,
  number: `CS${id}`,
  device: { id: 1, name: '电镜' },
  booker: { id: 2, name: '预约人' },
  startAt: null,
  totalFen: 100,
})
const group = (labId: number, ids: number[]) => ({
  payer: { id: 3, name: '付款人' },
  lab: { id: labId, name: `实验室 ${labId}` },
  totalFen: 100 * ids.length,
  orders: ids.map(order),
})

it('one bill by itself is of the orders that were chosen, and no others of that laboratory', () => {
  const plan = { groups: [group(1, [11, 12]), group(2, [13])], left: [], more: false }
  render(
    <MemoryRouter>
      <SettleMany plan={plan} refresh={async () => undefined} />
    </MemoryRouter>,
  )
  const links = screen.getAllByRole('link', { name: '单独结算' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/account/payOrderDetail?testOrders=11%2C12',
    '/account/payOrderDetail?testOrders=13',
  ])
})

it('who has no card begins with a remittance, and is led back to it', () => {
  const plan = { groups: [group(1, [11]), group(2, [13])], left: [], more: false }
  render(
    <MemoryRouter>
      <SettleMany plan={plan} refresh={async () => undefined} />
    </MemoryRouter>,
  )
  const remittance = screen.getByRole<HTMLInputElement>('radio', { name: '线下汇款' })
  const start = screen.getByRole<HTMLButtonElement>('button', { name: '发起 2 张结算单' })
  expect([remittance.checked, start.disabled]).toEqual([true, false])
  fireEvent.click(screen.getByRole('radio', { name: '经费卡' }))
  expect([remittance.checked, start.disabled]).toEqual([false, true])
  fireEvent.click(screen.getByRole('button', { name: '改为线下汇款' }))
  expect([remittance.checked, start.disabled]).toEqual([true, false])
})
