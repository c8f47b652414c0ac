import type { DeviceRow } from '@portal/contract/device/device'
import type { CurrentUser } from '@portal/contract/session/session'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { session } from '../../../lib/session.ts'
import MyDevicesPage from './my-devices.page.tsx'

const device: DeviceRow & { can: string[] } = {
  id: 7,
  serialId: 'SB-7',
  name: '电镜',
  alias: null,
  model: null,
  category: null,
  dept: { id: 5, name: '材料学院' },
  lab: { id: 3, name: '电镜室', serialId: 'LAB3' },
  status: 'normal',
  shared: true,
  imageUrl: null,
  priceFen: null,
  opened: null,
  usedMinutes: 0,
  can: ['edit', 'remove'],
}
beforeEach(() =>
  vi.stubGlobal('fetch', async (address: string) => {
    const data = address.startsWith('/api/v2/list-setting') ? [] : { items: [device], total: 1 }
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  }),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
  session.end()
  vi.unstubAllGlobals()
})

const listLinks = async (...permissions: string[]) => {
  session.begin('t', { uid: 1, roles: [], permissions } as unknown as CurrentUser, false)
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <MyDevicesPage /> }])} />
    </QueryClientProvider>,
  )
  await screen.findByRole('link', { name: '维修记录' })
  return screen.queryAllByRole('link', { name: '预约单' }).map((a) => a.getAttribute('href'))
}

test('the bookings of an instrument are a link for those whom the list of bookings lets in', async () => {
  expect(await listLinks('SUBSCRIBE_ORDER_VIEW')).toEqual(['/open-sharing/subscribes?deviceId=7'])
})
test('the head of a department, who is not let in, finds none', async () => {
  expect(await listLinks('DEPART_OVERVIEW_EDIT', 'DEVICE_MANEGE_VIEW')).toEqual([])
})
