import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { Affected } from './repair-course.tsx'

vi.mock('../asset.queries.ts', () => ({
  useAffected: () => ({
    error: new Failure({ kind: 'network', message: '网络错误' }),
    refetch: vi.fn(),
  }),
}))
afterEach(cleanup)

test('who decides about the bookings during a repair reads that they could not be read', () => {
  render(
    <MemoryRouter>
      <Affected id={3} query={{ ever: 'true' }} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('alert').textContent).toContain('网络错误')
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})
