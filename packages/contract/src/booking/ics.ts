import { bookingStateWords, type BookingState } from './booking.ts'

// Bookings as an iCalendar file (RFC 5545): one that the browser saves, or all that a calendar subscribes to.

export interface CalendarEvent {
  /** Stable key of the event; a calendar updates the event with the same key. */
  uid: string
  /** When the event last changed; it serves as the event's version. */
  since: string
  startAt: string
  endAt: string
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  summary: string
  location: string
  description?: string
  url?: string
}

const escape = (text: string): string =>
  text.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r\n|\r|\n/g, '\\n')
/**
 * 2026-01-05T01:00:00.000Z → 20260105T010000Z: an instant in UTC, which calendars convert to their own zone.
 */
const formatUtc = (at: string): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

const LINE_BYTES = 73
/** Bytes of one character in UTF-8. */
function countBytes(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
}
/**
 * A line of a calendar file holds at most 75 bytes. A longer line continues on the next after a blank, never
 * within a character.
 */
function fold(line: string): string {
  const rows: string[] = []
  let row = ''
  let bytes = 0
  for (const character of line) {
    const more = countBytes(character)
    if (bytes + more > LINE_BYTES) {
      rows.push(row)
      row = ''
      bytes = 0
    }
    row += character
    bytes += more
  }
  return [...rows, row].join('\r\n ')
}

const listEvent = (e: CalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${e.uid}`,
  `DTSTAMP:${formatUtc(e.since)}`,
  `LAST-MODIFIED:${formatUtc(e.since)}`,
  `SEQUENCE:${Math.floor(Date.parse(e.since) / 1000) % 2_000_000_000}`,
  `DTSTART:${formatUtc(e.startAt)}`,
  `DTEND:${formatUtc(e.endAt)}`,
  `SUMMARY:${escape(e.summary)}`,
  `LOCATION:${escape(e.location)}`,
  ...(e.description ? [`DESCRIPTION:${escape(e.description)}`] : []),
  ...(e.url ? [`URL:${e.url}`] : []),
  `STATUS:${e.status}`,
  // A cancelled event does not block time.
  `TRANSP:${e.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
  'END:VEVENT',
]

/** A calendar needs at least one component: without events it holds the zone of its instants. */
const ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/**
 * Builds the file. `subscribed` adds the calendar's name, shown beside other calendars, and a refresh
 * interval.
 */
export function writeCalendar(events: readonly CalendarEvent[], subscribed?: { name: string }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//instrument portal//booking//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(subscribed
      ? [
          `NAME:${escape(subscribed.name)}`,
          `X-WR-CALNAME:${escape(subscribed.name)}`,
          'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
          'X-PUBLISHED-TTL:PT1H',
        ]
      : []),
    ...(events.length ? events.flatMap(listEvent) : ZONE),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

interface Dated {
  id: number
  state: BookingState
  stateAt: string
  deviceName: string
  labName: string
  seat: number
  capacity: number
  startAt: string
  endAt: string
  /** Only in a file that the reader saves themselves, not in a feed. */
  purpose?: string
}

const sure: readonly BookingState[] = ['awaiting_use', 'in_use', 'awaiting_test_order', 'done']
const off: readonly BookingState[] = ['refused', 'cancelled', 'expired', 'revoked', 'no_show']
/** Bookings not yet approved are tentative. */
const findStatus = (state: BookingState): CalendarEvent['status'] =>
  sure.includes(state) ? 'CONFIRMED' : off.includes(state) ? 'CANCELLED' : 'TENTATIVE'

export const nameSeat = (b: { seat: number; capacity: number }): string =>
  b.capacity > 1 ? `（${b.seat} 号机位）` : ''

/**
 * Builds the event of a booking. `host` is the portal's host name: with the booking's number it forms a
 * stable key, so that moving the booking moves the event. `link` leads to the booking.
 */
export function showEvent(b: Dated, site: { host: string; link?: string }): CalendarEvent {
  const status = findStatus(b.state)
  const word = bookingStateWords[b.state]
  const lines = [`预约单 ${b.id}：${word}`, ...(b.purpose ? [b.purpose] : [])]
  return {
    uid: `booking-${b.id}@${site.host}`,
    since: b.stateAt,
    startAt: b.startAt,
    endAt: b.endAt,
    status,
    // Some calendars do not show that an event is cancelled, so the title says it.
    summary: `${status === 'CANCELLED' ? `${word}：` : ''}${b.deviceName}${nameSeat(b)}`,
    location: b.labName,
    description: lines.join('\n'),
    ...(site.link && { url: site.link }),
  }
}
