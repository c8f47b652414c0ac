import { edit, type Permission } from '@portal/contract/kernel/permissions'
import { useUser } from './session.ts'

/**
 * A person's duties, derived from their permissions; defined only here. Lists show by default the columns
 * that a duty needs (`for` of a column, docs/decisions/115); the server checks the rights. An administrator
 * has the permissions but keeps no register, so `ADMIN` is missing there.
 */
export const duties = {
  /** Keeps the books: cards, vouchers, debts. A permission to read reports is not enough. */
  books: ['ADMIN', ...edit('FINANCIAL')],
  /** Keeps the register of all instruments, by asset number. */
  assets: ['DEVICE_ALL'],
  /**
   * Judges bookings and fills in test orders of a laboratory. The `_ALL` permissions only supervise from an
   * office.
   */
  benches: ['ADMIN', 'SUBSCRIBE_ORDER_EDIT', 'TEST_ORDER_EDIT'],
  /** Keeps people's accounts. */
  accounts: ['ADMIN', 'USER_ALL'],
} as const satisfies Record<string, readonly Permission[]>
export type Duty = keyof typeof duties

const all = Object.keys(duties) as Duty[] // an object literal has exactly these keys

/** The duties of these permissions; an ordinary booker has none. */
export const findDuties = (permissions: readonly string[]): ReadonlySet<Duty> =>
  new Set(all.filter((duty) => duties[duty].some((code: Permission) => permissions.includes(code))))

export function useDuties(): ReadonlySet<Duty> {
  const permissions = useUser()?.permissions ?? []
  return findDuties(permissions)
}
