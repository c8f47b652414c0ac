import type { NoticeAudience, NoticeKind, NoticeStage, NoticeState } from '@portal/contract/notice/notice'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'
import { defineFixedList, readFixedPage } from '../../kernel/fixed-list.store.ts'

export interface NoticeRow {
  id: number
  title: string
  kind: NoticeKind
  summary: string
  pinned: boolean
  publishedAt: Date
  views: number
}
/** The attributes by which notices are addressed to a reader. */
export interface Reader {
  /** Notices with a later publication time are not found. */
  now: Date
  signedIn: boolean
  userType: string | null
  roles: readonly string[]
  /** The reader's dept and its ancestors. */
  deptIds: readonly number[]
}
const listValues = (r: Reader) => [r.now, r.signedIn, r.userType, r.roles, r.deptIds]

const ROW = `n.id, n.title, n.kind, n.summary, n.pinned, n.publish_at as "publishedAt", n.views`
/** $1 to $5 are the reader. Notices of labs are left out: the labs' pages show them. */
const readable = (n: string) => `${n}.state = 'published' and ${n}.lab_id is null and ${n}.publish_at <= $1
    and (${n}.audience = 'everybody' or $2::boolean and (${n}.audience = 'signed_in'
    or exists (select from notice_target t where t.notice_id = ${n}.id
      and (t.user_type = $3 or t.dept_id = any($5::int8[])
        or t.role_id in (select id from role where code = any($4::text[]))))))`
const FILTER = `${readable('n')} and ($6::text is null or n.kind = $6)`
const LIST = defineFixedList('n', 7, (found, limit) => ({
  items: `select ${ROW} from notice n where ${FILTER}${found}
    order by n.pinned desc, n.publish_at desc, n.id desc ${limit}`,
  total: `select count(*)::int as total from notice n where ${FILTER}${found}`,
}))

interface Filters {
  kind?: NoticeKind | undefined
  keyword?: string | undefined
  page: number
  size: number
}
export const listPublic = (db: Db, reader: Reader, f: Filters) =>
  readFixedPage<NoticeRow>(db, LIST, [...listValues(reader), f.kind ?? null], f)

interface Neighbour {
  id: number
  title: string
}
export interface NoticeContent extends NoticeRow {
  bodyHtml: string
  publisher: string | null
  newer: Neighbour | null
  older: Neighbour | null
}
const beside = (
  sign: '<' | '>',
  order: 'asc' | 'desc',
) => `(select jsonb_build_object('id', b.id, 'title', b.title) from notice b
    where ${readable('b')} and (b.publish_at, b.id) ${sign} (n.publish_at, n.id)
    order by b.publish_at ${order}, b.id ${order} limit 1)`
const GET = `select ${ROW}, n.body_html as "bodyHtml", d.name as publisher, ${beside('>', 'asc')} as newer,
  ${beside('<', 'desc')} as older
  from notice n left join dept d on d.id = n.dept_id where ${readable('n')} and n.id = $6`
export const findPublic = async (db: Db, reader: Reader, id: number): Promise<NoticeContent | undefined> =>
  (await run<NoticeContent>(db, GET, [...listValues(reader), id]))[0]

const IS_READABLE = `select from notice n where ${readable('n')} and n.id = $6`
export const isReadable = async (db: Db, reader: Reader, id: number): Promise<boolean> =>
  (await run(db, IS_READABLE, [...listValues(reader), id])).length > 0

const CHAIN = `with recursive up as (select id, parent_id from dept where id = $1
    union select d.id, d.parent_id from dept d join up on d.id = up.parent_id) select id from up`
/** A dept and its ancestors. */
export const readDeptChain = async (db: Db, deptId: number): Promise<number[]> =>
  (await run<{ id: number }>(db, CHAIN, [deptId])).map((r) => r.id)

const VIEWED = `update notice set views = views + 1 where id = $1`
export const countView = (ctx: Ctx, id: number) => run(ctx.db, VIEWED, [id])

// ── Managing ─────────────────────────────────────────────────────────────────

/** Which notices a person manages: all, or those of their dept and their own. */
export interface Scope {
  all: boolean
  deptId: number | null
  userId: number
}
const scopeValues = (s: Scope) => [s.all, s.deptId, s.userId]

export interface ManagedRow {
  id: number
  title: string
  kind: NoticeKind
  state: NoticeStage
  pinned: boolean
  publishAt: Date | null
  audience: NoticeAudience
  views: number
  author: string | null
  updatedAt: Date
}
const STAGE = `case when n.state = 'published' and n.publish_at > $4 then 'scheduled' else n.state end`
const MANAGED = `n.id, n.title, n.kind, ${STAGE} as state, n.pinned, n.publish_at as "publishAt", n.audience,
    n.views, u.name as author, n.updated_at as "updatedAt"`
/** $1 to $3 are the scope; $4 is now, for conditions on the stage. */
const OWN = `n.lab_id is null and ($1::boolean or n.dept_id = $2::int8
    or n.author_id = $3)`
const MANAGED_FILTER = `${OWN} and ($5::text is null or n.kind = $5) and ($6::text is null or ${STAGE} = $6)`
const MANAGED_LIST = defineFixedList('n', 7, (found, limit) => ({
  items: `select ${MANAGED} from notice n left join user_account u on u.id = n.author_id
    where ${MANAGED_FILTER}${found} order by n.updated_at desc, n.id desc ${limit}`,
  total: `select count(*)::int as total from notice n where ${MANAGED_FILTER}${found}`,
}))
export const listManaged = (
  db: Db,
  scope: Scope,
  now: Date,
  f: Filters & { state?: NoticeStage | undefined },
) =>
  readFixedPage<ManagedRow>(
    db,
    MANAGED_LIST,
    [...scopeValues(scope), now, f.kind ?? null, f.state ?? null],
    f,
  )

