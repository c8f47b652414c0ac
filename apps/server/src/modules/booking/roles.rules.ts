import type { BookingRole, BookingState } from '@portal/contract/booking/booking'

/** A person's roles in the lab and device of a booking, as stored in the database. */
export interface Standing {
  reviewer: boolean
  director: boolean
  /**
   * Lab administrator, system administrator, or holder of the back-office permission to change bookings in
   * their labs.
   */
  admin: boolean
  /** Holds the back-office permission to view bookings in their labs. */
  viewer: boolean
}
export const nobody: Standing = { reviewer: false, director: false, admin: false, viewer: false }

export interface Parties {
  state: BookingState
  bookerId: number
  experimenterId: number
  payerId: number
  /** The payer's account is closed. */
  payerGone?: boolean
}

/** True if the payer whose consent is awaited has left. */
export const isOrphaned = ({ state, payerGone }: Pick<Parties, 'state' | 'payerGone'>): boolean =>
  state === 'awaiting_payer' && payerGone === true

/**
 * The roles of a person on a booking, regardless of pending tasks (`rolesAwaited` of kernel/flow.ts adjusts
 * them for those).
 */
export function findRoles(booking: Parties, personId: number, standing: Standing): Set<BookingRole> {
  const roles = new Set<BookingRole>()
  if (booking.bookerId === personId) roles.add('booker')
  if (booking.experimenterId === personId) roles.add('experimenter')
  if (booking.payerId === personId) roles.add('payer')
  if (standing.reviewer) roles.add('reviewer')
  if (standing.director) roles.add('director')
  if (standing.admin) roles.add('admin')
  // When the payer has left, the booker or the director does not pay but names the new payer.
  if (isOrphaned(booking) && (booking.bookerId === personId || standing.director)) roles.add('namer')
  return roles
}

/**
 * True if the person may see a booking with its names: its people and the people of its lab. (The process
 * adds people with a task.) Others see only that the time is taken.
 */
export const maySee = (
  { bookerId, experimenterId, payerId }: Omit<Parties, 'state'>,
  personId: number,
  { reviewer, director, admin, viewer }: Standing,
): boolean =>
  [bookerId, experimenterId, payerId].includes(personId) || reviewer || director || admin || viewer
