import type { StockInRow } from '@portal/contract/stock-in/stock-in'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { ListPageProps } from '../../../ui/list/list-page.tsx'
import { StockIns } from './stock-ins.tsx'

const { list, audit } = vi.hoisted(() => ({
  list: {} as { shown?: ListPageProps<StockInRow> },
  audit: vi.fn<(sent: { body: unknown }) => Promise<unknown>>(),
}))
vi.mock('../../../ui/list/list-page.tsx', () => ({
  ListPage: (props: ListPageProps<StockInRow>): ReactNode => ((list.shown = props), null),
}))
vi.mock('../stock-in.queries.ts', () => ({
  useStockIns: vi.fn(),
  saveStockIns: vi.fn(),
  auditStockIns: { run: audit },
  storeStockIns: { run: vi.fn() },
}))

afterEach(cleanup)

// the fields that the actions read
const row = (state: StockInRow['state'], can: StockInRow['can']) =>
  ({ id: 3, state, stateAt: '2026-03-01T01:00:00.000Z', totalFen: 12_000, can }) as StockInRow

it('who owns the card is led to the decision, agrees to several, and has reasons of his own', async () => {
  audit.mockResolvedValue([{ id: 3, ok: true, state: 'awaiting_finance', message: '' }])
  render(
    <MemoryRouter>
      <StockIns />
    </MemoryRouter>,
  )
  const asked = row('awaiting_card_owner', ['agree', 'send_back'])
  const label = list.shown?.actions?.[0]?.label
  expect(typeof label === 'function' && label(asked)).toBe('审批')
  const find = (can: string) => list.shown?.batch?.find((b) => b.can === can)
  expect(find('agree')?.confirm?.([asked, asked]).text).toContain('¥240.00')
  await find('agree')?.run([asked], '')
  expect(audit.mock.calls[0]?.[0].body).toMatchObject({ verdict: 'approve', items: [{ id: 3 }] })
  const reason = find('send_back')?.reason
  const listPicks = (...rows: StockInRow[]) =>
    typeof reason === 'function' ? (reason(rows).picks ?? []) : []
  expect(listPicks(asked)).toContain('不同意使用本人的经费卡')
  expect(listPicks(asked)).not.toContain('发票抬头或税号有误')
  expect(listPicks(row('awaiting_finance', ['confirm', 'send_back']))).toContain('发票抬头或税号有误')
})
