import type { GrantKind } from '@portal/contract/iot/door-access'
import type { FailSafe, UnitKind } from '@portal/contract/iot/iot'
import { addDays, findInstant, findLocal, findWeekday, addMinutes } from '../../kernel/time.ts'

// Computes who may enter a door and when a switch may be on, from bookings and grants. The list of a gateway,
// the pages that people see and the QR codes are all made from it.

export const HORIZON_HOURS = 36
/** An unchanged list is made anew after this many hours, so that it always reaches 30 hours ahead. */
export const RENEW_HOURS = 6
/** Our gateways report every 30 seconds; after this silence they count as offline. */
export const SILENT_SECONDS = 90
/** Another maker's device reports when something changes, or every few minutes. */
export const FOREIGN_SILENT_SECONDS = 900

export interface UnitTerms {
  unitId: number
  number: number
  kind: UnitKind
  leadMinutes: number
  graceMinutes: number
  warnMinutes: number
  stage: number
  failSafe: FailSafe
}
/** A booking of one of its people, at one door or switch of its instrument. */
export interface Booked extends Pick<
  UnitTerms,
  'unitId' | 'number' | 'kind' | 'leadMinutes' | 'graceMinutes'
> {
  bookingId: number
  userId: number
  startAt: Date
  endAt: Date
  /** When the use ended; null before that. */
  finishedAt: Date | null
  /** End of an extension that waits for the payer's consent. */
  askedTo: Date | null
}
export interface Granted extends Pick<UnitTerms, 'unitId' | 'number' | 'kind'> {
  grantId: number
  grantKind: GrantKind
  userId: number | null
  fromAt: Date
  toAt: Date | null
  weekdays: readonly number[] | null
  fromMinute: number | null
  toMinute: number | null
}
export interface Right {
  unitId: number
  number: number
  ref: string
  userId: number | null
  bookingId: number | null
  kind: 'booking' | GrantKind
  from: Date
  to: Date
}

const latest = (...dates: (Date | null)[]) =>
  new Date(Math.max(...dates.flatMap((d) => (d ? [d.getTime()] : []))))

/**
 * From `leadMinutes` before the start to `graceMinutes` after
 * the end: the planned end, or the real one if earlier.
 */
function rightOfBooking(b: Booked): Right {
  const planned = b.kind === 'air_switch' ? latest(b.endAt, b.askedTo) : b.endAt
  const end = b.finishedAt && b.finishedAt < planned ? b.finishedAt : planned
  return {
    unitId: b.unitId,
    number: b.number,
    ref: `b${b.bookingId}`,
    userId: b.userId,
    bookingId: b.bookingId,
    kind: 'booking',
    from: addMinutes(b.startAt, -b.leadMinutes),
    to: addMinutes(end, b.graceMinutes),
  }
}

/** The intervals of a grant between two moments; a weekly grant has one interval a day. */
function rightsOfGrant(g: Granted, now: Date, until: Date, zone: string): Right[] {
  const end = g.toAt && g.toAt < until ? g.toAt : until
  const stretch = (from: Date, to: Date): Right[] => {
    const a = latest(from, g.fromAt)
    const b = to < end ? to : end
    return a < b && b > now
      ? [
          {
            unitId: g.unitId,
            number: g.number,
            ref: `g${g.grantId}`,
            userId: g.userId,
            bookingId: null,
            kind: g.grantKind,
            from: a,
            to: b,
          },
        ]
      : []
  }
  const { weekdays, fromMinute, toMinute } = g
  if (weekdays === null || fromMinute === null || toMinute === null) return stretch(g.fromAt, end)
  const days: string[] = []
  for (let day = findLocal(now, zone).day; findInstant(day, 0, zone) < end; day = addDays(day, 1))
    days.push(day)
  return days
    .filter((day) => weekdays.includes(findWeekday(day)))
    .flatMap((day) => stretch(findInstant(day, fromMinute, zone), findInstant(day, toMinute, zone)))
}

/** All rights that are valid now or will be before `until`, by number of the unit, then by start. */
export function listRights(
  booked: readonly Booked[],
  granted: readonly Granted[],
  { now, until, zone }: { now: Date; until: Date; zone: string },
): Right[] {
  return [
    ...booked.map(rightOfBooking).filter((r) => r.to > now && r.from < until && r.from < r.to),
    ...granted.flatMap((g) => rightsOfGrant(g, now, until, zone)),
  ].sort(
    (a, b) =>
      a.number - b.number ||
      a.from.getTime() - b.from.getTime() ||
      (a.ref < b.ref ? -1 : a.ref > b.ref ? 1 : 0),
  )
}

export interface Heard {
  seenAt: Date | null
  goneAt: Date | null
  /** Another maker's device. */
  foreign: boolean
}
/** Its connection broke, or there never was one. */
const isGone = ({ seenAt, goneAt }: Heard): boolean =>
  seenAt === null || (goneAt !== null && goneAt >= seenAt)
export function isOnline(g: Heard, now: Date): boolean {
  const silent = g.foreign ? FOREIGN_SILENT_SECONDS : SILENT_SECONDS
  return !isGone(g) && g.seenAt !== null && g.seenAt.getTime() > now.getTime() - silent * 1000
}
/**
 * Whether a command can reach it. The silence of another
 * maker's device does not mean that it is disconnected.
 */
export const isInReach = (g: Heard, now: Date): boolean => (g.foreign ? !isGone(g) : isOnline(g, now))
