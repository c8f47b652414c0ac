import type { UnitRow } from '@portal/contract/iot/iot'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { Curve } from './curve.tsx'

const refetch = vi.hoisted(() => vi.fn())
vi.mock('../iot.queries.ts', () => ({
  useCurve: () => ({ error: new Failure({ kind: 'network', message: '网络错误' }), refetch }),
}))
afterEach(cleanup)

test('readings that could not be read say so and offer another try', () => {
  const unit = { id: 3, kind: 'meter' } as UnitRow // the fields that the curve reads
  render(
    <MemoryRouter>
      <Curve unit={unit} />
    </MemoryRouter>,
  )
  expect(screen.getByRole('alert').textContent).toContain('网络错误')
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(refetch).toHaveBeenCalledOnce()
})
