import type { BookingDetail } from '@portal/contract/booking/row'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { BookingSummary } from './booking-summary.tsx'

afterEach(cleanup)

const quote = (unitFen: number): Quote => ({
  planId: 1,
  planVersion: 1,
  basis: 'per_time',
  tier: 'campus',
  rate: { unitFen, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] },
  lines: [],
  totalFen: 0,
})
function show(more: Partial<BookingDetail>) {
  cleanup()
  const named = { id: 1, name: '甲' }
  const booking = {
    kind: 'sample_delivery',
    payMode: 'immediate',
    device: { ...named, serialId: 'S1' },
    lab: named,
    booker: named,
    experimenter: named,
    payer: named,
    fundCard: null,
    nature: null,
    project: null,
    projectNumber: null,
    fundingSource: null,
    serviceMode: null,
    phone: null,
    purpose: '形貌',
    remark: null,
    reason: null,
    startAt: null,
    endAt: null,
    estimateFen: 0,
    attachments: [],
    disciplines: [],
    ...more,
  } as unknown as BookingDetail // the only fields shown here
  const element = <BookingSummary booking={booking} />
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('what costs by a time that the laboratory is to name is not called free', () => {
  show({ quote: quote(10_000) })
  expect(screen.getByText('按时间计费，待安排测试时间后确定')).toBeTruthy()
  expect(screen.queryByText('¥0.00')).toBeNull()
  show({ quote: quote(0) })
  expect(screen.getByText('¥0.00')).toBeTruthy()
  show({ quote: quote(10_000), startAt: '2026-01-05T01:00:00.000Z', endAt: '2026-01-05T02:00:00.000Z' })
  expect(screen.queryByText('按时间计费，待安排测试时间后确定')).toBeNull()
})

test('a fee is called what its bill calls it', () => {
  const priced = { quote: quote(10_000), feeFen: 5_000 }
  show({ ...priced, state: 'no_show' })
  expect([screen.queryByText('爽约费') !== null, screen.queryByText('取消费')]).toEqual([true, null])
  show({ ...priced, state: 'cancelled' })
  expect(screen.getByText('取消费')).toBeTruthy()
})
