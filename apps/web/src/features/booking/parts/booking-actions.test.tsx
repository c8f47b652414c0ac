import type { BookingDetail } from '@portal/contract/booking/row'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { answerWhenAsked, press } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { useBooking } from '../booking.queries.ts'
import { BookingActions } from './booking-actions.tsx'

// the fields that the actions of such a booking read
const booking = {
  id: 3,
  kind: 'self_operated',
  state: 'awaiting_test_order',
  stateAt: '2026-03-01T00:00:00.000Z',
  startAt: null,
  device: { id: 5 },
  booker: { id: 1, name: '王同学' },
  experimenter: { id: 1, name: '王同学' },
  can: [],
}
afterEach(() => messages.set([]))
const { sent, answer } = stubCalls()

test('the test order of a booking is opened to be read; only its reviewer fills it in', () => {
  renderPage(<BookingActions booking={booking as unknown as BookingDetail} />)
  expect(screen.getByRole('link', { name: '查看测试单' }).getAttribute('href')).toBe(
    '/account/orderDetail?bookingId=3',
  )
})

function Page() {
  const { data } = useBooking({ params: { id: 3 } })
  return data ? <BookingActions booking={data} /> : null
}

test('a cancellation that has begun to cost says so before the booker agrees to it', async () => {
  const free = { late: false, feeFen: 0, text: '14:00 前可免费取消' }
  const costs = { late: true, feeFen: 5000, text: '取消将收取 50.00 元' }
  let cancelTerms = free
  answer({
    'GET /api/v2/booking/3': () => ({ ...booking, state: 'awaiting_use', can: ['cancel'], cancelTerms }),
    'POST /api/v2/booking/3/cancel': refuse(409, 'CANCEL_LATE', '已过免费取消时间'),
  })
  renderPage(<Page />)
  await screen.findByRole('button', { name: '取消预约' })
  cancelTerms = costs
  await press('取消预约')
  expect((await answerWhenAsked(true, '计划有变')).ok).toBe('取消预约')
  await waitFor(() => expect(sent).toEqual([{ reason: '计划有变', late: false }]))
  await waitFor(() => expect(messages.get().map((m) => m.text)).toContain('已过免费取消时间'))
  // The button waits until the booking was read again.
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: '取消预约' })
  await waitFor(() => expect(button().disabled).toBe(false))
  await press('取消预约')
  expect((await answerWhenAsked(false)).ok).toBe('取消预约，付 ¥50.00')
})
