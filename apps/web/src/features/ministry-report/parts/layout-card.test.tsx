import type { YearDetail } from '@portal/contract/ministry-report/ministry-report'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { LayoutCard } from './layout-card.tsx'

vi.mock('../ministry-report.queries.ts', () => ({
  useLayout: () => ({
    error: new Failure({ kind: 'network', message: '网络错误' }),
    refetch: vi.fn(),
  }),
}))
afterEach(cleanup)

test('fields that could not be read say so, instead of loading for ever', async () => {
  // the fields that the card reads
  const year = { year: 2026, can: [], verifiedAt: null, basis: '填报说明' } as unknown as YearDetail
  render(
    <MemoryRouter>
      <LayoutCard year={year} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: '查看字段' }))
  expect(await screen.findByText('网络错误')).toBeTruthy()
  expect(screen.getByText('重试')).toBeTruthy()
})
