import type { BookingDetail } from '@portal/contract/booking/row'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearPage, renderPage } from '../../../testing/page.tsx'
import { BookingActions } from './booking-actions.tsx'

afterEach(clearPage)

test('the test order of a booking is opened to be read; only its reviewer fills it in', () => {
  // the fields that the actions of such a booking read
  const booking = {
    id: 3,
    kind: 'self_operated',
    state: 'awaiting_test_order',
    device: { id: 5 },
    booker: { id: 1, name: '王同学' },
    experimenter: { id: 1, name: '王同学' },
    can: [],
  } as unknown as BookingDetail
  renderPage(<BookingActions booking={booking} />)
  expect(screen.getByRole('link', { name: '查看测试单' }).getAttribute('href')).toBe(
    '/account/orderDetail?bookingId=3',
  )
})
