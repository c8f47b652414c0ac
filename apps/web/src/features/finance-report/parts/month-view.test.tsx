import { amounts, type MatterRow } from '@portal/contract/finance-report/finance-report'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart, signIn } from '../../../testing/page.tsx'
import { MonthView } from './month-view.tsx'

const listRows = (of: MatterRow['rows'][number]['of'], count: number) =>
  Array.from({ length: count }, (_, i) => ({ of, id: i + 1 }))
const open: MatterRow[] = [
  { code: 'finance', count: 30, amountFen: 100, rows: listRows('settlement', 20) },
  { code: 'reversal', count: 2, amountFen: 100, rows: listRows('settlement', 2) },
  { code: 'write_off', count: 9, amountFen: 100, rows: listRows('test_order', 9) },
]
const warnings: MatterRow[] = [
  { code: 'unpaid', count: 8, amountFen: 100, rows: listRows('test_order', 8) },
  { code: 'unconfirmed', count: 8, amountFen: 100, rows: listRows('test_order', 8) },
]
const { answer } = stubCalls()

async function show(state: 'next' | 'closed', ...permissions: string[]) {
  const month = {
    month: '2026-01',
    from: '2026-01-01',
    to: '2026-01-31',
    state,
    sums: Object.fromEntries(amounts.map((a) => [a, 0])),
    closedAt: null,
    closedBy: null,
    can: [],
    open: state === 'closed' ? [] : open,
    warnings,
    agrees: true,
    reports: [],
    asOf: '2026-02-01T00:00:00.000Z',
  }
  answer({ 'GET /api/v2/finance-report/month/2026-01': month })
  signIn({ permissions })
  renderPart(
    <MemoryRouter>
      <MonthView month="2026-01" />
    </MemoryRouter>,
  )
  await screen.findByText('已确认、尚未收款的测试单：8 项')
  const whole = screen.queryAllByRole('link', { name: '查看全部' }).map((a) => a.getAttribute('href'))
  const named = screen.getAllByRole('listitem').map((li) => li.querySelectorAll('a').length)
  return { whole, named }
}

test('more matters than are named lead to the list of all of them', async () => {
  const { whole, named } = await show('next', 'FINANCIAL_EDIT', 'SETTLE_ORDER_VIEW', 'TEST_ORDER_VIEW')
  expect(whole).toEqual([
    '/open-sharing/settles?state=awaiting_finance',
    '/account/audit-list?business=test_order&step=write_off',
    '/open-sharing/finance-report?view=outstanding&period=2026-01',
  ])
  expect(named.at(-1), 'no list shows the unconfirmed alone').toBe(8)
})

test('what no list can be opened for is named as far as it is known', async () => {
  const { whole, named } = await show('next', 'FINANCIAL_VIEW')
  expect(whole).toEqual(['/open-sharing/finance-report?view=outstanding&period=2026-01'])
  expect(named).toEqual([20, 2, 9, 6, 8])
})

test('the lists of today do not stand beside what was open at a closing', async () => {
  expect(await show('closed', 'FINANCIAL_EDIT', 'SETTLE_ORDER_VIEW')).toEqual({ whole: [], named: [8, 8] })
})
