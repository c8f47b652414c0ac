import type { UnitRow } from '@portal/contract/iot/iot'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { Curve } from './curve.tsx'

const refetch = vi.hoisted(() => vi.fn())
const curve = vi.hoisted(() => ({ data: undefined as object | undefined }))
vi.mock('../iot.queries.ts', () => ({
  useCurve: () =>
    curve.data
      ? { data: curve.data, error: null, refetch }
      : { error: new Failure({ kind: 'network', message: '网络错误' }), refetch },
}))
afterEach(() => {
  cleanup()
  curve.data = undefined
})

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

const draw = (kwh: readonly number[], watts: number | null) => {
  const point = { amps: null, watts, celsius: null, humidity: null }
  curve.data = {
    points: kwh.map((k, i) => ({ ...point, at: `2026-11-25T0${i}:00:00Z`, kwh: k })),
    from: '2026-11-25T00:00:00Z',
    to: '2026-11-26T00:00:00Z',
  }
  render(
    <MemoryRouter>
      <Curve unit={{ id: 3, kind: 'meter' } as UnitRow} />
    </MemoryRouter>,
  )
}

test('a meter that was reset meanwhile has not given power back', () => {
  draw([12_345, 12_346.5, 0.25, 1], 100)
  expect(screen.getByText('本段用电 2.25 kWh，表底 1.00 kWh。')).toBeTruthy()
})

test('a meter that tells nothing but its counter has readings', () => {
  draw([7, 8], null)
  expect(screen.getByText('本段用电 1.00 kWh，表底 8.00 kWh。')).toBeTruthy()
  expect(screen.queryByText('这段时间没有读数')).toBeNull()
  cleanup()
  draw([7], null)
  expect(screen.getByText('表底 7.00 kWh。')).toBeTruthy()
  cleanup()
  draw([], null)
  expect(screen.getByText('这段时间没有读数')).toBeTruthy()
})
