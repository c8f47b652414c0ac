import type { Ctx } from './ctx.ts'
import { run, type Db } from './db.ts'

// If the service names no target, the entry names the first row that was written.
const OPERATION = `insert into operation_log (user_id, username, ip, call, summary, target, request_id, at,
  result, changes)
  select $1::int8, $2::text, $3::text, $4::text, $5::text,
    coalesce($6::text, (select concat_ws(' ', x ->> 't', x ->> 'id') from jsonb_array_elements(n.list) x
      limit 1)),
    $7::text, $8::timestamptz, $9::text, n.list
  from (select nullif(current_setting('portal.noted', true), '')::jsonb as list) n`

interface Operation {
  /** The person, where only the sign-in has found out who it is. */
  by?: { id: number; username: string } | null | undefined
  result?: 'done' | 'refused'
}
/** Writes who did what, when and from where: one row for each writing call, and for each refused sign-in. */
export async function logOperation(
  ctx: Ctx,
  call: string,
  summary: string,
  { by = ctx.actor, result = 'done' }: Operation = {},
): Promise<void> {
  await run(ctx.db, OPERATION, [
    by?.id ?? null,
    by?.username ?? null,
    ctx.ip,
    call,
    summary,
    ctx.target ?? null,
    ctx.requestId,
    ctx.now,
    result,
  ])
}

const CLAIM = `insert into idempotency (user_id, key, call, request_hash, status, reply, created_at)
  values ($1, $2, $3, $4, 0, 'null', $5)
  on conflict do nothing returning user_id`
const KNOWN = `select call, request_hash as "requestHash", reply from idempotency where user_id = $1
  and key = $2`
const KEEP = `update idempotency set status = 200, reply = $3 where user_id = $1 and key = $2`

/**
 * Claims an idempotency key for this person. Two requests with one key wait for each other
 * here, on the primary key. Returns the reply of the first request, if there was one; `same`:
 * its call and input are equal.
 */
export async function claimKey(
  ctx: Ctx,
  key: string,
  call: string,
  requestHash: Buffer,
): Promise<{ known: false } | { known: true; same: boolean; reply: unknown }> {
  const claimed = await run(ctx.db, CLAIM, [ctx.me.id, key, call, requestHash, ctx.now])
  if (claimed.length) return { known: false }
  const [row] = await run<{ call: string; requestHash: Buffer; reply: unknown }>(ctx.db, KNOWN, [
    ctx.me.id,
    key,
  ])
  return { known: true, same: row?.call === call && row.requestHash.equals(requestHash), reply: row?.reply }
}
export async function keepReply(ctx: Ctx, key: string, reply: unknown): Promise<void> {
  await run(ctx.db, KEEP, [ctx.me.id, key, JSON.stringify(reply ?? null)])
}

const FORGET = `delete from idempotency where created_at < $1 returning user_id`
export const forgetKeys = async (ctx: Ctx, before: Date): Promise<number> =>
  (await run(ctx.db, FORGET, [before])).length

const EXCEPTION = `insert into exception_log (fingerprint, message, stack, call, request_id, user_id, request)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (fingerprint) do update set times = exception_log.times + 1, last_at = now(),
    message = excluded.message, stack = excluded.stack,
    call = excluded.call, request_id = excluded.request_id, user_id = excluded.user_id,
      request = excluded.request, resolved_at = null, resolved_by = null, resolved_note = null`

/**
 * Writes an unexpected error to the exception log. Errors with one fingerprint share
 * a row, which counts them.
 */
export async function logException(
  db: Db,
  e: {
    fingerprint: string
    message: string
    stack: string
    call: string
    requestId: string
    userId: number | null
    request: unknown
  },
): Promise<void> {
  await run(db, EXCEPTION, [
    e.fingerprint,
    e.message,
    e.stack,
    e.call,
    e.requestId,
    e.userId,
    JSON.stringify(e.request),
  ])
}
