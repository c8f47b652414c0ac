import { run, type Db } from '../../kernel/db.ts'

/** Laboratories and departments whose instruments the caller sees although they are not shared. */
export interface Seen {
  all: boolean
  labIds: readonly number[]
  deptIds: readonly number[]
}

// Maintenance occupies an instrument without using it: it is left out here, as it is of the ranks and of the
// use of the last year that lists and pages of instruments show (device/use.store.ts).

// Uses the first columns of the primary key of the sums: the instruments of a page are a few hundred rows.
const DEVICES = `select d.id as "deviceId", to_char(m.month, 'YYYY-MM') as month,
    sum(m.working_minutes)::float8 as minutes
  from device d join lab l on l.id = d.lab_id
    left join use_month m on m.device_id = d.id and m.month >= $2::date and m.kind <> 'maintenance'
  where d.id = any($1::int8[])
    and (d.shared or $3 or d.lab_id = any($4::int8[]) or l.dept_id = any($5::int8[]))
  group by d.id, m.month`
/** Minutes of use for each month that has any; for an instrument without uses one row without a month. */
export const listDeviceMonths = (db: Db, ids: readonly number[], from: string, seen: Seen) =>
  run<{ deviceId: number; month: string | null; minutes: number | null }>(db, DEVICES, [
    ids,
    from,
    seen.all,
    seen.labIds,
    seen.deptIds,
  ])

// Each month by itself: the primary key of the sums begins with the month, so that the laboratory's rows of
// twelve months are found in twelve places.
const LAB = `select to_char(month, 'YYYY-MM') as month, sum(working_minutes)::float8 as minutes,
    sum(uses)::float8 as uses
  from use_lab_month where month = any($2::date[]) and lab_id = $1 and kind <> 'maintenance' group by month`
/** Minutes of use and uses of a laboratory for each of these months `YYYY-MM` that has any. */
export const listLabMonths = (db: Db, labId: number, months: readonly string[]) =>
  run<{ month: string; minutes: number; uses: number }>(db, LAB, [labId, months.map((m) => `${m}-01`)])

const OPENED = `select d.id, (select coalesce(sum(m.working_minutes), 0) from use_month m
    where m.device_id = d.id and m.lab_id = d.lab_id and m.month >= $2::date
      and m.kind <> 'maintenance')::float8 as minutes
  from device d join opening o on o.device_id = d.id and o.enabled where d.lab_id = any($1::int8[])`
/**
 * Instruments of these laboratories that take bookings, with the
 * minutes of use of each since `from` in its present laboratory.
 */
export const listOpened = (db: Db, labIds: readonly number[], from: string) =>
  run<{ id: number; minutes: number }>(db, OPENED, [labIds, from])
