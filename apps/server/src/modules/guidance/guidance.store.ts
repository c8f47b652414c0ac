import type { Guidance, GuidanceDetail } from '@portal/contract/guidance/guidance'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'

const FIRST = 10
const FITS = `($1::text is null
    or position(lower($1) in lower(title || ' ' || body || ' ' || search_text)) > 0)`
// A few dozen rows, so an index would not help. Matches in the title come first.
const BEST_FIRST = `position(lower(coalesce($1, '')) in lower(g.title)) = 0, g.sort, g.id`
const SEARCH = `select id, title, left(body, 300) as body, link from guidance g where ${FITS}
  order by ${BEST_FIRST} limit $2`
export const search = (db: Db, keyword: string | undefined) =>
  run<Guidance>(db, SEARCH, [keyword ?? null, FIRST])

const LIST = defineShortList(1, {
  as: 'g',
  row: 'id, title, left(body, 300) as body, link, sort, updated_at as "updatedAt"',
  from: 'guidance g',
  where: FITS,
  order: BEST_FIRST,
})
export const list = (db: Db, f: { keyword?: string | undefined; page: number; size: number }) =>
  readShortPage<Guidance & { sort: number; updatedAt: Date }>(db, LIST, [f.keyword ?? null], f)

const GET = `select id, title, body, link, body_html as "bodyHtml", sort, updated_at as "updatedAt"
  from guidance where id = $1`
export const find = async (db: Db, id: number) =>
  (await run<GuidanceDetail & { updatedAt: Date }>(db, GET, [id]))[0]

export interface GuidanceValues {
  title: string
  body: string
  bodyHtml: string
  link: string | null
  sort: number
  searchText: string
}
const listColumns = (ctx: Ctx, v: GuidanceValues) => [
  v.title,
  v.body,
  v.bodyHtml,
  v.link,
  v.sort,
  v.searchText,
  ctx.now,
]
const ADD = `insert into guidance (title, body, body_html, link, sort, search_text, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`
export const add = (ctx: Ctx, v: GuidanceValues) => runOne<{ id: number }>(ctx.db, ADD, listColumns(ctx, v))
const LOCK = 'select updated_at as "updatedAt" from guidance where id = $1 for update'
/** Locks an article and returns when it was last changed. */
export const lock = async (ctx: Ctx, id: number): Promise<{ updatedAt: Date } | undefined> =>
  (await run<{ updatedAt: Date }>(ctx.db, LOCK, [id]))[0]
const CHANGE = `update guidance set title = $1, body = $2, body_html = $3, link = $4, sort = $5,
    search_text = $6, updated_at = $7 where id = $8`
export const change = (ctx: Ctx, id: number, v: GuidanceValues) =>
  run(ctx.db, CHANGE, [...listColumns(ctx, v), id])
export const remove = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'delete from guidance where id = $1 returning id', [id])).length > 0
