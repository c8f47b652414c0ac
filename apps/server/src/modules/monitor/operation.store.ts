import type { OperationResult } from '@portal/contract/monitor/monitor'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'
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
const SKEW = `interval '5 minutes'`

/** Rows of one page, and where the next one begins: the last row shown, or the last looked at. */
export async function page(ctx: Ctx, w: Wanted): Promise<{ items: OperationRecord[]; next: number | null }> {
  const values: unknown[] = []
  const put = (value: unknown) => `$${values.push(value)}`
  const bounds: string[] = []
  if (w.before) bounds.push(`id < ${put(w.before)}`)
  // Days are looked up among the ids: what follows walks one index, from there.
  if (w.from)
    bounds.push(
      `id >= coalesce((select id from operation_log where at >= ${put(w.from)}::timestamptz - ${SKEW}
            order by at limit 1), 9223372036854775807)`,
    )
  if (w.until)
    bounds.push(
      `id < coalesce((select id from operation_log where at >= ${put(w.until)}::timestamptz + ${SKEW}
            order by at limit 1), 9223372036854775807)`,
    )
  const filters: string[] = []
  if (w.from) filters.push(`at >= ${put(w.from)}`)
  if (w.until) filters.push(`at < ${put(w.until)}`)
  if (w.ip) filters.push(`ip = ${put(w.ip)}`)
  if (w.result) filters.push(`result = ${put(w.result)}`)
  if (w.keyword)
    filters.push(
      `position(lower(${put(w.keyword)})
        in lower(summary || ' ' || call || ' ' || coalesce(target, ''))) > 0`,
    )
  // Without filters each row looked at is shown. A person's rows are read off his own index: left to itself,
  // the planner walks everybody's.
  const limit = put(filters.length ? SCANNED : w.size)
  const walked = (more: readonly string[]) =>
    `select * from operation_log ${more.length ? `where ${more.join(' and ')}` : ''} order by id desc
      limit ${limit}`
  const scanned = w.userIds
    ? `select l.* from unnest(${put(w.userIds)}::int8[]) who(id),
        lateral (${walked(['user_id = who.id', ...bounds])}) l order by l.id desc limit ${limit}`
    : walked(bounds)
  const text = `with scanned as materialized (${scanned}),
      shown as (select * from scanned ${filters.length ? `where ${filters.join(' and ')}` : ''}
        order by id desc limit ${put(w.size)})
    select (select json_agg(r order by r.id desc)
        from (select ${ROW} from shown o left join user_account u on u.id = o.user_id) r) as items,
      (select min(id) from scanned) as "lastScanned", (select count(*)::int from scanned) as scanned`
  const [row] = await run<{
    items: (Omit<OperationRecord, 'at'> & { at: string })[] | null
    lastScanned: number | null
    scanned: number
  }>(ctx.db, text, values)
  const items = (row?.items ?? []).map((o) => ({ ...o, at: new Date(o.at) }))
  if (items.length === w.size) return { items, next: items.at(-1)?.id ?? null }
  return { items, next: row?.scanned === SCANNED ? row.lastScanned : null }
}

const ONE = `select ${ROW}, o.changes, d.name as dept from operation_log o
  left join user_account u on u.id = o.user_id left join dept d on d.id = u.dept_id where o.id = $1`
export type OperationWhole = OperationRecord & { dept: string | null; changes: NotedChange[] | null }
export const find = async (ctx: Ctx, id: number): Promise<OperationWhole | undefined> =>
  (await run<OperationWhole>(ctx.db, ONE, [id]))[0]

const PEOPLE = `select id from user_account where username = lower($1) or name = $1 limit 100`
export const peopleNamed = async (ctx: Ctx, person: string): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, PEOPLE, [person])).map((u) => u.id)

const FORGET = `delete from operation_log
  where id in (select id from operation_log where at < $1 order by at limit $2) returning id`
/** A bite at a time: a long delete would hold back everybody's vacuum. */
export const forget = async (ctx: Ctx, before: Date, limit: number): Promise<number> =>
  (await run(ctx.db, FORGET, [before, limit])).length
