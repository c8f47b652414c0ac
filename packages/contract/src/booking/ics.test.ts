import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { showEvent, writeCalendar } from './ics.ts'

// An independent parser reads the file.

const booking = {
  id: 12,
  state: 'awaiting_use' as const,
  stateAt: '2026-01-04T08:00:00.000Z',
  deviceName: '场发射扫描电子显微镜',
  labName: '电镜中心；A 座, 101',
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
const write = (b: Parameters<typeof showEvent>[0]) => writeCalendar([showEvent(b, site)])

function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const all = calendar.getAllSubcomponents('vevent')
  expect(all).toHaveLength(1)
  return { event: new ICAL.Event(all[0]), component: all[0] }
}

describe('a booking as a calendar file', () => {
  test('says what, where and when', () => {
    const { event, component } = read(write(booking))
    expect(event.uid).toBe('booking-12@portal.example.edu.cn')
    expect(event.summary).toBe('场发射扫描电子显微镜')
    expect(event.location).toBe(booking.labName)
    expect(event.description).toBe(`预约单 12：待使用\n${booking.purpose}`)
    expect(event.startDate.toJSDate().toISOString()).toBe(booking.startAt)
    expect(event.endDate.toJSDate().toISOString()).toBe(booking.endAt)
    expect(component?.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(component?.getFirstPropertyValue('url')).toBe(site.link)
  })
  test('has no line longer than a calendar reads, and breaks no character', () => {
    const lines = write(booking).split('\r\n')
    expect(Math.max(...lines.map((l) => new TextEncoder().encode(l).length))).toBeLessThanOrEqual(75)
  })
  test('that was moved is a later version of the same event', () => {
    const before = read(write(booking)).event
    const after = read(write({ ...booking, stateAt: '2026-01-04T09:00:00.000Z' })).event
    expect(after.uid).toBe(before.uid)
    expect(after.sequence).toBeGreaterThan(before.sequence)
  })
  test('is tentative until all have agreed, and off when it was cancelled', () => {
    const status = (state: 'awaiting_reviewer' | 'cancelled') =>
      read(write({ ...booking, state })).component?.getFirstPropertyValue('status')
    expect(status('awaiting_reviewer')).toBe('TENTATIVE')
    expect(status('cancelled')).toBe('CANCELLED')
  })
  test('names the seat where there are several, and says first that it is off', () => {
    expect(read(write({ ...booking, capacity: 3, seat: 2 })).event.summary).toContain('2 号机位')
    expect(read(write({ ...booking, state: 'revoked' })).event.summary).toMatch(/^已撤销：/)
  })
})

describe('a calendar that is subscribed to', () => {
  test('has a name and is read again', () => {
    const text = writeCalendar([showEvent(booking, site)], { name: '我的预约' })
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('我的预约')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
  })
  test('is a calendar without any event, too', () => {
    const calendar = new ICAL.Component(ICAL.parse(writeCalendar([], { name: '空' })) as unknown[])
    expect(calendar.getAllSubcomponents('vevent')).toEqual([])
    expect(calendar.getAllSubcomponents('vtimezone')).toHaveLength(1)
  })
})
