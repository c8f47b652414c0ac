import { rankMeasures, type RankMeasure } from '@portal/contract/device/device'
import { run, type Db } from '../../kernel/db.ts'

export interface RankRow {
  deviceId: number
  deviceName: string
  deviceSerialId: string
  labId: number
  labName: string
  deptId: number
  deptName: string
  bookings: number
  minutes: number
  samples: number
  incomeFen: number
}
const NAMES = `d.id as "deviceId", d.name as "deviceName", d.serial_id as "deviceSerialId", l.id as "labId",
    l.name as "labName", t.id as "deptId", t.name as "deptName"`
const FIGURES = `u.bookings, u.minutes, u.samples, u.income_fen as "incomeFen"`
const columns: Record<RankMeasure, string> = {
  minutes: 'minutes',
  bookings: 'bookings',
  samples: 'samples',
  income: 'income_fen',
}

const listTexts = (by: RankMeasure, table: 'lab_use_year' | 'device_use_month') => {
  const month = table === 'device_use_month'
  const ofMonth = month ? ' and u.month = $2::date' : ''
  const used = `d.shared and u.${columns[by]} > 0 and ($1::int8[] is null or l.dept_id = any ($1))${ofMonth}`
  // A device whose own laboratory is closed today is left out, wherever it was used: it cannot be booked.
  const open = 'join lab own on own.id = d.lab_id and own.enabled'
  return {
    page: `select ${NAMES}, ${FIGURES} from ${table} u join device d on d.id = u.device_id
      join lab l on l.id = u.lab_id join dept t on t.id = l.dept_id ${open}
      where ${used} order by u.${columns[by]} desc, u.device_id, u.lab_id limit ${month ? '$3' : '$2'}`,
    total: `select count(*) as total from ${table} u join device d on d.id = u.device_id
      join lab l on l.id = u.lab_id ${open} where ${used}`,
  }
}
// The result has one entry per measure.
const texts = Object.fromEntries(
  rankMeasures.map((by) => [
    by,
    { year: listTexts(by, 'lab_use_year'), month: listTexts(by, 'device_use_month') },
  ]),
) as Record<RankMeasure, { year: ReturnType<typeof listTexts>; month: ReturnType<typeof listTexts> }>

export interface Ranked {
  by: RankMeasure
  /** The first day of a month; null: the last twelve months. */
  month: string | null
  deptIds: readonly number[] | null
}
const makeText = ({ by, month }: Ranked) => texts[by][month ? 'month' : 'year']
const listValues = ({ month, deptIds }: Ranked) => [deptIds, ...(month ? [month] : [])]

/** The first `size` shared devices by one measure, each with the laboratory in which the use took place. */
export const listRanked = (db: Db, of: Ranked, size: number) =>
  run<RankRow>(db, makeText(of).page, [...listValues(of), size])
/** The number of devices in that ranking. */
export const countRanked = async (db: Db, of: Ranked): Promise<number> =>
  (await run<{ total: number }>(db, makeText(of).total, listValues(of)))[0]?.total ?? 0

// Sums of the use ledger, without maintenance (time occupied without use) and fees (charges without use). Few
// of them have changed since the last night. The others are left out before the insert, because `on conflict`
// locks, and so writes, each row that it meets.
const COUNT = `
  with sums as (
    select device_id, lab_id, month, sum(uses) as bookings, sum(working_minutes) as minutes,
      sum(samples) as samples, sum(income_fen) as income_fen
    from use_month where month >= $1::date and month < $2::date and kind not in ('fee', 'maintenance')
    group by 1, 2, 3
  ), counted as (
    insert into device_use_month (device_id, lab_id, month, bookings, minutes, samples, income_fen)
    select s.device_id, s.lab_id, s.month, s.bookings, s.minutes, s.samples, s.income_fen
    from sums s left join device_use_month m
      on m.device_id = s.device_id and m.lab_id = s.lab_id and m.month = s.month
    where (m.bookings, m.minutes, m.samples, m.income_fen) is distinct from (s.bookings, s.minutes,
      s.samples, s.income_fen)
    on conflict (device_id, month, lab_id) do update set bookings = excluded.bookings,
      minutes = excluded.minutes, samples = excluded.samples, income_fen = excluded.income_fen
    returning 1
  )
  select count(*) as n from counted`
/** Writes the sums of the months in the half-open interval of days. Returns the number of changed rows. */
export const countMonths = async (db: Db, from: string, to: string): Promise<number> =>
  (await run<{ n: number }>(db, COUNT, [from, to]))[0]?.n ?? 0

// Where statistics say that a table is empty, PostgreSQL joins by a loop, and would sum up all months again
// in each turn. A full join is run by hash or merge only; `not in` over a subquery is hashed.
const SUM = `
  insert into device_use_year as y (device_id, bookings, minutes, samples, income_fen)
  select coalesce(o.device_id, s.device_id), coalesce(s.bookings, 0), coalesce(s.minutes, 0),
    coalesce(s.samples, 0), coalesce(s.income, 0)
  from (
    select m.device_id, sum(m.bookings) as bookings, sum(m.minutes) as minutes, sum(m.samples) as samples,
      sum(m.income_fen) as income
    from device_use_month m where m.month > $1::date and m.month <= $2::date group by 1
  ) s full join device_use_year o on o.device_id = s.device_id
  where (o.bookings, o.minutes, o.samples, o.income_fen) is distinct from (coalesce(s.bookings, 0),
    coalesce(s.minutes, 0), coalesce(s.samples, 0), coalesce(s.income, 0))
  on conflict (device_id) do update set bookings = excluded.bookings, minutes = excluded.minutes,
    samples = excluded.samples, income_fen = excluded.income_fen`
const SUM_LABS = `
  with s as (
    select m.device_id, m.lab_id, sum(m.bookings) as bookings, sum(m.minutes) as minutes,
      sum(m.samples) as samples, sum(m.income_fen) as income
    from device_use_month m where m.month > $1::date and m.month <= $2::date group by 1, 2
  ), gone as (
    delete from lab_use_year y where (y.device_id, y.lab_id) not in (select device_id, lab_id from s)
  )
  insert into lab_use_year as y (device_id, lab_id, bookings, minutes, samples, income_fen)
  select device_id, lab_id, bookings, minutes, samples, income from s
  on conflict (lab_id, device_id) do update set bookings = excluded.bookings, minutes = excluded.minutes,
    samples = excluded.samples, income_fen = excluded.income_fen
    where (y.bookings, y.minutes, y.samples, y.income_fen) is distinct from (excluded.bookings,
      excluded.minutes, excluded.samples, excluded.income_fen)`
/** Sums up the last twelve months: those that begin after `after` and not after `last`. */
export async function sumYear(db: Db, after: string, last: string): Promise<void> {
  await run(db, SUM, [after, last])
  await run(db, SUM_LABS, [after, last])
}

const TOTALS = `select (select coalesce(sum(bit_count(bits)), 0) from device_token
    where token = 'any')::int8 as total,
  (select coalesce(sum(bit_count(bits)), 0) from device_token where token = 'shared')::int8
    - (select count(*) from device d join lab l on l.id = d.lab_id and not l.enabled
      where d.shared) as shared,
  (select coalesce(sum(bit_count(bits)), 0) from device_token where token = 'opened')::int8 as opened,
  (select count(*) from lab where enabled) as labs`
export async function readTotals(db: Db) {
  const [row] = await run<{ total: number; shared: number; opened: number; labs: number }>(db, TOTALS, [])
  return row! // an aggregate returns one row
}
