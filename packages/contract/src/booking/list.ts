import { z } from 'zod'
import { day, flag, keyword } from '../kernel/fields.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { bookingKinds, bookingStates } from './booking.ts'

// Whose bookings a list has, and which of them.

export const bookingScopes = ['mine', 'using', 'experimenter', 'payer', 'lab', 'all'] as const
export type BookingScope = (typeof bookingScopes)[number]
/**
 * `using`: what I booked, or what was booked for me to come. `lab`: everything of the labs and devices I
 * direct, administer or review. `all` is for the back office, within the holder's labs.
 */
export const bookingScopeWords: Record<BookingScope, string> = {
  mine: '我预约的',
  using: '我预约或实验的',
  experimenter: '我实验的',
  payer: '我付款的',
  lab: '我管理的',
  all: '全部',
}
/**
 * `agenda`: what waits for me, what is in use, what is to come (soonest first), what is over (latest first).
 */
export const bookingSorts = ['id', 'agenda', 'startAt', 'stateAt', 'estimateFen'] as const

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (v) => (v === undefined || v === '' ? undefined : Array.isArray(v) ? v : String(v).split(',')),
    z.array(item).max(20).optional(),
  )

export const listFilters = z.object({
  scope: z.enum(bookingScopes).default('mine'),
  state: oneOrMore(z.enum(bookingStates)),
  kind: z.enum(bookingKinds).optional(),
  deviceId: deviceRef.optional(),
  labId: labRef.optional(),
  /** Days on which the booked time starts, campus calendar, both included. */
  fromDay: day.optional(),
  toDay: day.optional(),
  /** Of this day what reaches into it, and what is in use although its time is over. */
  liveOn: day.optional(),
  /** A booking's number, or part of the device's or a person's name. */
  keyword,
  /** Only what waits for my yes or no. */
  awaitingMe: flag,
})
export type BookingFilters = z.output<typeof listFilters>
/** An export ends after so many rows, and says so in its last line. */
export const EXPORT_MAX = 100_000
