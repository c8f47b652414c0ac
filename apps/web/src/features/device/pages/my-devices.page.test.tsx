import type { DeviceRow } from '@portal/contract/device/device'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
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
stubCalls({ 'GET /api/v2/device/my': makePage([device]), 'GET /api/v2/list-setting': [] })

const listLinks = async (...permissions: string[]) => {
  signIn({ permissions })
  renderPage(<MyDevicesPage />)
  await screen.findByRole('link', { name: '维修记录' })
  return screen.queryAllByRole('link', { name: '预约单' }).map((a) => a.getAttribute('href'))
}

test('the bookings of an instrument are a link for those whom the list of bookings lets in', async () => {
  expect(await listLinks('SUBSCRIBE_ORDER_VIEW')).toEqual(['/open-sharing/subscribes?deviceId=7'])
})
test('the head of a department, who is not let in, finds none', async () => {
  expect(await listLinks('DEPART_OVERVIEW_EDIT', 'DEVICE_MANEGE_VIEW')).toEqual([])
})
