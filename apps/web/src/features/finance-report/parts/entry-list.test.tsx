import type { EntryRow } from '@portal/contract/finance-report/finance-report'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import { EntryList } from './entry-list.tsx'
import type { Choice } from './use-period.ts'

const late: EntryRow = {
  id: 1,
  at: '2026-04-02T02:00:00.000Z',
  kind: 'reversed',
  late: true,
  // Half past one on 1 March on the campus, and still February in UTC.
  originAt: '2026-02-28T17:30:00.000Z',
  testOrderId: 5,
  settlementId: 6,
  way: 'fund_card',
  fee: 'time',
  amountFen: -100,
  device: { id: 1, name: '场发射扫描电镜' },
  lab: { id: 1, name: '电镜中心' },
  dept: { id: 1, name: '材料学院' },
  payer: { id: 1, name: '陈志远' },
}
stubCalls({
  'GET /api/v2/finance-report/entry': { ...makePage([late]), sumFen: -100, asOf: '2026-04-03T00:00:00.000Z' },
  'GET /api/v2/list-setting': [],
})

test('a late entry names the campus month in which the first one was posted', async () => {
  signIn()
  // the only fields that are read
  const choice = { asked: { from: '2026-04-01', to: '2026-04-30' }, choose: () => {} } as unknown as Choice
  renderPage(<EntryList choice={choice} />)
  expect((await screen.findByText(/原入账/)).textContent).toContain('原入账 2026-03')
})
