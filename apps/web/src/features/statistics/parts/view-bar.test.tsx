import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { ViewBar } from './view-bar.tsx'

const answer = vi.hoisted(() => ({ data: undefined as [] | undefined }))
vi.mock('../view.queries.ts', () => ({
  useViews: () => ({
    ...answer,
    error: answer.data ? null : new Failure({ kind: 'network', message: '网络错误' }),
    refetch: vi.fn(),
  }),
}))
afterEach(cleanup)

const show = () =>
  render(
    <MemoryRouter>
      <ViewBar screen="overview" scope="all" />
    </MemoryRouter>,
  )

test('views that could not be read are not called missing', () => {
  show()
  expect(screen.getByText('网络错误')).toBeTruthy()
  expect(screen.queryByText(/还没有视图/)).toBeNull()
  cleanup()
  answer.data = []
  show()
  expect(screen.getByText(/还没有视图/)).toBeTruthy()
})
