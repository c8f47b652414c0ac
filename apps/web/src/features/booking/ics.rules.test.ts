import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { makeIcs } from './ics.rules.ts'

// Read by a parser that knows nothing of this portal.

const booking = {
  id: 12,
  state: 'awaiting_use' as const,
  stateAt: '2026-01-04T08:00:00.000Z',
  device: { id: 5, serialId: '202300001', name: '场发射扫描电子显微镜' },
  lab: { id: 1, name: '电镜中心；A 座, 101' },
  seat: 1,
  capacity: 1,
  startAt: '2026-01-05T06:00:00.000Z',
  endAt: '2026-01-05T08:00:00.000Z',
  purpose: '观察断口\n换样两次；备用 C:\\样品, 见附件。'.repeat(4),
}
const site = {
  host: 'portal.example.edu.cn',
  link: 'https://portal.example.edu.cn/appointment/orderDetail?id=12',
}

function read(text: string | null) {
  const calendar = new ICAL.Component(ICAL.parse(text ?? '') as unknown[])
  const all = calendar.getAllSubcomponents('vevent')
  expect(all).toHaveLength(1)
  return { event: new ICAL.Event(all[0]), component: all[0] }
}

describe('a booking as a calendar file', () => {
  test('says what, where and when', () => {
    const { event, component } = read(makeIcs(booking, site))
    expect(event.uid).toBe('booking-12@portal.example.edu.cn')
    expect(event.summary).toBe('场发射扫描电子显微镜')
    expect(event.location).toBe(booking.lab.name)
    expect(event.description).toBe(`预约单 12\n${booking.purpose}`)
    expect(event.startDate.toJSDate().toISOString()).toBe(booking.startAt)
    expect(event.endDate.toJSDate().toISOString()).toBe(booking.endAt)
    expect(component?.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(component?.getFirstPropertyValue('url')).toBe(site.link)
  })
  test('has no line longer than a calendar reads, and breaks no character', () => {
    const lines = (makeIcs(booking, site) ?? '').split('\r\n')
    expect(Math.max(...lines.map((l) => new TextEncoder().encode(l).length))).toBeLessThanOrEqual(75)
  })
  test('that was moved is a later version of the same event', () => {
    const before = read(makeIcs(booking, site)).event
    const after = read(makeIcs({ ...booking, stateAt: '2026-01-04T09:00:00.000Z' }, site)).event
    expect(after.uid).toBe(before.uid)
    expect(after.sequence).toBeGreaterThan(before.sequence)
  })
  test('is tentative until all have agreed, and off when it was cancelled', () => {
    const status = (state: 'awaiting_reviewer' | 'cancelled') =>
      read(makeIcs({ ...booking, state }, site)).component?.getFirstPropertyValue('status')
    expect(status('awaiting_reviewer')).toBe('TENTATIVE')
    expect(status('cancelled')).toBe('CANCELLED')
  })
  test('names the seat where there are several, and is none without a time', () => {
    expect(read(makeIcs({ ...booking, capacity: 3, seat: 2 }, site)).event.summary).toContain('2 号机位')
    expect(makeIcs({ ...booking, startAt: null, endAt: null }, site)).toBeNull()
  })
})
