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
  useWeek: () => ({ data: shown.week, error: null }),
  useRescheduleBooking: () => ({ busy: false }),
}))
beforeEach(() => (shown.week = undefined))
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

/** Open all day long this week and the next, on an instrument that stands still. */
const still = (): Week => {
  const monday = findMonday(findDay(new Date()))
  return {
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
    stretches: [
      { startAt: findStart(monday), endAt: findStart(addDays(monday, 14)), open: true, reason: null },
    ],
    busy: [],
  }
}
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

it('delivered samples are moved while their instrument is repaired', () => {
  shown.week = still()
  const day = addDays(findDay(new Date()), 1)
  const at = (hour: number) => new Date(Date.parse(findStart(day)) + hour * 3_600_000).toISOString()
  const row = { id: 7, device: { id: 4 }, seat: 1, startAt: at(9), endAt: at(10) } as BookingDetail // what it reads
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
