import type { Figures } from '@portal/contract/statistics/statistics'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import DeviceStatisticPage from './device-statistic.page.tsx'

const figures: Figures = {
  uses: 2,
  users: 1,
  reservedMinutes: 120,
  workingMinutes: 100,
  billedMinutes: 120,
  outsideMinutes: 0,
  samples: 0,
  incomeFen: 1_000,
}
const row = {
  ...figures,
  key: '7',
  name: '场发射扫描电镜',
  about: { serialId: '20210001', lab: '电镜中心', dept: '材料学院' },
}
const { asked } = stubCalls({
  'GET /api/v2/statistics/scopes': ['all'],
  'GET /api/v2/statistics/views': [],
  'GET /api/v2/statistics/table': { ...makePage([row]), sum: figures, asOf: '2026-03-05T01:00:00Z' },
  'GET /api/v2/statistics/uses': makePage(),
  'GET /api/v2/statistics/pivot': { rows: [], columns: [] },
  'GET /api/v2/list-setting': [],
})
const findLink = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')

test('from the instruments of a laboratory to the uses of one, and back to that laboratory', async () => {
  signIn()
  renderPage(<DeviceStatisticPage />, { at: '/?lab=3' })
  expect(await findLink('使用记录')).toBe('/statistic/device-statistic?lab=3&device=7')
  expect(await findLink('查看全部仪器')).toBe('/statistic/device-statistic')
})

test('the uses of an instrument are those of the laboratory that was chosen', async () => {
  signIn()
  renderPage(<DeviceStatisticPage />, { at: '/?lab=3&device=7' })
  expect(await findLink('返回仪器统计')).toBe('/statistic/device-statistic?lab=3')
  const listAsked = () =>
    asked.filter((call) => /\/(table|uses|pivot)$/.test(call.path)).map((call) => call.query.get('labId'))
  await waitFor(() => expect(listAsked().length).toBeGreaterThanOrEqual(3))
  expect(new Set(listAsked())).toEqual(new Set(['3']))
})
