import type { Scope } from '@portal/contract/statistics/statistics'
import type { MailRhythm, ViewScreen } from '@portal/contract/statistics/view'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'

// Saved views and their subscriptions. Of other people's views only shared ones
// are found, and only by callers whose posts overlap with the owner's: scope of
// the campus; a department that the caller heads; a laboratory that both run.

export interface View {
  id: number
  name: string
  screen: ViewScreen
  params: Record<string, string>
  scope: Scope
  shared: boolean
  ownerId: number
  owner: string
  every: MailRhythm | null
  since: Date | null
}
const COLUMNS = `v.id, v.name, v.screen, v.params, v.scope, v.shared, v.owner_id as "ownerId",
  o.name as owner, s.every, s.created_at as since`
// $1: the caller, $2: the caller's scopes, $3: the departments that the caller heads.
const VISIBLE = `(v.owner_id = $1 or v.shared and o.enabled and v.scope = any($2) and case v.scope
    when 'all' then true
    when 'dept' then o.dept_id = any($3)
    else exists (select from lab_member a join lab_member b on b.lab_id = a.lab_id
      where a.user_id = v.owner_id and b.user_id = $1 and a.role in ('lab_director', 'lab_admin')
        and b.role in ('lab_director', 'lab_admin')) end)`
const FROM = `from statistic_view v join user_account o on o.id = v.owner_id
  left join statistic_subscription s on s.view_id = v.id and s.user_id = $1`

export interface Asker {
  id: number
  scopes: readonly Scope[]
  deptIds: readonly number[]
}
const askerValues = ({ id, scopes, deptIds }: Asker) => [id, scopes, deptIds]

const LIST = `select ${COLUMNS} ${FROM} where ${VISIBLE} order by v.owner_id <> $1, v.name collate "zh-x-icu",
  v.id limit 200`
export const list = (db: Db, asker: Asker) => run<View>(db, LIST, askerValues(asker))

const FIND = `select ${COLUMNS}, ${VISIBLE} as seen ${FROM} where v.id = $4`
/** `seen` says whether the caller may see it. */
export const find = async (
  db: Db,
  asker: Asker,
  id: number,
): Promise<(View & { seen: boolean }) | undefined> =>
  (await run<View & { seen: boolean }>(db, FIND, [...askerValues(asker), id]))[0]

const COUNT = 'select count(*)::int as n from statistic_view where owner_id = $1'
export const count = async (db: Db, ownerId: number): Promise<number> =>
  (await runOne<{ n: number }>(db, COUNT, [ownerId])).n

export interface NewView {
  name: string
  screen: ViewScreen
  params: Record<string, string>
  scope: Scope
  shared: boolean
}
const ADD = `insert into statistic_view (owner_id, name, screen, params, scope, shared, created_at,
  updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) returning id`
export const add = async (ctx: Ctx, v: NewView): Promise<number> =>
  (
    await runOne<{ id: number }>(ctx.db, ADD, [
      ctx.me.id,
      v.name,
      v.screen,
      JSON.stringify(v.params),
      v.scope,
      v.shared,
      ctx.now,
    ])
  ).id

export const change = (ctx: Ctx, id: number, v: Pick<NewView, 'name' | 'shared'>) =>
  run(ctx.db, 'update statistic_view set name = $2, shared = $3, updated_at = $4 where id = $1', [
    id,
    v.name,
    v.shared,
    ctx.now,
  ])
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from statistic_view where id = $1', [id])

// ── Who has them sent ────────────────────────────────────────────────────────

const SUBSCRIBE = `insert into statistic_subscription (view_id, user_id, every, stop_token, created_at)
  values ($1, $2, $3, $4, $5)
  on conflict (view_id, user_id) do update set every = excluded.every returning id`
const CHANGE_RHYTHM = `update statistic_subscription set every = $3
  where view_id = $1 and user_id = $2 and every <> $3 returning id`
const FORGET_SENDINGS = 'delete from statistic_sending where subscription_id = $1'
/**
 * Subscribes, or changes how often. A sending is known by its first day only: if the rhythm changes, the
 * sendings are forgotten, because a week that began on the first day of a month would count as that month.
 */
export async function subscribe(
  ctx: Ctx,
  viewId: number,
  every: MailRhythm,
  stopToken: string,
): Promise<number> {
  // First the row, which the job locks while it sends: what it notes meanwhile is forgotten too.
  const [changed] = await run<{ id: number }>(ctx.db, CHANGE_RHYTHM, [viewId, ctx.me.id, every])
  if (changed) await run(ctx.db, FORGET_SENDINGS, [changed.id])
  return (await runOne<{ id: number }>(ctx.db, SUBSCRIBE, [viewId, ctx.me.id, every, stopToken, ctx.now])).id
}

const UNSUBSCRIBE = 'delete from statistic_subscription where view_id = $1 and user_id = $2'
export const unsubscribe = (ctx: Ctx, viewId: number) => run(ctx.db, UNSUBSCRIBE, [viewId, ctx.me.id])

const STOP = `delete from statistic_subscription s using statistic_view v
  where s.stop_token = $1 and v.id = s.view_id returning v.name`
/**
 * Ends the subscription with this key. Returns the name of its view; undefined: no subscription has this key.
 */
export const stop = async (ctx: Ctx, token: string): Promise<string | undefined> =>
  (await run<{ name: string }>(ctx.db, STOP, [token]))[0]?.name

/** Ends a subscription; the records of its sendings are deleted with it. */
export const end = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from statistic_subscription where id = $1', [id])

export interface Subscription {
  id: number
  viewId: number
  viewName: string
  userId: number
  every: MailRhythm
  stopToken: string
}
const SUBSCRIPTION = `select s.id, s.view_id as "viewId", v.name as "viewName", s.user_id as "userId",
  s.every, s.stop_token as "stopToken"
  from statistic_subscription s join statistic_view v on v.id = s.view_id`
const DUE = `${SUBSCRIPTION} where not exists (select from statistic_sending d
    where d.subscription_id = s.id and d.period_from = case s.every when 'month' then $1::date
      else $2::date end)
  order by s.id`
/**
 * Subscriptions whose last period was not sent: for months the one that began on the day `monthFrom`, for
 * weeks the one that began on `weekFrom`.
 */
export const listDue = (db: Db, monthFrom: string, weekFrom: string) =>
  run<Subscription>(db, DUE, [monthFrom, weekFrom])

/**
 * Locks a subscription, so that no other process sends it;
 * undefined: another process holds it, or it has ended.
 */
export const take = async (ctx: Ctx, id: number): Promise<Subscription | undefined> =>
  (await run<Subscription>(ctx.db, `${SUBSCRIPTION} where s.id = $1 for update of s skip locked`, [id]))[0]

const NOTE = `insert into statistic_sending (subscription_id, period_from, sent_at) values ($1, $2, $3)
  on conflict do nothing returning period_from`
/** Records the sending of a period; false: it was sent before. */
export const noteSending = async (ctx: Ctx, id: number, from: string): Promise<boolean> =>
  (await run(ctx.db, NOTE, [id, from, ctx.now])).length > 0
