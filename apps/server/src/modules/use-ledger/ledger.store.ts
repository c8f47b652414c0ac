import { useStates } from '@portal/contract/use-ledger/use-ledger'
import { literals, run, type Db } from '../../kernel/db.ts'

// Compares the sources with the last ledger row of each. Where they differ, the ledger appends a row that
// reverses the old one with opposite signs, then a new row. So the ledger is append-only and still equals its
// sources.

/** Columns of a row for a booking `b` and its agreed content `c`. */
const OF_BOOKING = {
  device_id: 'b.device_id',
  lab_id: 'b.lab_id',
  dept_id: 'b.lab_dept_id',
  user_id: 'b.experimenter_id',
  user_dept_id: 'b.user_dept_id',
  user_type: 'b.user_type',
  // Never null: one row that cannot be written would block all others.
  tier: `coalesce(b.quote->>'tier', 'campus')`,
  payer_id: 'coalesce(o.payer_id, b.payer_id)',
  operator_id: `case when b.kind = 'sample_delivery' and c.agreed and x.used then c.filled_by end`,
  kind: `case when x.used then b.kind else 'fee' end`,
  nature: `coalesce(b.nature, 'unstated')`,
  project: 'b.project',
  project_number: 'b.project_number',
  funding_source: 'b.funding_source',
  disciplines: 'b.disciplines',
  service_mode: 'b.service_mode',
  work: `case when x.used then tstzmultirange(w.time) else '{}' end`,
  begun_at: 'x.begun_at',
  day: '(x.begun_at at time zone $2)::date',
  reserved_minutes: `case when x.used and b.period is not null then ${minutes('b.period')} else 0 end`,
  working_minutes: `case when x.used then ${minutes('w.time')} else 0 end`,
  // A use that a fault ended is billed by the minute, so its line has no units.
  billed_minutes: `coalesce((select sum(case when b.end_kind = 'fault' then ${minutes('c.actual')}
      else (l->>'quantity')::numeric * (b.quote->'rate'->>'unitMinutes')::numeric end)
      from jsonb_array_elements(c.bill->'lines') l where l->>'kind' = 'time'), 0)::int`,
  preparation_minutes: ofUse('preparation_minutes'),
  cleanup_minutes: ofUse('cleanup_minutes'),
  trained_students: taught('trained_students'),
  trained_teachers: taught('trained_teachers'),
  trained_others: taught('trained_others'),
  trained_mastery: `case when not x.used then null when x.says_taught then c.trained_mastery
    else s.trained_mastery end`,
  uses: 'x.used::int',
  samples: 'case when x.used then coalesce(c.sample_count, b.sample_count) else 0 end',
  income_fen: 'x.income',
  fees: `case when x.income = 0 then '{}' else coalesce((select jsonb_object_agg(f.kind, f.fen) from (
      select l->>'kind' as kind, sum((l->>'amountFen')::int8) as fen
      from jsonb_array_elements(c.bill->'lines') l group by 1) f where f.fen <> 0), '{}') end`,
} as const
type Column = keyof typeof OF_BOOKING
/** The same for a manual entry `e`: a use without a booking and without cost. */
const OF_ENTRY: Record<Column, string> = {
  device_id: 'e.device_id',
  lab_id: 'e.lab_id',
  dept_id: 'e.dept_id',
  user_id: 'e.user_id',
  user_dept_id: 'e.user_dept_id',
  user_type: 'e.user_type',
  tier: 'e.tier',
  payer_id: 'e.payer_id',
  operator_id: 'null::bigint',
  kind: 'e.kind',
  nature: `coalesce(e.nature, 'unstated')`,
  project: 'e.project',
  project_number: 'e.project_number',
  funding_source: 'e.funding_source',
  disciplines: 'e.disciplines',
  service_mode: 'e.service_mode',
  work: 'e.work',
  begun_at: 'lower(e.work)',
  day: '(lower(e.work) at time zone $2)::date',
  reserved_minutes: '0',
  working_minutes: `(select sum(${minutes('r')}) from unnest(e.work) r)::int`,
  billed_minutes: '0',
  preparation_minutes: 'e.preparation_minutes',
  cleanup_minutes: 'e.cleanup_minutes',
  trained_students: 'e.trained_students',
  trained_teachers: 'e.trained_teachers',
  trained_others: 'e.trained_others',
  trained_mastery: 'e.trained_mastery',
  uses: '1',
  samples: 'e.samples',
  income_fen: '0::bigint',
  fees: `'{}'::jsonb`,
}
/** Columns whose sign is reversed in a reversing row. */
const TURNED = [
  'reserved_minutes',
  'working_minutes',
  'billed_minutes',
  'preparation_minutes',
  'cleanup_minutes',
  'trained_students',
  'trained_teachers',
  'trained_others',
  'uses',
  'samples',
  'income_fen',
] as const
/** Columns that test orders and their versions have under the same names. */
const SAID = [
  'preparation_minutes',
  'cleanup_minutes',
  'trained_students',
  'trained_teachers',
  'trained_others',
  'trained_mastery',
] as const
const columns = Object.keys(OF_BOOKING)
const listed = (alias: string) => columns.map((c) => `${alias}.${c}`).join(', ')

