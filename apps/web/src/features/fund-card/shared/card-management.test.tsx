import type { FundCardRow } from '@portal/contract/fund-card/fund-card'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { questions } from '../../../lib/tell.ts'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
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
afterEach(() => questions.set([]))
stubCalls({ 'GET /api/v2/fund-card/list': makePage([card]), 'GET /api/v2/list-setting': [] })

test('who suspends a card is told first that bookings lose what they hold on it', async () => {
  signIn({ permissions: ['FINANCIAL_EDIT'] })
  renderPage(<CardManagement intro={null} />)
  fireEvent.click(await screen.findByRole('button', { name: '停用' }))
  await waitFor(() => expect(questions.get()).toHaveLength(1))
  expect(questions.get()[0]?.title).toBe('停用经费卡 K-7？')
  expect(questions.get()[0]?.text).toMatch(/预约冻结的款项立即解冻.*另选经费卡/)
})
