import type { NoticeKind, NoticeState } from '@portal/contract/notice/notice'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'
import { defineFixedList, readFixedPage } from '../../kernel/fixed-list.store.ts'

export interface LabNewsRow {
  id: number
  title: string
  kind: NoticeKind
  state: NoticeState
  summary: string
  pinned: boolean
  publishAt: Date | null
  views: number
  author: string | null
  updatedAt: Date
}
const ROW = `n.id, n.title, n.kind, n.state, n.summary, n.pinned, n.publish_at as "publishAt", n.views,
    u.name as author, n.updated_at as "updatedAt"`
const AUTHOR = `left join user_account u on u.id = n.author_id`
/** $2: now; $3: also news that is not, or no longer, public. */
const FILTER = `n.lab_id = $1 and ($3 or n.state = 'published' and n.publish_at <= $2)
    and ($4::text is null or n.kind = $4) and ($5::text is null or n.state = $5)`
const ORDER = `n.pinned desc, coalesce(n.publish_at, n.updated_at) desc, n.id desc`
const LIST = defineFixedList('n', 6, (found, limit) => ({
  items: `select ${ROW} from notice n ${AUTHOR} where ${FILTER}${found} order by ${ORDER} ${limit}`,
  total: `select count(*) as total from notice n where ${FILTER}${found}`,
}))

interface Filter {
  kind?: NoticeKind | undefined
  state?: NoticeState | undefined
  keyword?: string | undefined
  page: number
  size: number
}
export const list = (db: Db, labId: number, now: Date, hiddenToo: boolean, f: Filter) =>
  readFixedPage<LabNewsRow>(db, LIST, [labId, now, hiddenToo, f.kind ?? null, f.state ?? null], f)

interface Neighbour {
  id: number
  title: string
}
export interface LabNewsContent extends LabNewsRow {
  lab: { id: number; name: string; serialId: string }
  bodyHtml: string
  newer: Neighbour | null
  older: Neighbour | null
}
const beside = (
  sign: '<' | '>',
  order: 'asc' | 'desc',
) => `(select jsonb_build_object('id', b.id, 'title', b.title) from notice b
    where b.lab_id = n.lab_id and b.state = 'published' and b.publish_at <= $2
    and (b.publish_at, b.id) ${sign} (n.publish_at, n.id)
    order by b.publish_at ${order}, b.id ${order} limit 1)`
const GET = `select ${ROW}, jsonb_build_object('id', l.id, 'name', l.name, 'serialId', l.serial_id) as lab,
    n.body_html as "bodyHtml", ${beside('>', 'asc')} as newer, ${beside('<', 'desc')} as older
  from notice n join lab l on l.id = n.lab_id ${AUTHOR} where n.id = $1`
export const find = async (db: Db, id: number, now: Date) =>
  (await run<LabNewsContent>(db, GET, [id, now]))[0]

export const lock = (ctx: Ctx, id: number) =>
  run(ctx.db, 'select from notice where id = $1 for no key update', [id])

const VIEWED = `update notice set views = views + 1 where id = $1`
export const countView = (ctx: Ctx, id: number) => run(ctx.db, VIEWED, [id])

export interface LabNewsValues {
  title: string
  kind: NoticeKind
  bodyHtml: string
  summary: string
  state: NoticeState
  pinned: boolean
  publishAt: Date | null
  search: Searchable
}
const listValues = (ctx: Ctx, labId: number, v: LabNewsValues) => [
  labId,
  v.title,
  v.kind,
  v.bodyHtml,
  v.summary,
  v.state,
  v.pinned,
  v.publishAt,
  ctx.now,
  v.search.text,
  v.search.grams,
]
const ADD = `insert into notice (lab_id, title, kind, body_html, summary, state, pinned, publish_at,
    updated_at, created_at, search_text, search_grams, author_id, dept_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12, (select dept_id from lab where id = $1))
    returning id`
export const add = (ctx: Ctx, labId: number, v: LabNewsValues) =>
  runOne<{ id: number }>(ctx.db, ADD, [...listValues(ctx, labId, v), ctx.me.id])

const CHANGE = `update notice set title = $2, kind = $3, body_html = $4, summary = $5, state = $6,
    pinned = $7, publish_at = $8, updated_at = $9, search_text = $10, search_grams = $11
  where id = $12 and lab_id = $1`
export const change = (ctx: Ctx, labId: number, id: number, v: LabNewsValues) =>
  run(ctx.db, CHANGE, [...listValues(ctx, labId, v), id])

const STEP = `update notice set state = $2, publish_at = $3, updated_at = $4 where id = $1 and state = $5
  returning id`
/** Changes the state if it is still the one that was read; false if another editor changed it first. */
export const step = async (
  ctx: Ctx,
  id: number,
  from: NoticeState,
  to: NoticeState,
  publishAt: Date | null,
): Promise<boolean> => (await run(ctx.db, STEP, [id, to, publishAt, ctx.now, from])).length > 0

export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from notice where id = $1', [id])
export const removeOfLab = async (ctx: Ctx, labId: number): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, 'delete from notice where lab_id = $1 returning id', [labId])).map(
    (n) => n.id,
  )
