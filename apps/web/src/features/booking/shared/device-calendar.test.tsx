import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { DeviceCalendar } from './device-calendar.tsx'

vi.mock('../../../lib/live.ts', () => ({ useLive: () => undefined }))
vi.mock('../booking.queries.ts', () => ({ useWeek: () => ({ data: undefined, error: null }) }))
afterEach(cleanup)

it('that this month, this week or this day is in view is marked while its bookings still come', () => {
  render(
    <MemoryRouter>
      <DeviceCalendar deviceId={4} />
    </MemoryRouter>,
  )
  for (const [view, now] of [
    ['月', '本月'],
    ['周', '本周'],
    ['日', '今天'],
  ] as const) {
    fireEvent.click(screen.getByRole('button', { name: view }))
    expect(screen.getByRole('button', { name: now }).getAttribute('aria-current')).toBe('date')
  }
  fireEvent.click(screen.getByRole('button', { name: '后一天' }))
  expect(screen.getByRole('button', { name: '今天' }).getAttribute('aria-current')).toBeNull()
})
