import type { NoticeKind, NoticeState } from '@portal/contract/notice/notice'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'

export interface NoticeRow {
  id: number
  title: string
  kind: NoticeKind
  summary: string
  pinned: boolean
  publishedAt: Date
  views: number
}
const ROW = `n.id, n.title, n.kind, n.summary, n.pinned, n.publish_at as "publishedAt", n.views`
/** $1 is now: what is to appear later is not there yet. Notices of a lab stand on its own pages. */
const PUBLIC = `n.state = 'published' and n.lab_id is null and n.publish_at <= $1`
const FILTER = `${PUBLIC} and ($2::text is null or n.kind = $2) and ($3::text is null or position(lower($3) in lower(n.title)) > 0)`
const LIST = `select ${ROW} from notice n where ${FILTER} order by n.pinned desc, n.publish_at desc, n.id desc limit $4 offset $5`
const TOTAL = `select count(*)::int as total from notice n where ${FILTER}`

interface PublicFilter {
  kind?: NoticeKind | undefined
  keyword?: string | undefined
  page: number
  size: number
}
export async function listPublic(ctx: Ctx, f: PublicFilter) {
  const filter = [ctx.now, f.kind ?? null, f.keyword ?? null]
  const [items, [count]] = await Promise.all([
    run<NoticeRow>(ctx.db, LIST, [...filter, f.size, f.page * f.size]),
    run<{ total: number }>(ctx.db, TOTAL, filter),
  ])
  return { items, total: count?.total ?? 0 }
}

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
const beside = (sign: '<' | '>', order: 'asc' | 'desc') => `(select jsonb_build_object('id', b.id, 'title', b.title) from notice b
    where b.state = 'published' and b.lab_id is null and b.publish_at <= $1 and (b.publish_at, b.id) ${sign} (n.publish_at, n.id)
    order by b.publish_at ${order}, b.id ${order} limit 1)`
const GET = `select ${ROW}, n.body_html as "bodyHtml", d.name as publisher, ${beside('>', 'asc')} as newer, ${beside('<', 'desc')} as older
  from notice n left join dept d on d.id = n.dept_id where ${PUBLIC} and n.id = $2`
export const findPublic = async (ctx: Ctx, id: number): Promise<NoticeContent | undefined> => (await run<NoticeContent>(ctx.db, GET, [ctx.now, id]))[0]

const VIEWED = `update notice set views = views + 1 where id = $1`
export const countView = (ctx: Ctx, id: number) => run(ctx.db, VIEWED, [id])

export interface ManagedRow {
  id: number
  title: string
  kind: NoticeKind
  state: NoticeState
  pinned: boolean
  publishAt: Date | null
  views: number
  author: string | null
  updatedAt: Date
}
const MANAGED = `n.id, n.title, n.kind, n.state, n.pinned, n.publish_at as "publishAt", n.views, u.name as author, n.updated_at as "updatedAt"`
const MANAGED_FILTER = `n.lab_id is null and ($1::text is null or n.kind = $1) and ($2::text is null or n.state = $2)
  and ($3::text is null or position(lower($3) in lower(n.title)) > 0)`
const MANAGED_LIST = `select ${MANAGED} from notice n left join user_account u on u.id = n.author_id where ${MANAGED_FILTER}
  order by n.updated_at desc, n.id desc limit $4 offset $5`
const MANAGED_TOTAL = `select count(*)::int as total from notice n where ${MANAGED_FILTER}`

export async function listManaged(ctx: Ctx, f: PublicFilter & { state?: NoticeState | undefined }) {
  const filter = [f.kind ?? null, f.state ?? null, f.keyword ?? null]
  const [items, [count]] = await Promise.all([
    run<ManagedRow>(ctx.db, MANAGED_LIST, [...filter, f.size, f.page * f.size]),
    run<{ total: number }>(ctx.db, MANAGED_TOTAL, filter),
  ])
  return { items, total: count?.total ?? 0 }
}
const MANAGED_ONE = `select ${MANAGED}, n.body_html as "bodyHtml" from notice n left join user_account u on u.id = n.author_id where n.lab_id is null and n.id = $1`
export const findManaged = async (ctx: Ctx, id: number) => (await run<ManagedRow & { bodyHtml: string }>(ctx.db, MANAGED_ONE, [id]))[0]

export interface NoticeValues {
  title: string
  kind: NoticeKind
  bodyHtml: string
  summary: string
  state: NoticeState
  pinned: boolean
  publishAt: string | Date | null
}
const valuesOf = (ctx: Ctx, v: NoticeValues) => [v.title, v.kind, v.bodyHtml, v.summary, v.state, v.pinned, v.publishAt, ctx.now]
const ADD = `insert into notice (title, kind, body_html, summary, state, pinned, publish_at, updated_at, created_at, author_id, dept_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10) returning id`
export async function add(ctx: Ctx, v: NoticeValues): Promise<{ id: number }> {
  const [row] = await run<{ id: number }>(ctx.db, ADD, [...valuesOf(ctx, v), ctx.me.id, ctx.me.deptId])
  if (!row) throw new Error('an insert returns its row')
  return row
}
const CHANGE = `update notice set title = $1, kind = $2, body_html = $3, summary = $4, state = $5, pinned = $6, publish_at = $7, updated_at = $8
  where id = $9 and lab_id is null returning id`
export const change = async (ctx: Ctx, id: number, v: NoticeValues): Promise<boolean> => (await run(ctx.db, CHANGE, [...valuesOf(ctx, v), id])).length > 0

const REMOVE = `delete from notice where id = $1 and lab_id is null returning id`
export const remove = async (ctx: Ctx, id: number): Promise<boolean> => (await run(ctx.db, REMOVE, [id])).length > 0
