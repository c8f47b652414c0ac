import type { Lack, Training } from '@portal/contract/booking/backfill'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { run, type Db } from '../../../kernel/db.ts'
import type { Condition } from '../../../kernel/list.store.ts'
import { PURPOSE, type Purpose } from '../booking.store.ts'

// Report data of finished uses, and what is added to it afterwards.

/** The use has training data, in its test order or added afterwards. */
const TAUGHT_IN_ORDER = `exists (select from test_order o where o.booking_id = b.id
  and o.trained_students + o.trained_teachers + o.trained_others > 0)`
const taught = sql.raw(
  `(${TAUGHT_IN_ORDER} or exists (select from use_supplement s where s.booking_id = b.id))`,
)
const lacking: Record<Lack, Condition> = {
  nature: sql`b.nature is null`,
  project: sql`b.project is null`,
  fundingSource: sql`b.funding_source is null`,
  disciplines: sql`cardinality(b.disciplines) = 0`,
  serviceMode: sql`b.service_mode is null`,
  // Most uses have no training, so it is lacking only in uses for teaching.
  training: sql`(b.nature = 'teaching' and not ${taught})`,
}
/** Condition on `b`: the booking lacks this field, or any field. */
export const lacks = (one: Lack | undefined): Condition =>
  one ? lacking[one] : sql`(${sql.join(Object.values(lacking), sql` or `)})`

export interface Said extends Purpose {
  id: number
  purpose: string
  training: Training | null
  trainingFixed: boolean
}
const trained = (
  of: string,
) => `json_build_object('students', ${of}.trained_students, 'teachers', ${of}.trained_teachers,
  'others', ${of}.trained_others, 'mastery', ${of}.trained_mastery)`
const SAID = `select b.id, b.purpose, ${PURPOSE}, ${TAUGHT_IN_ORDER} as "trainingFixed",
    case when ${TAUGHT_IN_ORDER} then ${trained('o')} when s.booking_id is not null then ${trained('s')}
      end as training
  from unnest($1::int8[]) v(id) join booking b on b.id = v.id left join test_order o on o.booking_id = b.id
    left join use_supplement s on s.booking_id = b.id`
/** The report data of these bookings, by booking id. */
export const findSaid = async (db: Db, ids: readonly number[]): Promise<Map<number, Said>> =>
  new Map((await run<Said>(db, SAID, [ids])).map((s) => [s.id, s]))

// ── Saying it afterwards ─────────────────────────────────────────────────────

/** The fields that may be added afterwards, by column. */
export interface Later {
  nature?: Purpose['nature'] | undefined
  project?: string | null | undefined
  project_number?: string | null | undefined
  funding_source?: string | null | undefined
  disciplines?: readonly string[] | undefined
  service_mode?: string | null | undefined
}
/**
 * Fills an empty column; a value is replaced only if `$3` (overwrite) is true. `$2` lists the given columns.
 */
const filled = (column: keyof Later, n: number, type: string, gap: string) =>
  `case when '${column}' = any ($2::text[]) and ($3::bool or ${gap}) then $${n}::${type}
    else b.${column} end as ${column}`
/** A number or source of one project must not be combined with another project. */
const SAME_PROJECT = `('project' <> all ($2::text[]) or b.project is null
  or b.project is not distinct from $5::text)`
const COLUMNS = [
  'nature',
  'project',
  'project_number',
  'funding_source',
  'disciplines',
  'service_mode',
] as const
const listed = (alias: string) => COLUMNS.map((c) => `${alias}.${c}`).join(', ')
const FILL = `
  with now as (select b.id,
      ${filled('nature', 4, 'text', 'b.nature is null')},
      ${filled('project', 5, 'text', 'b.project is null')},
      ${filled('project_number', 6, 'text', `b.project_number is null and ${SAME_PROJECT}`)},
      ${filled('funding_source', 7, 'text', `b.funding_source is null and ${SAME_PROJECT}`)},
      ${filled('disciplines', 8, 'text[]', 'cardinality(b.disciplines) = 0')},
      ${filled('service_mode', 9, 'text', 'b.service_mode is null')}
    from booking b where b.id = any ($1::int8[]) order by b.id for update)
  update booking b set ${COLUMNS.map((c) => `${c} = now.${c}`).join(', ')} from now
  where b.id = now.id and (${listed('b')}) is distinct from (${listed('now')}) returning b.id`
/** Writes the given fields; returns the ids of the bookings that changed. */
export async function fill(
  ctx: Ctx,
  ids: readonly number[],
  said: Later,
  overwrite: boolean,
): Promise<number[]> {
  const names = COLUMNS.filter((c) => said[c] !== undefined)
  if (names.length === 0) return []
  const values = COLUMNS.map((c) => said[c] ?? (c === 'disciplines' ? [] : null))
  return (await run<{ id: number }>(ctx.db, FILL, [ids, names, overwrite, ...values])).map((b) => b.id)
}

const TEACH = `
  insert into use_supplement as s (booking_id, trained_students, trained_teachers, trained_others,
    trained_mastery, said_by, said_at)
  select v.id, $3, $4, $5, $6, $7, $8 from unnest($1::int8[]) v(id) order by v.id
  on conflict (booking_id) do update set trained_students = excluded.trained_students,
    trained_teachers = excluded.trained_teachers, trained_others = excluded.trained_others,
    trained_mastery = excluded.trained_mastery, said_by = excluded.said_by, said_at = excluded.said_at
  where $2::bool and (s.trained_students, s.trained_teachers, s.trained_others, s.trained_mastery)
    is distinct from (excluded.trained_students, excluded.trained_teachers, excluded.trained_others,
      excluded.trained_mastery)
  returning booking_id as id`
/** Writes training data; existing data is replaced only with `overwrite`. Returns the ids that changed. */
export const teach = async (
  ctx: Ctx,
  ids: readonly number[],
  t: Training,
  overwrite: boolean,
): Promise<number[]> =>
  (
    await run<{ id: number }>(ctx.db, TEACH, [
      ids,
      overwrite,
      t.students,
      t.teachers,
      t.others,
      t.mastery,
      ctx.me.id,
      ctx.now,
    ])
  ).map((b) => b.id)
