import { cutText, dropZeros } from '@portal/contract/kernel/text'
import type { MailState } from '@portal/contract/mail/mail'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import type { Mail } from '../../kernel/outbox.store.ts'

export interface ClaimedMail {
  id: number
  attempts: number
  mail: Mail
}
// The claim is a lease: if the claiming process dies, the mail is due again when the lease ends. Until then
// it has an attempt without a fault (`isUnderWay`).
const CLAIM = `update outbox o set attempts = attempts + 1, next_at = $2, last_error = null
  where o.id = any(array(select id from outbox
      where kind = 'mail' and state = 'waiting' and next_at <= $1
      order by next_at, id limit $3 for update skip locked))
  returning o.id, o.attempts, o.payload as mail`
export const claim = (ctx: Ctx, until: Date, limit: number) =>
  run<ClaimedMail>(ctx.db, CLAIM, [ctx.now, until, limit])

const GIVE_UP = `update outbox o set state = 'failed', last_error = $2
  where o.id = any(array(select id from outbox
      where kind = 'mail' and state = 'waiting' and next_at < $1 for update skip locked))`
/** Gives up mail that was due before then; an administrator may send it again. */
export const giveUp = (ctx: Ctx, dueBefore: Date, why: string) => run(ctx.db, GIVE_UP, [dueBefore, why])

const SENT = `update outbox set state = 'sent', sent_at = $2, last_error = null where id = $1`
export const markSent = (ctx: Ctx, id: number) => run(ctx.db, SENT, [id, ctx.now])

const FAULT = `update outbox set state = case when $2::timestamptz is null then 'failed' else 'waiting' end,
    next_at = coalesce($2, next_at), last_error = $3 where id = $1`
/** Stores a failure; the next attempt is at `next`, null: none. */
export const markFault = (ctx: Ctx, id: number, next: Date | null, error: string) =>
  run(ctx.db, FAULT, [id, next, cutText(dropZeros(error), 1000)])

const COUNT_ATTEMPT = `update outbox set attempts = attempts + 1 where id = $1 returning attempts`
/** Counts an attempt of news, which is not claimed before it is spread. Returns the new count. */
export const countAttempt = async (ctx: Ctx, id: number): Promise<number> =>
  (await run<{ attempts: number }>(ctx.db, COUNT_ATTEMPT, [id]))[0]?.attempts ?? 0

export interface OutboxRow {
  id: number
  mail: Mail
  state: MailState
  attempts: number
  nextAt: Date
  lastError: string | null
  createdAt: Date
  sentAt: Date | null
}
const LIST = defineShortList(2, {
  as: 'o',
  // The list shows the text only, not attachments.
  row: `o.id, o.payload - 'attachments' - 'html' - 'until' as mail, o.state, o.attempts, o.next_at as "nextAt",
    o.last_error as "lastError", o.created_at as "createdAt", o.sent_at as "sentAt"`,
  from: 'outbox o',
  where: `o.kind = 'mail' and ($1::text is null or o.state = $1)
    and ($2::text is null or position(lower($2) in lower(o.payload->>'to')) > 0
      or position(lower($2) in lower(o.payload->>'subject')) > 0)`,
  order: 'o.id desc',
})
export const list = (
  db: Db,
  f: { state?: string | undefined; keyword?: string | undefined; page: number; size: number },
) => readShortPage<OutboxRow>(db, LIST, [f.state ?? null, f.keyword ?? null], f)

const RETRY = `update outbox set state = 'waiting', next_at = $2, attempts = 0
  where id = any($1) and kind = 'mail' and state in ('waiting', 'failed')
    and not (state = 'waiting' and attempts > 0 and last_error is null and next_at > $2) returning id`
/** Makes mail due again, except what is under way: it would be sent twice. Returns how much. */
export const retry = async (ctx: Ctx, ids: readonly number[]): Promise<number> =>
  (await run(ctx.db, RETRY, [ids, ctx.now])).length

const FORGET = `delete from outbox where id = any(array(select id from outbox
    where state = 'sent' and sent_at < $1 or state = 'failed' and created_at < $2
    order by id limit $3)) returning id`
export const forget = async (
  ctx: Ctx,
  { sentBefore, failedBefore }: { sentBefore: Date; failedBefore: Date },
  limit: number,
): Promise<number> => (await run(ctx.db, FORGET, [sentBefore, failedBefore, limit])).length
