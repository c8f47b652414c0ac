import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { clearPage, renderPart } from '../../../testing/page.tsx'
import MeasureInfoPage from './measure-info.page.tsx'
import TestOrderPage from './order-detail.page.tsx'

const { answer } = stubCalls({
  // What the pages ask besides stays on its way.
  'GET *': pending,
})

const named = { id: 1, name: '甲' }
// The only fields that the pages read of an order that waits for somebody else.
const order = {
  id: 12,
  number: 'CS00000012',
  bookingId: 7,
  opensBooking: false,
  kind: 'sample_delivery',
  payMode: 'post',
  state: 'awaiting_director',
  stateAt: '2026-01-05T01:00:00.000Z',
  device: { id: 5, name: '电镜', serialId: 'S5' },
  lab: named,
  booker: named,
  experimenter: named,
  payer: named,
  purpose: '形貌表征',
  planStartAt: null,
  startAt: null,
  lateCancel: false,
  noShow: false,
  refundOpen: false,
  sampleCount: 1,
  samples: [],
  sampleColumns: [],
  preparationMinutes: 0,
  cleanupMinutes: 0,
  trainedStudents: 0,
  trainedTeachers: 0,
  trainedOthers: 0,
  trainedMastery: null,
  estimateFen: 12_000,
  totalFen: 12_000,
  bill: { lines: [] },
  answers: [],
  result: null,
  remark: null,
  reason: null,
  filledBy: null,
  confirmedAt: null,
  settlementId: null,
  settlementNumber: null,
  opensSettlement: false,
  files: [],
  filesCan: [],
  papers: [],
  versions: [],
  proposal: null,
  can: [],
  progress: [],
  history: [],
}

/** The addresses to which 登记成果 leads on this page. */
async function listDoors(Page: ComponentType, forGroup: boolean, inRecords: boolean) {
  answer({ 'GET /api/device/measureInfo': { ...order, entersResults: { forGroup, inRecords } } })
  renderPart(
    <MemoryRouter initialEntries={['/?id=12']}>
      <Page />
    </MemoryRouter>,
  )
  await screen.findByRole('heading', { level: 1, name: /CS00000012/ })
  const doors = screen.queryAllByRole('link', { name: '登记成果' }).map((l) => l.getAttribute('href'))
  clearPage()
  return doors
}

test('登记成果 is drawn for those who may enter a result there, and for nobody else', async () => {
  expect(await listDoors(MeasureInfoPage, true, false)).toEqual([])
  expect(await listDoors(MeasureInfoPage, false, true)).toEqual([
    '/account/personalDeviceDetail?id=5&tab=achievements',
  ])
  expect(await listDoors(TestOrderPage, false, true)).toEqual([])
  expect(await listDoors(TestOrderPage, true, false)).toEqual(['/account/results?device=5'])
})

test('the settlement is a link for those for whom it opens, and a number for the others', async () => {
  for (const opensSettlement of [true, false]) {
    const settled = { settlementId: 9, settlementNumber: 'JS00000009', opensSettlement }
    const entersResults = { forGroup: false, inRecords: false }
    answer({ 'GET /api/device/measureInfo': { ...order, ...settled, entersResults } })
    renderPart(
      <MemoryRouter initialEntries={['/?id=12']}>
        <TestOrderPage />
      </MemoryRouter>,
    )
    expect((await screen.findByText('JS00000009')).closest('a')?.getAttribute('href') ?? null).toBe(
      opensSettlement ? '/account/payOrderDetail?id=9' : null,
    )
    clearPage()
  }
})