export interface ManagedContent extends ManagedRow {
  bodyHtml: string
  targets: {
    depts: { id: number; name: string }[]
    roles: { id: number; name: string }[]
    userTypes: string[]
  }
}
const named = (table: 'dept' | 'role') =>
  `coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.id)
        from notice_target t join ${table} x on x.id = t.${table}_id where t.notice_id = n.id), '[]')`
const MANAGED_ONE = `select ${MANAGED}, n.body_html as "bodyHtml",
  jsonb_build_object('depts', ${named('dept')}, 'roles', ${named('role')},
    'userTypes', coalesce((select jsonb_agg(t.user_type order by t.user_type) from notice_target t
        where t.notice_id = n.id and t.user_type is not null), '[]')) as targets
  from notice n left join user_account u on u.id = n.author_id where ${OWN} and n.id = $5`
export const findManaged = async (db: Db, scope: Scope, now: Date, id: number) =>
  (await run<ManagedContent>(db, MANAGED_ONE, [...scopeValues(scope), now, id]))[0]

export interface Standing {
  state: NoticeState
  updatedAt: Date
}
const LOCK = `select n.state, n.updated_at as "updatedAt" from notice n where ${OWN} and n.id = $4
  for no key update`
export const lockManaged = async (ctx: Ctx, scope: Scope, id: number): Promise<Standing | undefined> =>
  (await run<Standing>(ctx.db, LOCK, [...scopeValues(scope), id]))[0]

export interface NoticeValues {
  title: string
  kind: NoticeKind
  bodyHtml: string
  summary: string
  state: NoticeState
  pinned: boolean
  publishAt: string | Date | null
  audience: NoticeAudience
  search: Searchable
}
const listColumns = (ctx: Ctx, v: NoticeValues) => [
  v.title,
  v.kind,
  v.bodyHtml,
  v.summary,
  v.state,
  v.pinned,
  v.publishAt,
  v.audience,
  ctx.now,
  v.search.text,
  v.search.grams,
]
/** A notice that is public at once is marked as announced, so the job need not find it. */
const ANNOUNCED = `case when $5 = 'published' and $7::timestamptz <= $9 then $9::timestamptz end`
const ADD = `insert into notice (title, kind, body_html, summary, state, pinned, publish_at, audience,
    updated_at, created_at, announced_at, search_text, search_grams, author_id, dept_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, ${ANNOUNCED}, $10, $11, $12, $13) returning id`
export const add = (ctx: Ctx, v: NoticeValues) =>
  runOne<{ id: number }>(ctx.db, ADD, [...listColumns(ctx, v), ctx.me.id, ctx.me.deptId])

const CHANGE = `update notice set title = $1, kind = $2, body_html = $3, summary = $4, state = $5,
    pinned = $6, publish_at = $7, audience = $8, updated_at = $9, announced_at = ${ANNOUNCED},
    search_text = $10, search_grams = $11 where id = $12`
export const change = (ctx: Ctx, id: number, v: NoticeValues) =>
  run(ctx.db, CHANGE, [...listColumns(ctx, v), id])

const PUBLISH = `update notice set state = 'published', publish_at = $2, announced_at = $2, updated_at = $2
  where id = $1 and (state <> 'published' or publish_at > $2) returning id`
export const publish = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, PUBLISH, [id, ctx.now])).length > 0
const WITHDRAW = `update notice set state = 'withdrawn', pinned = false, updated_at = $2
  where id = $1 and state = 'published' returning id`
export const withdraw = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, WITHDRAW, [id, ctx.now])).length > 0

export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from notice where id = $1', [id])

const AIM = `insert into notice_target (notice_id, dept_id, role_id, user_type)
  select distinct $1::int8, t.dept_id, t.role_id, t.user_type
  from (select id as dept_id, null::int8 as role_id, null::text as user_type from unnest($2::int8[]) id
    union all select null, id, null from unnest($3::int8[]) id
    union all select null, null, value from unnest($4::text[]) value) t`
export async function aim(
  ctx: Ctx,
  id: number,
  t: { deptIds: readonly number[]; roleIds: readonly number[]; userTypes: readonly string[] },
): Promise<void> {
  await run(ctx.db, 'delete from notice_target where notice_id = $1', [id])
  await run(ctx.db, AIM, [id, t.deptIds, t.roleIds, t.userTypes])
}

const TYPES = 'select user_type as "type" from notice_target where notice_id = $1 and user_type is not null'
/** The user types that a notice is for. */
export const listTypes = async (db: Db, id: number): Promise<string[]> =>
  (await run<{ type: string }>(db, TYPES, [id])).map((t) => t.type)

const MOVE_TARGETS = `with gone as (delete from notice_target where dept_id = $1 returning notice_id)
  insert into notice_target (notice_id, dept_id) select notice_id, $2::int8 from gone on conflict do nothing`
/** Notices for one dept are for another one from now on. */
export async function moveTargets(ctx: Ctx, from: number, to: number): Promise<void> {
  await run(ctx.db, MOVE_TARGETS, [from, to])
}

export const listRoles = (db: Db) =>
  run<{ id: number; name: string }>(db, 'select id, name from role order by builtin desc, id limit 200', [])

// The notifying trigger fires on `publish_at`, not on `announced_at`, so `publish_at` is set to itself.
const DUE = `update notice set announced_at = $1, publish_at = publish_at where id = any(array(
  select id from notice where state = 'published' and announced_at is null and publish_at <= $1
    order by publish_at limit $2 for update skip locked)) returning id`
/** Marks and returns the notices that have become public since the last call. */
export const takeDue = (ctx: Ctx, limit: number) => run<{ id: number }>(ctx.db, DUE, [ctx.now, limit])
