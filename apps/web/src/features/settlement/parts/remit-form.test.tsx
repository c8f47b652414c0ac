import { settlementCalls, type SettlementDetail } from '@portal/contract/settlement/settlement'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { press } from '../../../testing/hands.ts'
import { RemitForm } from './remit-form.tsx'

const { copy } = vi.hoisted(() => ({ copy: vi.fn<(text: string, shown?: HTMLElement | null) => void>() }))
vi.mock('../../../lib/copy-text.ts', () => ({ copyText: copy }))
vi.mock('../settlement.queries.ts', () => ({
  useRemit: () => ({ call: settlementCalls.remit, run: vi.fn(), busy: false }),
}))
afterEach(cleanup)

it('who is to remit reads to which account, how much, and what to write on the transfer', async () => {
  // the fields that the form reads
  const settlement = {
    id: 7,
    number: 'JS00000007',
    totalFen: 54_000,
    payer: { id: 3, name: '云岭新材料有限公司' },
    remittance: null,
    remitTo: [{ label: '账号', value: '6200 0000' }],
  } as unknown as SettlementDetail
  const routes = [{ path: '/', element: <RemitForm row={settlement} /> }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  screen.getByText('¥540.00')
  for (const name of ['复制账号', '复制汇款附言']) await press(name)
  expect(copy.mock.calls.map(([text]) => text)).toEqual(['6200 0000', 'JS00000007'])
})
