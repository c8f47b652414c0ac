import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'

export interface ExceptionRecord {
  id: number
  message: string
  call: string | null
  times: number
  firstAt: Date
  lastAt: Date
  resolvedAt: Date | null
  resolvedBy: string | null
  resolvedNote: string | null
}
const ROW = `e.id, e.message, e.call, e.times, e.first_at as "firstAt", e.last_at as "lastAt",
    e.resolved_at as "resolvedAt", r.name as "resolvedBy", e.resolved_note as "resolvedNote"`
const RESOLVER = 'left join user_account r on r.id = e.resolved_by'
const LIST = defineShortList(2, {
  as: 'e',
  row: ROW,
  // One row for each place in the code that has ever failed: a small table.
  from: 'exception_log e',
  joins: RESOLVER,
  where: `($1::bool is null or (e.resolved_at is not null) = $1)
    and ($2::text is null or position(lower($2)
        in lower(e.message || ' ' || coalesce(e.call, '') || ' ' || coalesce(e.request_id, ''))) > 0)`,
  order: 'e.last_at desc, e.id desc',
})

export const list = (
  db: Db,
  f: { resolved: boolean | null; keyword: string | null; page: number; size: number },
) => readShortPage<ExceptionRecord>(db, LIST, [f.resolved, f.keyword], f)
export interface ExceptionDetail extends ExceptionRecord {
  stack: string | null
  requestId: string | null
  user: string | null
  request: string | null
}
const ONE = `select ${ROW}, e.stack, e.request_id as "requestId", u.name as user,
    jsonb_pretty(e.request) as request
  from exception_log e ${RESOLVER} left join user_account u on u.id = e.user_id where e.id = $1`
export const find = async (db: Db, id: number): Promise<ExceptionDetail | undefined> =>
  (await run<ExceptionDetail>(db, ONE, [id]))[0]

const RESOLVE = `update exception_log set resolved_at = $2, resolved_by = $3, resolved_note = $4
  where id = any ($1::int8[]) and resolved_at is null returning id`
export const resolve = async (ctx: Ctx, ids: readonly number[], note: string | null): Promise<number> =>
  (await run(ctx.db, RESOLVE, [ids, ctx.now, ctx.me.id, note])).length

const REOPEN = `update exception_log set resolved_at = null, resolved_by = null, resolved_note = null
  where id = $1 returning id`
export const reopen = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, REOPEN, [id])).length > 0

const FORGET = `delete from exception_log where last_at < $1 returning id`
export const forget = async (ctx: Ctx, before: Date): Promise<number> =>
  (await run(ctx.db, FORGET, [before])).length
