import type { NationalDetail } from '@portal/contract/national-report/national-report'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import EditPage from './edit.page.tsx'

const row: NationalDetail = {
  id: 8,
  kind: 'service',
  key: '10001-8',
  state: 'unreported',
  stateAt: '2026-03-05T01:00:00.000Z',
  reason: null,
  device: { id: 7, name: '场发射扫描电镜', serialId: '20210001' },
  lab: { id: 3, name: '电镜中心' },
  issues: [],
  bookingId: 5,
  can: [],
  year: 2025,
  reportId: 4,
  cells: [],
  lists: {},
  history: [],
  siblings: { deviceRowId: 6, customsRowId: null, services: 2 },
}
stubCalls({ 'GET /api/v2/national-report/row/{id}': row })

test('a record of service leads back to the records of service', async () => {
  signIn()
  renderPage(<EditPage />, { at: '/?id=8' })
  const back = await screen.findByRole('link', { name: /返回上报仪器/ })
  expect(back.getAttribute('href')).toBe('/report/deviceList?id=4&view=service')
})
