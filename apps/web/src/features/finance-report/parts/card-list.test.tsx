import type { Permission } from '@portal/contract/kernel/permissions'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { clearPage, renderPart, signIn } from '../../../testing/page.tsx'
import { CardList } from './card-list.tsx'
import type { Choice } from './use-period.ts'

const entry = {
  id: 1,
  at: '2026-03-15T07:00:00.000Z',
  kind: 'freeze',
  balanceDeltaFen: 0,
  frozenDeltaFen: 100,
  balanceAfterFen: 500,
  frozenAfterFen: 100,
  business: 'booking',
  rowId: 9,
  note: null,
}
stubCalls({
  'GET /api/v2/finance-report/card-entry': makePage([entry, { ...entry, id: 2, business: 'settlement' }]),
  'GET /api/v2/list-setting': [],
})

async function listDoors(scope: Choice['scope'], ...permissions: Permission[]) {
  const days = { from: '2026-03-01', to: '2026-03-31' }
  const choice: Choice = {
    ...days,
    name: '2026-03',
    scope,
    today: '2026-03-20',
    asked: days,
    kept: {},
    choose: () => undefined,
  }
  signIn({ permissions })
  renderPart(
    <MemoryRouter initialEntries={['/?view=cards&card=7']}>
      <CardList choice={choice} link={() => '/'} />
    </MemoryRouter>,
  )
  await screen.findByRole('link', { name: '查看结算单' })
  const doors = screen.queryAllByRole('link', { name: '查看预约单' }).length
  clearPage()
  return doors
}

test('an entry leads to its booking only if that opens for the reader', async () => {
  expect(await listDoors(undefined, 'FINANCIAL_VIEW')).toBe(0)
  expect(await listDoors(undefined, 'FINANCIAL_VIEW', 'SUBSCRIBE_ORDER_ALL')).toBe(1)
  expect(await listDoors('own', 'FINANCIAL_VIEW')).toBe(1)
  expect(await listDoors(undefined)).toBe(1)
})
