import { assetCalls, type AssetLabel } from '@portal/contract/asset/calls'
import { bookingCalls } from '@portal/contract/booking/calls'
import { makeAddress } from '@portal/contract/kernel/call'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renew } from '../../../lib/query.ts'
import { stubCalls } from '../../../testing/calls.ts'
import { clearPage, renderPage } from '../../../testing/page.tsx'
import LabelPage from './label.page.tsx'

vi.mock('../../../lib/live.ts', async (original) => ({
  ...(await original<object>()),
  useLive: () => undefined,
}))
const { asked, answer } = stubCalls()

/** The label of an instrument for a user whose own booking can take this step. */
const makeLabel = (step: 'start' | 'finish'): AssetLabel => ({
  device: {
    id: 5,
    serialId: 'ZC1',
    name: '离心机',
    model: null,
    manufacturer: null,
    dept: { id: 1, name: '材料学院' },
    lab: { id: 2, name: '电镜中心', serialId: 'LAB1' },
    room: null,
    status: 'normal',
    statusNote: null,
    contact: null,
    imageUrl: null,
    opened: { selfOperated: true, sampleDelivery: false, capacity: 1 },
    shared: true,
    boughtOn: null,
  },
  uses: [
    {
      id: 3,
      startAt: '2026-11-30T06:00:00.000Z',
      endAt: '2026-11-30T08:00:00.000Z',
      seat: 1,
      capacity: 1,
      can: [step],
    },
  ],
  openRepair: null,
  openTransfer: null,
  openScrap: null,
  stocktakes: [],
  nextMaintenance: null,
  recordPlanId: null,
  can: ['book', 'report'],
})

it('an action that an address asks for and nobody may take now is explained', async () => {
  const openScrap = { id: 7, number: 'BF00000007', state: 'draft', requester: '李娜' } as const
  let label: AssetLabel = { ...makeLabel('start'), openScrap }
  answer({ 'GET /api/v2/asset/label': () => label })
  const show = () => renderPage(<LabelPage />, { at: '/?serialId=ZC1&do=scrap' })
  show()
  expect(await screen.findByText('不能申请报废：该仪器有报废单 BF00000007（李娜，草稿）。')).toBeTruthy()
  clearPage()
  label = makeLabel('start')
  show()
  expect(await screen.findByText('不能申请报废：您不管理该仪器。')).toBeTruthy()
})

it('while the own request is on its way to its page, it is not called a hindrance', async () => {
  const openScrap = { id: 7, number: 'BF00000007', state: 'draft', requester: '李娜' } as const
  let label: AssetLabel = { ...makeLabel('start'), can: ['book', 'report', 'scrap'] }
  answer({ 'GET /api/v2/asset/label': () => label })
  const { router } = renderPage(<LabelPage />, { at: '/?serialId=ZC1&do=scrap' })
  await screen.findByText('保存草稿')
  // What saving renews before it opens the request.
  label = { ...makeLabel('start'), openScrap }
  await act(() => renew([assetCalls.label]))
  await screen.findByText('BF00000007 草稿')
  expect(screen.queryByText(/不能申请报废/)).toBeNull()
  screen.getByText('保存草稿')
  // Who asks for it again is told why not.
  await act(() => router.navigate('/?serialId=ZC1'))
  await act(() => router.navigate('/?serialId=ZC1&do=scrap'))
  screen.getByText(/^不能申请报废：该仪器有报废单 BF00000007/)
  expect(screen.queryByText('保存草稿')).toBeNull()
})

it('who comes for a booking starts it first of all, and finds how to finish it', async () => {
  const start = `POST ${makeAddress(bookingCalls.start, { params: { id: 3 } })}`
  const listAsked = () => asked.map(({ method, address }) => `${method} ${address}`)
  answer({
    'GET /api/v2/asset/label': () => makeLabel(listAsked().includes(start) ? 'finish' : 'start'),
    'POST /api/v2/booking/{id}/start': { id: 3 },
  })
  renderPage(<LabelPage />, { at: '/?serialId=ZC1' })
  const button = await screen.findByRole('button', { name: '开始使用' })
  const book = screen.getByRole('link', { name: '预约使用' })
  const isBefore = (a: Element, b: Element) =>
    Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)
  expect(isBefore(button, book)).toBe(true)
  // On a phone what stands before it is to be scrolled past: only the name does.
  expect(isBefore(button, screen.getByText('资产编号'))).toBe(true)
  expect(isBefore(screen.getByRole('heading', { level: 1, name: '离心机' }), button)).toBe(true)
  fireEvent.click(button)
  await screen.findByRole('button', { name: '结束使用' })
  expect(screen.queryByRole('button', { name: '开始使用' })).toBeNull()
  const label = `GET ${makeAddress(assetCalls.label, { query: { serialId: 'ZC1' } })}`
  expect(listAsked()).toEqual([label, start, label])
})
