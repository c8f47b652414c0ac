import type { BookingDetail } from '@portal/contract/booking/row'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { BookingActions } from './booking-actions.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
})

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
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <BookingActions booking={booking} /> }])}
      />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('link', { name: '查看测试单' }).getAttribute('href')).toBe(
    '/account/orderDetail?bookingId=3',
  )
})
