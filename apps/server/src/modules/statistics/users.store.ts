import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db.ts'
import { any, joinConditions } from '../../kernel/list.store.ts'
import type { Days } from '../../kernel/span.rules.ts'
import type { Period } from './period.rules.ts'
import { isOfCampus, matchUses, makeRows, type Wanted } from './sums.store.ts'

// Counts distinct people and finds the used instruments: of the campus
// and its departments with bitmaps, of the rest from the uses.

/** Counts distinct people: those with a bit in the months, and those that only the days at the edges name. */
const countBits = ({ months, edges }: Period, w: Wanted) => {
  const depts = w.deptIds ?? [0]
  const [from, until] = months ?? ['infinity', 'infinity']
  const rest = edges.length > 0 ? makeRows('users', { months: null, edges }, w) : null
  return sql`with bits as materialized (
      select block, bit_or(bits) as bits from use_month_user
      where dept_id = ${any(depts)} and month >= ${from}::date and month < ${until}::date group by block)
    select (select coalesce(sum(bit_count(bits)), 0) from bits)::int + ${
      rest
        ? sql`(select count(*) from (
        select key from (${rest}) x where key is not null group by key having sum(uses) > 0) e
        left join bits b on b.block = e.key >> 11
        where b.bits is null or get_bit(b.bits, (e.key & 2047)::int) = 0)::int`
        : sql`0`
    } as n`
}

/** Selects the `id`s of the instruments with a use: of the campus and its departments from bitmaps. */
export function selectUsedDevices(period: Period, w: Wanted): RawBuilder<unknown> {
  const used = (of: Period) => sql`select key from (${makeRows('device', of, w)}) x
    group by key having sum(uses) > 0`
  if (!isOfCampus(w)) return sql`select key as id from (${used(period)}) u`
  const { months, edges } = period
  const [from, until] = months ?? ['infinity', 'infinity']
  return sql`select d.id from device d left join (
      select block, bit_or(bits) as bits from use_month_device
      where dept_id = ${any(w.deptIds ?? [0])} and month >= ${from}::date and month < ${until}::date
      group by block) b on b.block = d.id >> 11
    where get_bit(b.bits, (d.id & 2047)::int) = 1
      ${edges.length > 0 ? sql`or d.id in (${used({ months: null, edges })})` : sql``}`
}

/** Number of distinct people with a use. */
export async function countUsers(db: Db, period: Period, w: Wanted): Promise<number> {
  const counted = isOfCampus(w)
    ? countBits(period, w)
    : sql`select count(*)::int as n from (
      select key from (${makeRows('users', period, w)}) x where key is not null group by key having sum(uses) > 0)
        y`
  const { rows } = await sql<{ n: number }>`${counted}`.execute(db)
  return rows[0]?.n ?? 0
}

const listSpans = (spans: readonly Days[]) =>
  sql.join(
    spans.map(([a, b]) => sql`(day >= ${a}::date and day < ${b}::date)`),
    sql` or `,
  )

/** Number of people for each of some rows of a table. */
export async function countUsersBy(
  db: Db,
  period: Period,
  w: Wanted,
  by: 'device' | 'lab' | 'dept',
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const counted =
    by === 'dept' && isOfCampus(w)
      ? countBitsBy(period, w, ids)
      : sql`select id, count(*)::int as n from (
      select id, user_id from (${listUsers(by, period, w, ids)}) u
      where user_id is not null group by 1, 2 having sum(uses) > 0) x group by id`
  const { rows } = await sql<{ id: number; n: number }>`${counted}`.execute(db)
  return new Map(rows.map((r) => [r.id, r.n]))
}

/**
 * Who used which of these rows, and how often: for laboratories and
 * departments from the sums, for instruments from the ledger's rows.
 */
function listUsers(
  by: 'device' | 'lab' | 'dept',
  { months, edges }: Period,
  w: Wanted,
  ids: readonly number[],
): RawBuilder<unknown> {
  const column = sql.ref({ device: 'device_id', lab: 'lab_id', dept: 'dept_id' }[by])
  const where = joinConditions([sql`${column} = ${any(ids)}`, ...matchUses(w)])
  const isSummed = months !== null && by !== 'device' && w.deviceId === null && w.nature === null
  const days = [...edges, ...(months && !isSummed ? [months] : [])]
  return sql.join(
    [
      ...(isSummed
        ? [
            sql`select ${column} as id, user_id, uses from use_person_month
              where month >= ${months[0]}::date and month < ${months[1]}::date and ${where}`,
          ]
        : []),
      ...(days.length > 0
        ? [sql`select ${column} as id, user_id, uses from use_record where (${listSpans(days)}) and ${where}`]
        : []),
    ],
    sql` union all `,
  )
}

/** The same count for departments, from the bitmaps. */
function countBitsBy({ months, edges }: Period, w: Wanted, ids: readonly number[]): RawBuilder<unknown> {
  const [from, until] = months ?? ['infinity', 'infinity']
  const rest =
    edges.length > 0
      ? sql`union all select e.id, count(*)::int as n from (
          select id, user_id from (${listUsers('dept', { months: null, edges }, w, ids)}) u
          where user_id is not null group by 1, 2 having sum(uses) > 0) e
        left join bits b on b.id = e.id and b.block = e.user_id >> 11
        where b.bits is null or get_bit(b.bits, (e.user_id & 2047)::int) = 0 group by e.id`
      : sql``
  return sql`with bits as materialized (
      select dept_id as id, block, bit_or(bits) as bits from use_month_user
      where dept_id = ${any(ids)} and month >= ${from}::date and month < ${until}::date group by 1, 2)
    select id, sum(n)::int as n from (
      select id, sum(bit_count(bits))::int as n from bits group by id ${rest}) x
    group by id having sum(n) > 0`
}
