import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { DayDevice, LabDayReply } from '../day.rules.ts'
import { LabDay } from './lab-day.tsx'

const shown = vi.hoisted(() => ({
  day: undefined as LabDayReply | undefined,
  days: [] as string[],
  topics: [] as string[],
}))
vi.mock('../../../lib/live.ts', () => ({
  useLive: (topics: readonly string[]) => void (shown.topics = [...topics]),
}))
vi.mock('../booking.queries.ts', () => ({
  useLabDay: ({ query }: { query: { day: string } }) => {
    shown.days.push(query.day)
    return { data: shown.day, error: null }
  },
}))
afterEach(cleanup)

const device = (id: number): DayDevice => ({
  id,
  serialId: `S${id}`,
  name: `电镜 ${id}`,
  status: 'normal',
  lab: { id: 4, name: '电镜中心' },
  selfOperated: true,
  sampleDelivery: false,
  capacity: 1,
  gridMinutes: 30,
  minMinutes: 60,
  horizonDays: 30,
  noticeMinutes: 0,
  stretches: [],
  busy: [],
})
const reply = (count: number, more: boolean): LabDayReply => ({
  now: '2026-01-05T01:00:00.000Z',
  startAt: '2026-01-04T16:00:00.000Z',
  endAt: '2026-01-05T16:00:00.000Z',
  devices: Array.from({ length: count }, (_, i) => device(i + 1)),
  more,
})
const draw = (at = '/?labId=4') => {
  const router = createMemoryRouter([{ path: '/', element: <LabDay labId={4} /> }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  return router
}

it('hears of a lab of any size by one topic, and says so where not all its instruments are listed', () => {
  shown.day = reply(60, true)
  draw()
  expect(shown.topics).toEqual(['lab:4'])
  screen.getByText(/只按名称列出前 60 台/)
  screen.getByRole('link', { name: '按仪器查找' })
  cleanup()
  shown.day = reply(2, false)
  draw()
  expect(screen.queryByText(/只按名称列出前/)).toBeNull()
})

it('the day stands in the address, so that a reload shows it again', async () => {
  shown.day = reply(1, false)
  const router = draw('/?by=lab&labId=4&day=2026-01-05')
  expect(shown.days.at(-1)).toBe('2026-01-05')
  fireEvent.click(screen.getByRole('button', { name: '后一天' }))
  await waitFor(() => expect(shown.days.at(-1)).toBe('2026-01-06'))
  expect(router.state.location.search).toBe('?by=lab&labId=4&day=2026-01-06')
})
