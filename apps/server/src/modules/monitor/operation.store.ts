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
  /** Null: everybody's. */
  userIds: readonly number[] | null
  keyword: string | null
  ip: string | null
  result: OperationResult | null
  from: Date | null
  until: Date | null
  before: number | null
  size: number
}

/** So many rows are looked through for one page, however rare what is looked for. */
export const SCANNED = 5000
/** Requests are numbered when they end and dated when they begin. */
const SKEW = sql`interval '5 minutes'`

type Found = Omit<OperationRecord, 'at'> & { at: string }
/** From the newest on, so many rows of one person or of everybody. */
const walk = (where: readonly Condition[], most: number) =>
  sql`select * from operation_log where ${joinConditions(where)} order by id desc limit ${most}`

/**
 * Rows of one page, and where the next one begins: the last row shown, or the last looked at. The conditions
 * are those of kernel/list.store.ts; the page is its own, because nobody waits until millions of rows have
 * been looked through or counted.
 */
export async function page(db: Db, w: Wanted): Promise<{ items: OperationRecord[]; next: number | null }> {
  const bounds: Condition[] = []
  if (w.before) bounds.push(sql`id < ${w.before}`)
  // Days are looked up among the ids: what follows walks one index, from there.
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
  // Without filters each row looked at is shown. A person's rows are read off his own index: left to itself,
  // the planner walks everybody's.
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
  where id in (select id from operation_log where at < $1 order by at limit $2) returning id`
/** A bite at a time: a long delete would hold back everybody's vacuum. */
export const forget = async (ctx: Ctx, before: Date, limit: number): Promise<number> =>
  (await run(ctx.db, FORGET, [before, limit])).length
