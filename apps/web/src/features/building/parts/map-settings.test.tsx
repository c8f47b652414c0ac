import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { campusMapCalls } from '@portal/contract/campus-map/campus-map'
import type { CurrentUser } from '@portal/contract/session/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../lib/session.ts'
import { MapSettings } from './map-settings.tsx'

vi.mock('../building.queries.ts', () => ({
  useMaps: () => ({ data: [], error: null }),
  useUploadMap: () => ({ call: campusMapCalls.upload, run: vi.fn(), busy: false }),
  useCampusOptions: () => [],
}))
beforeEach(() => {
  // the only field that is read
  session.know({ permissions: ['LABORATORY_ALL'] } as unknown as CurrentUser)
})
afterEach(() => {
  cleanup()
  session.end()
})

test('a campus map may be a picture or GeoJSON, and the box says so', async () => {
  const routes = [{ path: '*', element: <MapSettings intro={null} /> }]
  render(<RouterProvider router={createMemoryRouter(routes)} />)
  fireEvent.click(screen.getByRole('button', { name: '上传校园地图' }))
  const input = await screen.findByLabelText('地图文件')
  expect(input.getAttribute('accept')).toBe('image/*,.geojson,.json')
  expect(screen.getByText(/^支持 图片、GeoJSON、JSON，/)).toBeTruthy()
  fireEvent.change(input, { target: { files: [new File(['a,b'], '楼宇.csv')] } })
  expect(await screen.findByText('只支持 图片、GeoJSON、JSON')).toBeTruthy()
  fireEvent.change(input, { target: { files: [new File(['{}'], '校园.geojson')] } })
  expect(await screen.findByText(/^校园\.geojson/)).toBeTruthy()
})
