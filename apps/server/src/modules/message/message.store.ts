import type { MessageKind } from '@portal/contract/message/message'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import type { Tell } from '../../kernel/outbox.store.ts'

export interface MessageRow {
  id: number
  kind: MessageKind
  title: string
  body: string
  link: string | null
  readAt: Date | null
  createdAt: Date
}

const LIST = defineShortList(3, {
  as: 'm',
  row: `m.id, m.kind, m.title, m.body, m.link, m.read_at as "readAt", m.created_at as "createdAt"`,
  from: 'message m',
  where: `m.user_id = $1 and ($2::bool is null or (m.read_at is null) = $2)
    and ($3::text is null or m.kind = $3)`,
  order: 'm.id desc',
})
export const list = (
  db: Db,
  userId: number,
  f: { unread?: boolean | undefined; kind?: string | undefined; page: number; size: number },
) => readShortPage<MessageRow>(db, LIST, [userId, f.unread ?? null, f.kind ?? null], f)

const UNREAD = `select count(*)::int as unread from message where user_id = $1 and read_at is null`
export const countUnread = async (db: Db, userId: number): Promise<number> =>
  (await run<{ unread: number }>(db, UNREAD, [userId]))[0]?.unread ?? 0

const READ = `update message set read_at = $2
  where user_id = $1 and read_at is null and ($3::int8[] is null or id = any($3))`
/** Null: all of the person's messages. */
export const markRead = (ctx: Ctx, ids: readonly number[] | null) =>
  run(ctx.db, READ, [ctx.me.id, ctx.now, ids])

const REMOVE = `delete from message where user_id = $1 and id = any($2)`
export const remove = (ctx: Ctx, ids: readonly number[]) => run(ctx.db, REMOVE, [ctx.me.id, ids])

export interface DueTell {
  id: number
  news: Tell
}
const DUE = `select id, payload as news from outbox
  where kind = 'tell' and state = 'waiting' and next_at <= $1
  order by next_at, id limit $2 for update skip locked`
export const takeDue = (ctx: Ctx, limit: number) => run<DueTell>(ctx.db, DUE, [ctx.now, limit])

export interface Recipient {
  tellId: number
  userId: number
}
// People whose accounts were closed meanwhile are skipped. Mail becomes an outbox row of its own.
const SPREAD = `
  with news as (select id, payload as p from outbox where id = any($1)),
  heard as (
    select n.id as tell_id, n.p, u.id as user_id, u.name, u.email
    from unnest($2::int8[], $3::int8[]) h(tell_id, user_id) join news n on n.id = h.tell_id
    join user_account u on u.id = h.user_id and u.enabled
  ),
  told as (
    insert into message (user_id, kind, title, body, link, created_at)
    select user_id, p->>'kind', p->>'title', p->>'body', p->>'link', $4 from heard
    order by tell_id, user_id returning user_id
  ),
  mailed as (
    insert into outbox (kind, payload, next_at)
    select 'mail', jsonb_strip_nulls(jsonb_build_object('to', email, 'subject', p->>'title',
      'body', name || '，您好：' || E'\\n\\n' || (p->>'body')
        || coalesce(E'\\n\\n查看：' || $5 || (p->>'link'), '') || E'\\n\\n' || $6,
      'until', p->>'until')), $4
    from heard where (p->>'mail')::bool and email is not null order by tell_id, user_id
  ),
  sent as (update outbox set state = 'sent', sent_at = $4, attempts = attempts + 1, last_error = null
      where id = any($1))
  select distinct user_id as "userId" from told`

/**
 * Creates messages and mail from the news and marks the news as sent. Returns the people with new messages.
 */
export async function spreadNews(
  ctx: Ctx,
  tellIds: readonly number[],
  recipients: readonly Recipient[],
  portal: { url: string | null; name: string },
): Promise<number[]> {
  const rows = await run<{ userId: number }>(ctx.db, SPREAD, [
    tellIds,
    recipients.map((r) => r.tellId),
    recipients.map((r) => r.userId),
    ctx.now,
    portal.url,
    portal.name,
  ])
  return rows.map((r) => r.userId)
}

const FORGET = `delete from message where id = any(array(
    select id from message where created_at < $1 and (read_at is not null or created_at < $2)
    order by id limit $3)) returning id`
/**
 * Deletes read messages older than `readBefore` and all messages older than `before`, at most `limit`.
 * Returns how many.
 */
export const forget = async (ctx: Ctx, readBefore: Date, before: Date, limit: number): Promise<number> =>
  (await run(ctx.db, FORGET, [readBefore, before, limit])).length
