import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { CurrentUser } from '@portal/contract/session/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { session } from '../../../lib/session.ts'
import { MapSettings } from './map-settings.tsx'

const { again, buildings } = vi.hoisted(() => ({
  again: vi.fn<() => void>(),
  buildings: vi.fn<() => object>(),
}))
vi.mock('../building.queries.ts', () => {
  const write = () => ({ run: vi.fn<() => void>(), busy: false })
  const map = { id: 1, campus: '东校区', kind: 'picture', updatedAt: '2026-01-01T00:00:00.000Z' }
  return {
    useMaps: () => ({ data: [map], error: null }),
    useMap: () => ({ data: undefined, error: null }),
    useMapBuildings: buildings,
    useRemoveMap: write,
    usePin: write,
    useCampusOptions: () => [],
  }
})
beforeEach(() => {
  // the only field that is read
  session.know({ permissions: ['LABORATORY_ALL'] } as unknown as CurrentUser)
})
afterEach(() => {
  cleanup()
  session.end()
})

function show(query: object) {
  buildings.mockReturnValue(query)
  const routes = [{ path: '*', element: <MapSettings intro={null} /> }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
}

test('a campus whose buildings could not be read is not one without buildings', () => {
  show({ data: undefined, error: new Failure({ kind: 'network', message: '网络连接失败' }), refetch: again })
  expect(screen.queryByRole('list', { name: '东校区的楼宇' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  expect(again).toHaveBeenCalledOnce()
})

test('its buildings are listed', () => {
  show({ data: [{ id: 4, name: '化学楼', x: null, y: null }], error: null })
  expect(screen.getByRole('button', { name: /化学楼/ }).textContent).toContain('未标注')
})
