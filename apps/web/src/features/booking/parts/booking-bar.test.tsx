import { cleanup, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import { afterEach, expect, it, vi } from 'vitest'
import type { About, BookingValues } from '../form.rules.ts'
import { BookingBar } from './booking-bar.tsx'

const { judged } = vi.hoisted(() => ({
  judged: {
    // Charged by the hour; the hours are still unknown.
    quote: {
      planId: 1,
      planVersion: 1,
      basis: 'per_time',
      tier: 'campus',
      rate: { unitFen: 10_000, unitMinutes: 60, startFen: 5_000, minUnits: 0, bands: [] },
      lines: [],
      totalFen: 5_000,
    } satisfies Quote,
    reasons: [],
  },
}))
vi.mock('../booking.queries.ts', () => ({ useJudgement: () => ({ data: judged, behind: false }) }))
vi.mock('../../price-plan/shared/my-price.tsx', () => ({ MyPrice: () => null }))
afterEach(cleanup)

function Bar({ startAt }: Pick<BookingValues, 'startAt'>) {
  const [antd] = Form.useForm<BookingValues>()
  // The only fields that the bar reads.
  const about = {
    deviceId: 4,
    kind: 'sample_delivery',
    payers: { offered: [] },
    opening: { fundCardRequired: false },
  } as unknown as About
  return (
    <Form form={antd} initialValues={{ payMode: 'post', startAt, samples: [] }}>
      <BookingBar antd={antd} about={about} />
    </Form>
  )
}

it('a sum that goes by the time is said once samples have theirs', () => {
  const { unmount } = render(<Bar startAt={null} />)
  screen.getByText(/时间由审核员安排/)
  screen.getByText(/费用待确定/)
  expect(screen.queryByText(/¥/)).toBeNull()
  unmount()
  render(<Bar startAt={{ startAt: '2026-01-05T01:00:00Z', endAt: '2026-01-05T02:00:00Z' }} />)
  screen.getByText(/¥50\.00/)
})
