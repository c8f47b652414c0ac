import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { press } from '../../../testing/hands.ts'
import { clearPage, renderPage } from '../../../testing/page.tsx'
import { CreateSettlement } from './create-settlement.tsx'

const { cards, plan } = vi.hoisted(() => ({
  cards: { items: [] },
  plan: {
    groups: [
      {
        payer: { id: 3, name: '付款人' },
        lab: { id: 1, name: '实验室' },
        totalFen: 100,
        orders: [
          {
            id: 11,
            number: 'CS11',
            device: { id: 1, name: '电镜' },
            booker: { id: 2, name: '预约人' },
            startAt: null,
            totalFen: 100,
          },
        ],
      },
    ],
    left: [],
    more: false,
  },
}))
vi.mock('../settlement.queries.ts', async (original) => ({
  ...(await original<object>()),
  usePlan: () => ({ data: plan, error: null }),
}))
vi.mock('../../fund-card/fund-card.queries.ts', () => ({
  useUsableCards: () => ({ data: cards, isPending: false }),
}))
afterEach(clearPage)

it('who has no card begins with a remittance, and is led back to it', async () => {
  renderPage(<CreateSettlement wanted={{ testOrderIds: '11' }} />)
  const remittance = () => screen.getByRole<HTMLInputElement>('radio', { name: '线下汇款' })
  await waitFor(() => expect(remittance().checked).toBe(true))
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: '经费卡' })))
  expect(remittance().checked).toBe(false)
  await press('改为线下汇款')
  expect(remittance().checked).toBe(true)
})