/** SQL for the length of a range in minutes, rounded. */
function minutes(range: string): string {
  return `round(extract(epoch from upper(${range}) - lower(${range})) / 60)::int`
}

/** SQL for a training figure: from the test order, or, if that has none, from the data added afterwards. */
function taught(figure: string): string {
  return `case when not x.used then 0 when x.says_taught then c.${figure} else coalesce(s.${figure}, 0) end`
}

function selected(content: Record<Column, string>): string {
  return Object.entries(content)
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ')
}

/**
 * SQL for a figure of the test order besides the hours; 0 before the order is agreed on and for bookings
 * without a use.
 */
function ofUse(figure: string): string {
  return `case when x.used and c.agreed then c.${figure} else 0 end`
}

/**
 * The rows that the bookings `$1` should have, in the campus time zone `$2`: none, a use, or a fee. The
 * figures are those confirmed last and stay while a confirmed bill is corrected. Before the first
 * confirmation they are the recorded times, with an income of 0.
 */
const BOOKED = `
  select b.id as source_id, ${selected(OF_BOOKING)}
  from booking b
  left join test_order o on o.booking_id = b.id
  left join use_supplement s on s.booking_id = b.id
  left join lateral (select * from test_order_version where test_order_id = o.id and o.confirmed_at is null
    order by version desc limit 1) v on true
  cross join lateral (
    select o.confirmed_at is not null or v.version is not null as agreed,
      case when o.confirmed_at is null then v.actual else o.actual end as actual,
      case when o.confirmed_at is null then v.sample_count else o.sample_count end as sample_count,
      case when o.confirmed_at is null then v.bill else o.bill end as bill,
      case when o.confirmed_at is null then v.total_fen else o.total_fen end as total_fen,
      ${SAID.map((f) => `case when o.confirmed_at is null then v.${f} else o.${f} end as ${f}`).join(', ')},
      case when o.confirmed_at is null then v.filled_by else o.filled_by end as filled_by,
      coalesce(o.confirmed_at, v.confirmed_at) as confirmed_at) c
  cross join lateral (select coalesce(c.actual,
    case when b.started_at < b.finished_at then tstzrange(b.started_at, b.finished_at) end, b.period) as time)
      w
  cross join lateral (
    select b.state in (${literals(useStates)}) and w.time is not null as used,
      case when o.state = 'written_off' then 0 else coalesce(c.total_fen, 0) end as income) u
  cross join lateral (select u.used, u.income, case when u.used then lower(w.time)
    else c.confirmed_at end as begun_at, c.agreed
    and c.trained_students + c.trained_teachers + c.trained_others > 0 as says_taught) x
  where b.id = any ($1) and (x.used or x.income <> 0)`

/** The rows that the entries `$1` should have: a use, unless they are revoked. */
const ENTERED = `
  select e.id as source_id, ${selected(OF_ENTRY)} from use_entry e where e.id = any ($1)
    and e.revoked_at is null`

