import type { RankRow } from '@portal/contract/device/device'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import DeviceRankPage from './device-rank.page.tsx'

vi.mock('../parts/rank-chart.tsx', () => ({ default: () => null }))

const row = (rank: number, deviceId: number, labId: number): RankRow => ({
  rank,
  device: { id: deviceId, name: `仪器 ${deviceId}`, serialId: `S${deviceId}` },
  lab: { id: labId, name: `实验室 ${labId}` },
  dept: { id: 1, name: '材料学院' },
  bookings: 1,
  minutes: 60,
  samples: 0,
  incomeFen: 0,
})
/** In the last twelve months instrument 7 was used in two laboratories; in each month only 8 was used. */
const year = makePage([row(1, 7, 1), row(2, 7, 2), row(3, 8, 1)])
const month = makePage([row(1, 8, 1)])
stubCalls({
  'GET /api/device/rank/device-dashboard': ({ query }) => (query.has('month') ? month : year),
  'GET /api/v2/dept/tree': { content: [] },
  'GET /api/deviceCategory/trees': [],
  'GET /api/v2/device/labs': [],
})

const listRows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((tr) => [...tr.children].slice(1, 3).map((cell) => cell.textContent))
const choose = (at: number) => {
  const select = screen.getByLabelText<HTMLSelectElement>('时间')
  fireEvent.change(select, { target: { value: select.options[at]?.value } })
}

test('the rows of an instrument that has moved go with the ranking that they belong to', async () => {
  signIn()
  renderPage(<DeviceRankPage />)
  const ofYear = [
    ['仪器 7', '实验室 1'],
    ['仪器 7', '实验室 2'],
    ['仪器 8', '实验室 1'],
  ]
  await screen.findByText('共 3 台仪器有使用记录')
  expect(listRows()).toEqual(ofYear)
  choose(1)
  await screen.findByText('共 1 台仪器有使用记录')
  // Both rankings are known by now, so that one table takes the rows of the other.
  choose(0)
  await screen.findByText('共 3 台仪器有使用记录')
  expect(listRows()).toEqual(ofYear)
  choose(1)
  await screen.findByText('共 1 台仪器有使用记录')
  expect(listRows()).toEqual([['仪器 8', '实验室 1']])
})
