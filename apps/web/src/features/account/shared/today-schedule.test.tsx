import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { formatDay } from '../../../lib/format.ts'
import { queryClient } from '../../../lib/query.ts'
import { TodaySchedule } from './today-schedule.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('it tells of the whole day, not of the rows it shows, and 全部 opens the same bookings', async () => {
  const booking = {
    id: 5,
    state: 'awaiting_use',
    startAt: '2026-03-01T01:00:00.000Z',
    endAt: '2026-03-01T02:00:00.000Z',
    device: { id: 1, name: '电镜' },
    experimenter: { id: 2, name: '张三' },
  }
  const data = { items: [booking], total: 34, totalExact: true, next: null, live: { running: 30, late: 2 } }
  let query = new URLSearchParams()
  vi.stubGlobal('fetch', async (address: string) => {
    query = new URL(address, 'http://portal').searchParams
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <TodaySchedule />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: '今日安排：34 项（使用中 30，迟到或超时 2）' })
  const href = screen.getByRole('link', { name: '全部' }).getAttribute('href') ?? ''
  const [path, search] = href.split('?')
  const opened = Object.fromEntries(new URLSearchParams(search))
  expect(path).toBe('/account/subscribe-list')
  expect(opened).toEqual({
    scope: 'lab',
    state: 'awaiting_use,in_use',
    liveOn: formatDay(new Date()),
  })
  // The card's own request has the same filters.
  expect(Object.keys(opened).map((name) => query.getAll(name).join())).toEqual(Object.values(opened))
})
