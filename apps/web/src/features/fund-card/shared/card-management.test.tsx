import type { FundCardRow } from '@portal/contract/fund-card/fund-card'
import type { CurrentUser } from '@portal/contract/session/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import { questions } from '../../../lib/tell.ts'
import { CardManagement } from './card-management.tsx'

const card: FundCardRow = {
  id: 7,
  number: 'K-7',
  name: '纳米材料课题',
  projectCode: null,
  owner: { id: 3, name: '卡主任' },
  dept: { id: 5, name: '材料学院' },
  balanceFen: 100_000,
  frozenFen: 20_000,
  creditFen: 0,
  availableFen: 80_000,
  validFrom: null,
  validTo: null,
  enabled: true,
  state: 'usable',
  disabledReason: null,
  remark: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  can: ['suspend'],
}
beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    const data = address.includes('/fund-card/list') ? { items: [card], total: 1 } : []
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  session.begin('t', { uid: 1, roles: [], permissions: ['FINANCIAL_EDIT'] } as unknown as CurrentUser, false)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  questions.set([])
  session.end()
  vi.unstubAllGlobals()
})

test('who suspends a card is told first that bookings lose what they hold on it', async () => {
  const routes = [{ path: '/', element: <CardManagement intro={null} /> }]
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: '停用' }))
  await waitFor(() => expect(questions.get()).toHaveLength(1))
  expect(questions.get()[0]?.title).toBe('停用经费卡 K-7？')
  expect(questions.get()[0]?.text).toMatch(/预约冻结的款项立即解冻.*另选经费卡/)
})
