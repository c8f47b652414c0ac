import type { RowState } from '@portal/contract/national-report/national-report'
import type { NationalKind } from '@portal/contract/national-report/schema'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { wasKeptAfter } from '../../kernel/of-device.store.ts'

export interface ReportRecord {
  id: number
  year: number
  createdAt: Date
  collectedAt: Date | null
}
const SELECT = `select id, year, created_at as "createdAt", collected_at as "collectedAt"
  from national_report`
export const list = (db: Db) => run<ReportRecord>(db, `${SELECT} order by year desc`, [])
export const find = async (db: Db, id: number) =>
  (await run<ReportRecord>(db, `${SELECT} where id = $1`, [id]))[0]

const COUNT = `select r.report_id as "reportId", r.kind,
    case when w.id is null then r.state else 'withdrawn' end as state, count(*)::int as count
  from national_row r left join national_row w on w.report_id = r.report_id and w.kind = 'device'
    and w.device_id = r.device_id and w.state = 'withdrawn'
  where $1::int8[] is null or r.device_id in (select id from device where lab_id = any($1)
    union select id from device where contact_id = $2)
  group by 1, 2, 3`
/**
 * Number of rows by report, kind and state: of all instruments,
 * or those of some laboratories and of one contact.
 */
export const counts = (db: Db, labIds: readonly number[] | null, userId: number) =>
  run<{ reportId: number; kind: NationalKind; state: RowState; count: number }>(db, COUNT, [labIds, userId])

const ADD = 'insert into national_report (year, created_at, created_by) values ($1, $2, $3) returning id'
export const add = (db: Db, now: Date, year: number, userId: number | null) =>
  runOne<{ id: number }>(db, ADD, [year, now, userId])

// ── Collecting ───────────────────────────────────────────────────────────────
// A concurrent collection waits for the lock, so that rows are added once.

const LOCK = 'update national_report set collected_at = $2 where id = $1 returning id'
export const lockToCollect = (db: Db, now: Date, id: number) => run(db, LOCK, [id, now])

const DEVICES = `insert into national_row (report_id, kind, device_id, state_at)
  select $1, 'device', d.id, $2 from device d
  where d.price_fen >= $3 and ${wasKeptAfter('$4::date')}
    and (d.enabled_on is null or d.enabled_on <= $4::date)
  order by d.serial_id on conflict do nothing returning id`
/** Adds instruments from a price on that were in use at the end of the year, even if they are gone now. */
export const addDevices = async (db: Db, now: Date, id: number, fromFen: number, lastDay: string) =>
  (await run(db, DEVICES, [id, now, fromFen, lastDay])).length

const CUSTOMS = `insert into national_row (report_id, kind, device_id, state_at)
  select $1, 'customs', d.id, $2 from national_row r join device d on d.id = r.device_id
  where r.report_id = $1 and r.kind = 'device' and r.state <> 'withdrawn' and d.under_customs and d.price_fen >= $3
  order by d.serial_id on conflict do nothing returning id`
export const addCustoms = async (db: Db, now: Date, id: number, fromFen: number) =>
  (await run(db, CUSTOMS, [id, now, fromFen])).length

const SERVICES = `insert into national_row (report_id, kind, device_id, source, source_id, state_at)
  select $1, 'service', u.device_id, u.source, u.source_id, $2
  from national_row r join device d on d.id = r.device_id
    join use_record u on u.device_id = d.id and u.day between $4::date and $5::date
    join use_current c on c.record_id = u.id
  where r.report_id = $1 and r.kind = 'device' and r.state <> 'withdrawn' and d.price_fen >= $3 and u.uses = 1
    and u.kind = any($6::text[])
  order by d.serial_id, u.begun_at, u.id on conflict do nothing returning id`
/** Adds the uses of the report's instruments in the year. */
export const addServices = async (
  db: Db,
  now: Date,
  id: number,
  w: { fromFen: number; from: string; to: string; kinds: readonly string[] },
) => (await run(db, SERVICES, [id, now, w.fromFen, w.from, w.to, w.kinds])).length

/**
 * Updates PostgreSQL's statistics at once: autovacuum takes minutes, and until then a plan reads all services
 * of an instrument for each of its rows.
 */
export const learnRows = (db: Db) => run(db, 'analyze national_row', [])

// Rows that were sent to the platform stay.
const UNHEARD = `r.sent is null and not exists (select from national_answer a where a.row_id = r.id)`
// An instrument that was scrapped later stays: it was in use in the year.
const GONE = `select r.device_id from national_row r join device d on d.id = r.device_id
  where r.report_id = $1 and r.kind = 'device' and ${UNHEARD} and $2::int8 is not null
    and (d.price_fen >= $2 and (d.enabled_on is null or d.enabled_on <= $4::date)) is not true`
const LEAVING = `with gone as (${GONE})
  select r.id, r.typed <> '{}' or r.state = 'withdrawn' as filled
  from national_row r join device d on d.id = r.device_id
    cross join lateral (select r.device_id in (select device_id from gone) as gone,
      exists (select from national_row o where o.report_id = r.report_id
        and o.kind = 'device' and o.device_id = r.device_id) as listed) o
  where r.report_id = $1 and ${UNHEARD} and case r.kind when 'device' then o.gone
    when 'customs' then o.gone or not o.listed
    else $3::int8 is not null and (o.gone or not o.listed or (d.price_fen >= $3) is not true
      or not exists (select from use_current c join use_record u on u.id = c.record_id
        where c.source = r.source and c.source_id = r.source_id and u.device_id = r.device_id and u.uses = 1
          and u.day between $5::date and $4::date and u.kind = any($6::text[])))
    end`
/**
 * Instruments that, by their present record, are too cheap or were not in use yet, uses that were reversed or
 * by now are of another year or of a kind that is not reported, and imports and uses of instruments that are
 * not in the report; other imports may have been added by hand. A price that is null: the year has no schema
 * of that kind. `filled`: a person has entered something.
 */
export const listLeaving = (
  db: Db,
  id: number,
  w: {
    deviceFen: number | null
    serviceFen: number | null
    from: string
    to: string
    kinds: readonly string[]
  },
) => run<{ id: number; filled: boolean }>(db, LEAVING, [id, w.deviceFen, w.serviceFen, w.to, w.from, w.kinds])
export const forget = (db: Db, ids: readonly number[]) =>
  run(db, 'delete from national_row where id = any($1::int8[])', [ids])

const ADD_ONE = `insert into national_row (report_id, kind, device_id, state_at)
  values ($1, 'customs', $2, $3) returning id`
export const addDeviceCustoms = (db: Db, now: Date, reportId: number, deviceId: number) =>
  runOne<{ id: number }>(db, ADD_ONE, [reportId, deviceId, now])
