import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import type { BookingDetail } from '@portal/contract/booking/row'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDays, findDay, findMonday, findStart, type Choice, type Week } from '../calendar.rules.ts'
import { ReschedulePanel } from '../parts/reschedule-panel.tsx'
import { DeviceCalendar } from './device-calendar.tsx'

const shown = vi.hoisted(() => ({ week: undefined as Week | undefined }))
vi.mock('../../../lib/live.ts', () => ({ useLive: () => undefined }))
vi.mock('../parts/calendar-canvas.tsx', () => ({ default: () => null }))
vi.mock('../booking.queries.ts', () => ({
  // Returns the requested days for an instrument that is always open.
  useWeek: ({ query }: { query: { from: string; to: string } }) => ({
    data: shown.week && {
      ...shown.week,
      stretches: [{ startAt: query.from, endAt: query.to, open: true, reason: null }],
    },
    error: null,
  }),
  useRescheduleBooking: () => ({ busy: false }),
}))
beforeEach(() => {
  // A Wednesday at noon: late in the evening nothing of the day is left to choose.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-04T04:00:00Z') })
  shown.week = undefined
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

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

/** An instrument that is closed. */
const still = (): Week => ({
  device: {
    id: 4,
    serialId: 'S4',
    name: '透射电镜',
    lab: { id: 1, name: '电镜中心' },
    categoryId: null,
    closed: '仪器维护中',
  },
  zone: 'Asia/Shanghai',
  now: new Date().toISOString(),
  opening: {
    selfOperated: true,
    sampleDelivery: true,
    capacity: 1,
    gridMinutes: 60,
    minMinutes: 60,
    maxMinutes: 180,
    horizonDays: 30,
    noticeMinutes: 0,
    cancelLimitMinutes: 0,
    cancelFeeFen: 0,
    payModes: ['post'],
    fundCardRequired: false,
    qualificationRequired: false,
    notes: null,
  },
  stretches: [],
  busy: [],
})
const chooseLast = () => {
  const select = screen.getByLabelText<HTMLSelectElement>('开始时间')
  const last = [...select.options].at(-1)?.value ?? ''
  fireEvent.change(select, { target: { value: last } })
  return last
}

it('on an instrument that stands still nobody chooses but for what is booked already', () => {
  shown.week = still()
  const chosen: Choice[] = []
  const draw = (whileClosed: boolean) => (
    <MemoryRouter>
      <DeviceCalendar deviceId={4} whileClosed={whileClosed} onChoose={(c) => chosen.push(c)} />
    </MemoryRouter>
  )
  const { rerender } = render(draw(false))
  expect(screen.queryByLabelText('开始时间')).toBeNull()
  rerender(draw(true))
  screen.getByText('仪器维护中。')
  screen.getByRole('slider', { name: '所选时段' })
  const last = chooseLast()
  expect(chosen.map((c) => c.startAt)).toEqual([last])
})

it('delivered samples are moved while their instrument is repaired, further than one books', () => {
  const { opening, ...week } = still()
  shown.week = { ...week, opening: opening && { ...opening, horizonDays: 0 } }
  const day = addDays(findDay(new Date()), 1)
  const at = (hour: number) => new Date(Date.parse(findStart(day)) + hour * 3_600_000).toISOString()
  // the only fields that are read
  const row = { id: 7, device: { id: 4 }, seat: 1, startAt: at(9), endAt: at(10) } as BookingDetail
  render(
    <MemoryRouter>
      <ReschedulePanel row={row} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: '调整时间' }))
  screen.getByRole('button', { name: '请选择新的时间' })
  chooseLast()
  screen.getByRole('button', { name: /^改为/ })
})

it('free time is looked for from the day on that the user has asked for', () => {
  const { device, ...week } = still()
  shown.week = { ...week, device: { ...device, closed: null } }
  const day = addDays(findDay(new Date()), 9)
  render(
    <MemoryRouter>
      <DeviceCalendar deviceId={4} startDay={day} onChoose={() => undefined} />
    </MemoryRouter>,
  )
  fireEvent.click(screen.getByRole('button', { name: '日' }))
  expect(document.querySelector('.device-calendar-bar strong')?.textContent).toContain(day)
})

it('an instrument repaired late in the evening shows its first free day, unless one has moved', () => {
  vi.setSystemTime('2026-03-04T15:12:00Z')
  const { device, ...week } = still()
  const open = { ...week, device: { ...device, closed: null } }
  const draw = () => (
    <MemoryRouter>
      <DeviceCalendar deviceId={4} onChoose={() => undefined} />
    </MemoryRouter>
  )
  const shownDay = () => document.querySelector('.device-calendar-bar strong')?.textContent
  for (const [moves, day] of [
    [[], '2026-03-05'],
    [['后一天', '前一天'], '2026-03-04'],
  ] as const) {
    shown.week = { ...week, device }
    const { rerender, unmount } = render(draw())
    for (const name of ['日', ...moves]) fireEvent.click(screen.getByRole('button', { name }))
    expect(shownDay()).toContain('2026-03-04')
    shown.week = open
    rerender(draw())
    expect(shownDay()).toContain(day)
    unmount()
  }
})

it('from Sunday night an experiment runs into Monday', () => {
  const { device, opening, ...week } = still()
  shown.week = {
    ...week,
    device: { ...device, closed: null },
    opening: opening && { ...opening, minMinutes: 480, maxMinutes: 1440 },
  }
  const sunday = addDays(findMonday(findDay(new Date())), 13)
  const at = (hour: number) => new Date(Date.parse(findStart(sunday)) + hour * 3_600_000).toISOString()
  render(
    <MemoryRouter>
      <DeviceCalendar
        deviceId={4}
        choice={{ startAt: at(20), endAt: at(28), seat: null }}
        onChoose={() => undefined}
      />
    </MemoryRouter>,
  )
  const listed = (label: string) =>
    [...screen.getByLabelText<HTMLSelectElement>(label).options].map((o) => o.value)
  expect(listed('开始时间')).toContain(at(23))
  expect(listed('结束时间').slice(-1)).toEqual([at(44)])
})
