import type { BookingRole, BookingState } from '@portal/contract/booking/booking'
import { approvalOfState } from './booking.flow.ts'

/** A person's part in the lab and device of a booking, as the database knows it. */
export interface Standing {
  reviewer: boolean
  director: boolean
  /** Lab administrator, system administrator, or a holder of the back office's right to change bookings within his labs. */
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

/**
 * The roles of a person on a booking. At an approval the awaited role belongs to exactly those who may act on the waiting task
 * (`awaited`): a reviewer who booked for himself is no reviewer of that booking, a director who stands in for a missing one is.
 */
export function rolesOf(
  booking: Parties,
  personId: number,
  standing: Standing,
  awaited: boolean,
): Set<BookingRole> {
  const roles = new Set<BookingRole>()
  if (booking.bookerId === personId) roles.add('booker')
  if (booking.experimenterId === personId) roles.add('experimenter')
  if (booking.payerId === personId) roles.add('payer')
  if (standing.reviewer) roles.add('reviewer')
  if (standing.director) roles.add('director')
  if (standing.admin) roles.add('admin')
  const approval = approvalOfState[booking.state]
  if (approval) {
    roles.delete(approval)
    // Whoever is awaited in place of a payer who left does not pay: he says who does.
    const orphaned = approval === 'payer' && booking.payerGone === true
    if (awaited && !orphaned) roles.add(approval)
    if (orphaned && (booking.bookerId === personId || standing.director)) roles.add('namer')
  }
  return roles
}

/** Who may see a booking with its names: its people, its lab's people, and those it waits for. Others see taken time only. */
export const maySee = (
  { bookerId, experimenterId, payerId }: Omit<Parties, 'state'>,
  personId: number,
  { reviewer, director, admin, viewer }: Standing,
  awaited: boolean,
): boolean =>
  [bookerId, experimenterId, payerId].includes(personId) || reviewer || director || admin || viewer || awaited
