import { run, type Db } from '../../../kernel/db.ts'
import { scheduleSql } from '../place/facts.store.ts'
import type { ScheduleColumns } from '../place/rules.store.ts'
import { BOOKABLE, LIVE } from '../sql.store.ts'

export interface FreeQuery {
  from: Date
  to: Date
  minutes: number
  firstDay: string
  lastDay: string
  tier: string
  userType: string
  grams: readonly string[] | null
  recheck: readonly string[]
  labId: number | null
  deptId: number | null
  categoryId: number | null
  after: number
  limit: number
  now: Date
  today: string
  /** Start and end of the period in minutes since midnight on the campus. */
  fromMinute: number
  toMinute: number
}
export interface Candidate extends ScheduleColumns {
  id: number
  serialId: string
  name: string
  model: string | null
  labId: number
  labName: string
  capacity: number
  taken: number
}

const CANDIDATES = `
  select d.id, d.serial_id as "serialId", d.name, d.model, d.lab_id as "labId", l.name as "labName",
    o.capacity, x.taken, ${scheduleSql('$4', '$5')}
  from device d join opening o on o.device_id = d.id join lab l on l.id = d.lab_id, lateral (
    select count(distinct b.seat)::int as taken from booking b where b.device_id = d.id
      and b.period && tstzrange($1, $2) and b.state in ${LIVE}) x
  where d.id > $13 and ${BOOKABLE} and o.self_operated
    and o.min_minutes <= $3 and o.max_minutes >= $3
    and $4::date <= $16::date + o.horizon_days
    and $1 >= $15::timestamptz + o.notice_minutes * interval '1 minute'
    and $17 % o.grid_minutes = 0 and $18 % o.grid_minutes = 0
    and $6 = any(o.admitted_tiers) and (o.admitted_user_types is null or $7 = any(o.admitted_user_types))
    and ($8::text[] is null or d.search_grams @> $8) and d.search_text like all ($9::text[])
    and ($10::int8 is null or d.lab_id = $10) and ($12::int8 is null or d.category_id = $12)
    and ($11::int8 is null or d.dept_id in (
      with recursive tree as (select id from dept where id = $11 union select c.id from dept c
        join tree on c.parent_id = tree.id) select id from tree))
    and x.taken < o.capacity
  order by d.id limit $14`
/**
 * Devices that accept such a booking from this person and have a free seat then. The caller must check the
 * opening hours.
 */
export const findCandidates = (db: Db, q: FreeQuery) =>
  run<Candidate>(db, CANDIDATES, [
    q.from,
    q.to,
    q.minutes,
    q.firstDay,
    q.lastDay,
    q.tier,
    q.userType,
    q.grams,
    q.recheck,
    q.labId,
    q.deptId,
    q.categoryId,
    q.after,
    q.limit,
    q.now,
    q.today,
    q.fromMinute,
    q.toMinute,
  ])
