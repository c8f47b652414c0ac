import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Wanted } from './sums.store.ts'

export interface Few {
  total: number
  devices: { id: number; name: string; lab: string }[]
}
const SHOWN = 5
// $1: laboratories, $2: departments; null means all of them.
const OF = `from device d join lab l on l.id = d.lab_id
  where ($1::int8[] is null or d.lab_id = any($1)) and ($2::int8[] is null or l.dept_id = any($2))`
const few = (condition: string) => `with found as (select d.id, d.name, l.name as lab ${OF} and ${condition})
  select (select count(*)::int from found) as total,
    coalesce((select json_agg(f) from (select * from found order by name, id limit ${SHOWN}) f),
      '[]') as devices`
const places = (w: Wanted) => [w.labIds, w.deptIds]

const FAILING = few(`d.status in ('broken', 'maintenance')`)
/** Out of service: broken, or being maintained. */
export const listFailing = (db: Db, w: Wanted) => runOne<Few>(db, FAILING, places(w))

// A reversed use leaves rows that add up to nothing; `use_current` names the uses that still count.
const IDLE = few(`d.status = 'normal' and d.shared
    and not exists (select from use_record r join use_current c on c.record_id = r.id
  where r.device_id = d.id and r.day >= $3::date and r.uses > 0)`)
/** Shared instruments in working order that nobody has used since the day `since`. */
export const listIdle = (db: Db, w: Wanted, since: string) => runOne<Few>(db, IDLE, [...places(w), since])

export interface Setting {
  enabled: boolean
  title: string
}
export const readSetting = (db: Db) => runOne<Setting>(db, 'select enabled, title from hall_setting', [])
export const writeSetting = (ctx: Ctx, s: Setting) =>
  run(ctx.db, 'update hall_setting set enabled = $1, title = $2, updated_by = $3, updated_at = $4', [
    s.enabled,
    s.title,
    ctx.me.id,
    ctx.now,
  ])

// As on the home page and the campus map: not those of a closed laboratory.
const SHARED = `from device d join lab l on l.id = d.lab_id and l.enabled
  where d.shared and d.status <> 'scrapped'`
const FOR_TODAY = `state in ('awaiting_use', 'in_use', 'awaiting_test_order', 'done')`
// A booking that touches a day began on that day or the
// day before, except the few that last longer than a day.
const COUNTS = `select (select count(*)::int ${SHARED}) as devices,
  (select count(*)::int from lab where enabled) as labs,
  (select count(*)::int from booking where state = 'in_use') as "inUse",
  (select count(*)::int from booking where lower(period) >= $1::timestamptz - interval '1 day'
    and lower(period) < $2 and upper(period) > $1 and ${FOR_TODAY})
  + (select count(*)::int from booking where upper(period) - lower(period) > interval '1 day'
    and upper(period) > $1 and lower(period) < $1::timestamptz - interval '1 day' and ${FOR_TODAY}) as today`
/** Numbers for the hall display; `from` and `until` are the start and the end of today. */
export const countNow = (db: Db, from: Date, until: Date) =>
  runOne<{ devices: number; labs: number; inUse: number; today: number }>(db, COUNTS, [from, until])

const SHARED_OF = `select array(select d.id ${SHARED} and d.id = any($1)) as ids`
/** Those of these instruments that everybody may look up anyway. */
export const listShared = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  (await runOne<{ ids: number[] }>(db, SHARED_OF, [ids])).ids
