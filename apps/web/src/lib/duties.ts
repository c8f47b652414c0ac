import { edit, type Permission } from '@portal/contract/kernel/permissions'
import { useUser } from './session.ts'

/**
 * What somebody's work is, by what he may do: the one place that says so. Lists show at first the columns
 * that this work needs (`for` of a column, docs/decisions/115); rights themselves are the server's. An
 * administrator helps where others work, but keeps no register: what he may is not what he needs in sight.
 */
export const duties = {
  /** Keeps the books: cards, vouchers, who owes what. Whoever may look at reports does not. */
  books: ['ADMIN', ...edit('FINANCIAL')],
  /** Keeps the register of all instruments, by asset number. */
  assets: ['DEVICE_ALL'],
  /** Judges bookings and fills in test orders of a laboratory; `_ALL` is who looks on from an office. */
  benches: ['ADMIN', 'SUBSCRIBE_ORDER_EDIT', 'TEST_ORDER_EDIT'],
  /** Keeps people's accounts. */
  accounts: ['ADMIN', 'USER_ALL'],
} as const satisfies Record<string, readonly Permission[]>
export type Duty = keyof typeof duties

const all = Object.keys(duties) as Duty[] // the keys of a literal

/** A booker has none of them. */
export const findDuties = (permissions: readonly string[]): ReadonlySet<Duty> =>
  new Set(all.filter((duty) => duties[duty].some((code: Permission) => permissions.includes(code))))

export function useDuties(): ReadonlySet<Duty> {
  const permissions = useUser()?.permissions ?? []
  return findDuties(permissions)
}
