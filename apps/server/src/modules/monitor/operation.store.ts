import type { OperationResult } from '@portal/contract/monitor/monitor'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { joinConditions, type Condition } from '../../kernel/list.store.ts'
import type { NotedChange } from '../../kernel/objects.ts'

export interface OperationRecord {
  id: number
  at: Date
  username: string | null
  name: string | null
  ip: string | null
  call: string
  summary: string
  target: string | null
  result: OperationResult
  requestId: string
}
const ROW = `o.id, o.at, o.username, u.name, o.ip, o.call, o.summary, o.target, o.result,
  o.request_id as "requestId"`

export interface Wanted {
  /** Null: all users. */
  userIds: readonly number[] | null
  keyword: string | null
  ip: string | null
  result: OperationResult | null
  from: Date | null
  until: Date | null
  before: number | null
  size: number
}

/** At most this many rows are scanned for one page, however rare the matches are. */
export const SCANNED = 5000
/** Ids follow the end of requests, `at` is their start, so both orders differ by up to this. */
const SKEW = sql`interval '5 minutes'`

type Found = Omit<OperationRecord, 'at'> & { at: string }
/** The newest `most` rows that satisfy `where`. */
const walk = (where: readonly Condition[], most: number) =>
  sql`select * from operation_log where ${joinConditions(where)} order by id desc limit ${most}`

/**
 * One page, and the id where the next one begins: the last row shown, or the last row scanned. Uses the
 * conditions of kernel/list.store.ts but its own paging, because scanning or counting millions of rows would
 * take too long.
 */
export async function page(db: Db, w: Wanted): Promise<{ items: OperationRecord[]; next: number | null }> {
  const bounds: Condition[] = []
  if (w.before) bounds.push(sql`id < ${w.before}`)
  // Days are translated into ids first, so that the scan follows the primary key only.
  if (w.from)
    bounds.push(sql`id >= coalesce((select id from operation_log where at >= ${w.from}::timestamptz - ${SKEW}
      order by at limit 1), 9223372036854775807)`)
  if (w.until)
    bounds.push(sql`id < coalesce((select id from operation_log where at >= ${w.until}::timestamptz + ${SKEW}
      order by at limit 1), 9223372036854775807)`)
  const filters: Condition[] = []
  if (w.from) filters.push(sql`at >= ${w.from}`)
  if (w.until) filters.push(sql`at < ${w.until}`)
  if (w.ip) filters.push(sql`ip = ${w.ip}`)
  if (w.result) filters.push(sql`result = ${w.result}`)
  if (w.keyword)
    filters.push(sql`position(lower(${w.keyword})
      in lower(summary || ' ' || call || ' ' || coalesce(target, ''))) > 0`)
  // Without filters every scanned row is shown. A lateral join per person forces the index on user_id;
  // otherwise the planner scans the rows of all users.
  const most = filters.length ? SCANNED : w.size
  const scanned = w.userIds
    ? sql`select l.* from unnest(${w.userIds}::int8[]) who(id),
        lateral (${walk([sql`user_id = who.id`, ...bounds], most)}) l order by l.id desc limit ${most}`
    : walk(bounds, most)
  const { rows } = await sql<{ items: Found[] | null; lastScanned: number | null; scanned: number }>`
    with scanned as materialized (${scanned}),
      shown as (select * from scanned where ${joinConditions(filters)} order by id desc limit ${w.size})
    select (select json_agg(r order by r.id desc)
        from (select ${sql.raw(ROW)} from shown o left join user_account u on u.id = o.user_id) r) as items,
      (select min(id) from scanned) as "lastScanned",
      (select count(*)::int from scanned) as scanned`.execute(db)
  const items = (rows[0]?.items ?? []).map((o) => ({ ...o, at: new Date(o.at) }))
  if (items.length === w.size) return { items, next: items.at(-1)?.id ?? null }
  return { items, next: rows[0]?.scanned === SCANNED ? rows[0].lastScanned : null }
}

const ONE = `select ${ROW}, o.changes, d.name as dept from operation_log o
  left join user_account u on u.id = o.user_id left join dept d on d.id = u.dept_id where o.id = $1`
export type OperationWhole = OperationRecord & { dept: string | null; changes: NotedChange[] | null }
export const find = async (db: Db, id: number): Promise<OperationWhole | undefined> =>
  (await run<OperationWhole>(db, ONE, [id]))[0]

const PEOPLE = `select id from user_account where username = lower($1) or name = $1 limit 100`
export const peopleNamed = async (db: Db, person: string): Promise<number[]> =>
  (await run<{ id: number }>(db, PEOPLE, [person])).map((u) => u.id)

const FORGET = `delete from operation_log
  where id = any(array(select id from operation_log where at < $1 order by at limit $2)) returning id`
/** Deletes at most `limit` rows: one long delete would hold back vacuum on every table. Returns how many. */
export const forget = async (ctx: Ctx, before: Date, limit: number): Promise<number> =>
  (await run(ctx.db, FORGET, [before, limit])).length
