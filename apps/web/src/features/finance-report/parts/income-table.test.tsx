import { amounts } from '@portal/contract/finance-report/finance-report'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import { IncomeTable } from './income-table.tsx'
import type { Choice } from './use-period.ts'

const sums = Object.fromEntries(amounts.map((a) => [a, 100]))
stubCalls({
  'GET /api/v2/finance-report/table': {
    ...makePage([{ ...sums, key: '2026-01', name: '2026-01', about: null }]),
    sum: sums,
    asOf: '2026-04-03T00:00:00.000Z',
  },
  'GET /api/v2/list-setting': [],
})

test('a month at the end of a period leads to the entries that its row adds up', async () => {
  signIn()
  const days = { from: '2026-01-15', to: '2026-03-20' }
  // the only fields that are read
  const choice = { ...days, asked: days, choose: () => {} } as unknown as Choice
  renderPage(<IncomeTable choice={choice} link={(query) => `/?${new URLSearchParams(query)}`} />, {
    at: '/?by=month',
  })
  const link = await screen.findByRole('link', { name: '明细' })
  expect(link.getAttribute('href')).toBe('/?view=entries&period=custom&from=2026-01-15&to=2026-01-31')
})
