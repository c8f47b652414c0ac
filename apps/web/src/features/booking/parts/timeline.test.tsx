import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDays, findStart } from '../calendar.rules.ts'
import type { DayDevice } from '../day.rules.ts'
import { Timeline } from './timeline.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const DAY = '2026-01-05'
const at = (hour: number) => new Date(Date.parse(findStart(DAY)) + hour * 3_600_000).toISOString()
const device: DayDevice = {
  id: 1,
  serialId: 'S1',
  name: '透射电镜',
  status: 'normal',
  lab: { id: 1, name: '电镜中心' },
  selfOperated: true,
  sampleDelivery: false,
  capacity: 1,
  gridMinutes: 30,
  minMinutes: 60,
  horizonDays: 7,
  noticeMinutes: 0,
  stretches: [{ startAt: at(8), endAt: at(18), open: true, reason: null }],
  busy: [],
}
const draw = (day: string, now: string) => (
  <MemoryRouter>
    <Timeline day={day} now={now} devices={[device]} />
  </MemoryRouter>
)

it('the line of now and what is free go on between two answers, by the server’s clock', () => {
  const line = () => document.querySelector<HTMLElement>('.timeline-now')?.style.left
  const { rerender } = render(draw(DAY, at(9)))
  screen.getByRole('link', { name: /09:00–18:00 空闲/ })
  const before = line()
  act(() => void vi.advanceTimersByTime(3 * 3_600_000))
  screen.getByRole('link', { name: /12:00–18:00 空闲/ })
  expect(line()).not.toBe(before)
  rerender(draw(DAY, at(13)))
  screen.getByRole('link', { name: /13:00–18:00 空闲/ })
})

it('a day further ahead than one may book is not said to be taken', () => {
  render(draw(DAY, findStart(addDays(DAY, -8))))
  screen.getByText('最多可提前 7 天预约')
  expect(screen.queryByRole('link', { name: /空闲/ })).toBeNull()
})
