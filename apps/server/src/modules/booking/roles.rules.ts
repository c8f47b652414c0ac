import type { BookingRole, BookingState } from '@portal/contract/booking/booking'

/** A person's part in the lab and device of a booking, as the database knows it. */
export interface Standing {
  reviewer: boolean
  director: boolean
  /**
   * Lab administrator, system administrator, or a holder of the back office's right to change bookings within
   * his labs.
   */
  admin: boolean
  /** Holds the back office's right to look at bookings within his labs. */
  viewer: boolean
}
export const nobody: Standing = { reviewer: false, director: false, admin: false, viewer: false }

export interface Parties {
  state: BookingState
  bookerId: number
  experimenterId: number
  payerId: number
  /** His account is closed. */
  payerGone?: boolean
}

/** Whoever was to agree to pay has left. */
export const isOrphaned = ({ state, payerGone }: Pick<Parties, 'state' | 'payerGone'>): boolean =>
  state === 'awaiting_payer' && payerGone === true

/**
 * The roles of a person on a booking, whoever is awaited (`rolesAwaited` of kernel/flow.ts adds and takes
 * that).
 */
export function findRoles(booking: Parties, personId: number, standing: Standing): Set<BookingRole> {
  const roles = new Set<BookingRole>()
  if (booking.bookerId === personId) roles.add('booker')
  if (booking.experimenterId === personId) roles.add('experimenter')
  if (booking.payerId === personId) roles.add('payer')
  if (standing.reviewer) roles.add('reviewer')
  if (standing.director) roles.add('director')
  if (standing.admin) roles.add('admin')
  // Whoever is awaited in place of a payer who left does not pay: he says who does.
  if (isOrphaned(booking) && (booking.bookerId === personId || standing.director)) roles.add('namer')
  return roles
}

/**
 * Who may see a booking with its names: its people and its lab's people (and those it waits for). Others see
 * taken time only.
 */
export const maySee = (
  { bookerId, experimenterId, payerId }: Omit<Parties, 'state'>,
  personId: number,
  { reviewer, director, admin, viewer }: Standing,
): boolean =>
  [bookerId, experimenterId, payerId].includes(personId) || reviewer || director || admin || viewer