/** The sources of uses. */
export type Source = 'booking' | 'entry'
const same = columns.map((c) => `t.${c}`).join(', ')
const takeBack = (source: Source, truth: string) => `
  with truth as (${truth}), wrong as (
    select r.* from use_current c join use_record r on r.id = c.record_id
    where c.source = '${source}' and c.source_id = any ($1) and not exists (
      select from truth t where t.source_id = c.source_id and (${same}) is not distinct from (${listed('r')}))
  ), unsaid as (
    delete from use_current c using wrong w where c.record_id = w.id
  )
  insert into use_record (recorded_at, source, source_id, seq, reverses, ${columns.join(', ')})
  select $3, w.source, w.source_id, w.seq + 1, w.id, ${columns
    .map((c) => {
      if (c === 'fees')
        return `(select coalesce(jsonb_object_agg(key, -value::int8), '{}') from jsonb_each_text(w.fees))`
      return TURNED.some((t) => t === c) ? `-w.${c}` : `w.${c}`
    })
    .join(', ')}
  from wrong w returning id`
const say = (source: Source, truth: string) => `
  with truth as (${truth}), said as (
    insert into use_record (recorded_at, source, source_id, seq, ${columns.join(', ')})
    select $3, '${source}', t.source_id,
      coalesce((select max(seq) from use_record r where r.source = '${source}' and r.source_id = t.source_id),
        0) + 1, ${same}
    from truth t where not exists (select from use_current c where c.source = '${source}'
      and c.source_id = t.source_id)
    returning id, source, source_id
  )
  insert into use_current (record_id, source, source_id) select id, source, source_id from said
  returning record_id as id`
const WRITES: Record<Source, readonly [takeBack: string, say: string]> = {
  booking: [takeBack('booking', BOOKED), say('booking', BOOKED)],
  entry: [takeBack('entry', ENTERED), say('entry', ENTERED)],
}

/** The context of a write: a transaction, the present instant, and the campus time zone. */
export interface Writing {
  db: Db
  now: Date
  zone: string
}

/**
 * Only one transaction at a time writes the ledger: two would write the same rows twice. Others return
 * without waiting.
 */
const LOCK = `select pg_try_advisory_xact_lock(hashtext('use_ledger')) as mine`
export const lock = async ({ db }: Writing): Promise<boolean> =>
  (await run<{ mine: boolean }>(db, LOCK, []))[0]?.mine === true

const WAIT = `select pg_advisory_xact_lock(hashtext('use_ledger'))`
/** For callers that do not run again soon: waits for the lock. */
export const waitForLock = ({ db }: Writing) => run(db, WAIT, [])

const TAKE_DUE = `
  with due as (delete from use_due where id = any(array(select id from use_due order by id limit $1))
    returning source, source_id)
  select (select count(*)::int from due) as changes, source, array_agg(distinct source_id) as ids
  from due group by source`
/** Takes up to `limit` changes since the last write and marks them as handled; returns their sources. */
export async function takeDue(
  { db }: Writing,
  limit: number,
): Promise<{ changes: number; due: { source: Source; ids: number[] }[] }> {
  const due = await run<{ changes: number; source: Source; ids: number[] }>(db, TAKE_DUE, [limit])
  return { changes: due[0]?.changes ?? 0, due }
}

const AFTER: Record<Source, string> = {
  booking: `select id from booking where id > $1 order by id limit $2`,
  entry: `select id from use_entry where id > $1 order by id limit $2`,
}
export const sources = ['booking', 'entry'] as const satisfies readonly Source[]
/** The ids of all bookings or entries after `id`, in order. */
export const idsAfter = async (
  { db }: Writing,
  source: Source,
  id: number,
  limit: number,
): Promise<number[]> => (await run<{ id: number }>(db, AFTER[source], [id, limit])).map((b) => b.id)

/** Makes the ledger equal to these sources; returns the number of rows added. */
export async function write(
  { db, now, zone }: Writing,
  source: Source,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0
  const values = [ids, zone, now]
  const [takesBack, says] = WRITES[source]
  const takenBack = await run<{ id: number }>(db, takesBack, values)
  const said = await run<{ id: number }>(db, says, values)
  return takenBack.length + said.length
}
