import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { clearPage, renderPage, signIn } from '../../../testing/page.tsx'
import OrderDetailPage from './order-detail.page.tsx'

vi.mock('../../../lib/live.ts', () => ({ useLive: () => undefined }))
vi.mock('../parts/booking-cards.tsx', () => ({ BookingCards: () => null }))
vi.mock('../../iot/shared/pass-card.tsx', () => ({ PassCard: () => null }))
const { answer } = stubCalls({
  // What the page asks besides stays on its way.
  'GET *': pending,
})

// The only fields that the page reads of an approved booking.
const booking = {
  id: 7,
  kind: 'self_operated',
  state: 'awaiting_use',
  stateAt: '2026-01-05T01:00:00.000Z',
  device: { id: 5, name: '电镜', serialId: 'S5' },
  lab: { id: 1, name: '电镜中心' },
  booker: { id: 1, name: '王同学' },
  experimenter: { id: 2, name: '李同学' },
  payer: { id: 1, name: '王同学' },
  startAt: null,
  endAt: null,
  startWindow: null,
  extendUntil: null,
  cancelTerms: {
    freeUntil: null,
    late: false,
    feeFen: 0,
    violation: false,
    text: '现在取消不收取任何费用',
  },
  missText: '未按时使用且未取消，将记一次违约',
  deviceDown: null,
  hoursClosed: false,
  occupied: null,
  overridden: [],
  endKind: null,
  samples: [],
  progress: [],
  history: [],
}

/** The conditions that this reader finds on the page of the booking. */
async function listNotes(uid: number, more: object) {
  clearPage()
  signIn({ uid })
  answer({ 'GET /api/v2/booking/7': { ...booking, ...more } })
  renderPage(<OrderDetailPage />, { at: '/?id=7' })
  await screen.findByRole('heading', { level: 1, name: /预约单 7/ })
  return [...document.querySelectorAll('.booking-notes li')].map((line) => line.textContent)
}

test('who comes in place of the booker reads whom to ask to cancel, and what it costs', async () => {
  expect(await listNotes(2, { can: [] })).toEqual([
    '不能前往请告知预约人 王同学 及时取消：现在取消不收取任何费用',
    '未按时使用且未取消，将记一次违约',
  ])
  expect(await listNotes(3, { can: [] }), 'not for the laboratory').toEqual([])
})

test('the booker reads how an approved booking is moved', async () => {
  const mine = { can: ['cancel'] }
  expect(await listNotes(1, mine)).toEqual([
    '现在取消不收取任何费用',
    '未按时使用且未取消，将记一次违约',
    '审核通过后不能改期；需要改期的，请取消后“再次预约”，内容会自动带入。',
  ])
  expect((await listNotes(1, { ...mine, kind: 'sample_delivery' })).at(-1)).toBe(
    '审核通过后不能改期；需要改期的，请联系审核员调整时间。',
  )
  const before = { can: ['cancel', 'change'], state: 'awaiting_payer', missText: null }
  expect(await listNotes(1, before), 'before all approvals it can be changed').toEqual([
    '现在取消不收取任何费用',
  ])
})
