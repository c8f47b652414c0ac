import { z } from 'zod'
import { day, flag, keyword, oneOrMore } from '../kernel/fields.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { bookingKinds, bookingStates } from './booking.ts'

// Scopes, order and filters of booking lists.

export const bookingScopes = ['mine', 'using', 'experimenter', 'payer', 'lab', 'all'] as const
export type BookingScope = (typeof bookingScopes)[number]
/**
 * `using`: bookings that the caller made or is the experimenter of. `lab`: bookings of the labs and devices
 * that the caller directs, administers or reviews. `all`: for the back office, within the holder's labs.
 */
export const bookingScopeWords: Record<BookingScope, string> = {
  mine: '我预约的',
  using: '我预约或实验的',
  experimenter: '我实验的',
  payer: '我付款的',
  lab: '我管理的',
  all: '全部',
}
/** `agenda`: waiting for the caller, then in use, then to come (soonest first), then over (latest first). */
export const bookingSorts = ['id', 'agenda', 'startAt', 'stateAt', 'estimateFen'] as const

export const listFilters = z.object({
  scope: z.enum(bookingScopes).default('mine'),
  state: oneOrMore(z.enum(bookingStates)),
  kind: z.enum(bookingKinds).optional(),
  deviceId: deviceRef.optional(),
  labId: labRef.optional(),
  /** Days on which the booked time starts, in the campus calendar, both included. */
  fromDay: day.optional(),
  toDay: day.optional(),
  /** Bookings that overlap this day, and bookings still in use after their end. */
  liveOn: day.optional(),
  /** A booking's number, or a part of the device's or a person's name. */
  keyword,
  /** Only bookings that wait for the caller's decision. */
  awaitingMe: flag,
})
export type BookingFilters = z.output<typeof listFilters>
/** Most rows of an export; a longer one stops there and says so in its last line. */
export const EXPORT_MAX = 100_000
