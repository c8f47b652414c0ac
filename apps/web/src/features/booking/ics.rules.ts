import type { BookingState } from '@portal/contract/booking/booking'
import type { BookingDetail } from '@portal/contract/booking/row'

// One booking as a file for calendars (RFC 5545).

type Dated = Pick<
  BookingDetail,
  'id' | 'state' | 'stateAt' | 'device' | 'lab' | 'seat' | 'capacity' | 'startAt' | 'endAt' | 'purpose'
>

const escape = (text: string): string =>
  text.replace(/[\\;,]/g, (c) => `\\${c}`).replace(/\r\n|\r|\n/g, '\\n')
/** 2026-01-05T01:00:00.000Z → 20260105T010000Z: an instant, which every calendar shows on its own clock. */
const formatUtc = (at: string): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

const LINE_BYTES = 73
/** A line of a calendar file holds 75 bytes; what is longer goes on after a blank, at a whole character. */
function fold(line: string): string {
  const bytes = new TextEncoder()
  const rows: string[] = []
  let row = ''
  for (const character of line) {
    if (bytes.encode(row + character).length > LINE_BYTES) {
      rows.push(row)
      row = ''
    }
    row += character
  }
  return [...rows, row].join('\r\n ')
}

const sure: readonly BookingState[] = ['awaiting_use', 'in_use', 'awaiting_test_order', 'done']
const off: readonly BookingState[] = ['refused', 'cancelled', 'expired', 'revoked', 'no_show']
/** What is not yet agreed to is tentative. */
const findStatus = (state: BookingState): string =>
  sure.includes(state) ? 'CONFIRMED' : off.includes(state) ? 'CANCELLED' : 'TENTATIVE'

/**
 * Nothing for what has no time. `site` names the portal: with the booking's number it is what a calendar
 * knows the event by, so that the file of a booking that was moved moves the event.
 */
export function makeIcs(b: Dated, site: { host: string; link: string }): string | null {
  if (!b.startAt || !b.endAt) return null
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//instrument portal//booking//ZH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:booking-${b.id}@${site.host}`,
    `DTSTAMP:${formatUtc(b.stateAt)}`,
    `LAST-MODIFIED:${formatUtc(b.stateAt)}`,
    `SEQUENCE:${Math.floor(Date.parse(b.stateAt) / 1000) % 2_000_000_000}`,
    `DTSTART:${formatUtc(b.startAt)}`,
    `DTEND:${formatUtc(b.endAt)}`,
    `SUMMARY:${escape(`${b.device.name}${b.capacity > 1 ? `（${b.seat} 号机位）` : ''}`)}`,
    `LOCATION:${escape(b.lab.name)}`,
    `DESCRIPTION:${escape(`预约单 ${b.id}\n${b.purpose}`)}`,
    `URL:${site.link}`,
    `STATUS:${findStatus(b.state)}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
