import { run, type Db } from '../../kernel/db.ts'

// From the monthly sums of the use ledger: a year of either kind consists of whole months.

export interface UseSum {
  deviceId: number
  minutes: number
  incomeFen: number
}
const USE = `select device_id as "deviceId", sum(income_fen)::int8 as "incomeFen",
    coalesce(sum(working_minutes + preparation_minutes + cleanup_minutes) filter
      (where kind <> 'maintenance'), 0)::int8 as minutes
  from use_month where device_id = any ($1::int8[]) and month between $2::date and $3::date group by 1`
/**
 * Effective minutes (working, preparation, clean-up; without
 * maintenance of the instrument itself) and income in fen.
 */
export const sumUse = (db: Db, deviceIds: readonly number[], from: string, to: string) =>
  run<UseSum>(db, USE, [deviceIds, from, to])
