import { amounts } from '@portal/contract/finance-report/finance-report'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPart, signIn } from '../../../testing/page.tsx'
import { IncomeTable } from './income-table.tsx'
import type { Choice } from './use-period.ts'

const sums = Object.fromEntries(amounts.map((a) => [a, 100]))
const rows = ['2026-03', '2026-04', '2026-05'].map((key) => ({ ...sums, key, name: key, about: null }))
stubCalls({
  'GET /api/v2/finance-report/table': { ...makePage(rows), sum: sums, asOf: '2026-05-10T00:00:00.000Z' },
  'GET /api/v2/list-setting': [],
})

test('a month leads to the entries of its days in the period, which its figures count', async () => {
  const days = { from: '2026-03-10', to: '2026-05-09' }
  const choice: Choice = {
    ...days,
    name: 'custom',
    scope: undefined,
    today: '2026-05-10',
    asked: days,
    kept: {},
    choose: () => undefined,
  }
  signIn()
  renderPart(
    <MemoryRouter initialEntries={['/?view=table&by=month']}>
      <IncomeTable choice={choice} link={(query) => `/?${new URLSearchParams(query).toString()}`} />
    </MemoryRouter>,
  )
  const links = await screen.findAllByRole('link', { name: '明细' })
  const asked = links.map((a) => new URL(a.getAttribute('href') ?? '', 'http://portal').searchParams)
  expect(asked.map((q) => [q.get('view'), q.get('period'), q.get('from'), q.get('to')])).toEqual([
    ['entries', 'custom', '2026-03-10', '2026-03-31'],
    ['entries', 'custom', '2026-04-01', '2026-04-30'],
    ['entries', 'custom', '2026-05-01', '2026-05-09'],
  ])
})
