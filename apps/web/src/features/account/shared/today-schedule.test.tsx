import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { TodaySchedule } from './today-schedule.tsx'

afterEach(() => void vi.useRealTimers())
const { asked, answer } = stubCalls()

test('it tells of the whole day, not of the rows it shows, and 全部 opens the same bookings', async () => {
  // Noon: past midnight the card would show the day before.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T04:00:00Z') })
  const booking = {
    id: 5,
    state: 'awaiting_use',
    startAt: '2026-03-01T01:00:00.000Z',
    endAt: '2026-03-01T02:00:00.000Z',
    device: { id: 1, name: '电镜' },
    experimenter: { id: 2, name: '张三' },
  }
  const data = { items: [booking], total: 34, totalExact: true, next: null, live: { running: 30, late: 2 } }
  answer({ 'GET /api/orders/appointment': data })
  renderPart(
    <MemoryRouter>
      <TodaySchedule />
    </MemoryRouter>,
  )
  await screen.findByRole('heading', { name: '今日安排：34 项（使用中 30，迟到或超时 2）' })
  const href = screen.getByRole('link', { name: '全部' }).getAttribute('href') ?? ''
  const [path, search] = href.split('?')
  const opened = Object.fromEntries(new URLSearchParams(search))
  expect(path).toBe('/account/subscribe-list')
  expect(opened).toEqual({
    scope: 'lab',
    state: 'awaiting_use,in_use',
    liveOn: '2026-03-01',
  })
  // The card's own request has the same filters.
  expect(Object.keys(opened).map((name) => asked.at(-1)?.query.getAll(name).join())).toEqual(
    Object.values(opened),
  )
})
