import type { DownloadAudience, DownloadCategory, DownloadType } from '@portal/contract/download/download'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'

/** Visitors see only files for everybody. */
const SEEN = `(d.audience = 'everybody' or $2::boolean)`

const CATEGORIES = `select c.id, c.name, c.sort, (select count(*)::int from download d
    where d.category_id = c.id and ${SEEN}) as count
  from download_category c where c.type = $1 order by c.sort, c.id`
export const listCategories = (db: Db, signedIn: boolean, type: DownloadType) =>
  run<DownloadCategory>(db, CATEGORIES, [type, signedIn])

export interface DownloadRow {
  id: number
  title: string
  category: Ref
  fileId: string
  fileName: string
  mime: string
  bytes: number
  downloads: number
  createdAt: Date
  audience: DownloadAudience
  documentNo: string | null
  issuer: string | null
  issuedOn: string | null
}
const CATEGORY = 'join download_category c on c.id = d.category_id'
const LIST = defineShortList(4, {
  as: 'd',
  row: `d.id, d.title, jsonb_build_object('id', c.id, 'name', c.name) as category, f.id as "fileId",
    f.name as "fileName", f.mime, f.bytes, d.downloads, d.created_at as "createdAt", d.audience,
    d.document_no as "documentNo", d.issuer, d.issued_on as "issuedOn"`,
  from: `download d ${CATEGORY}`,
  joins: `${CATEGORY} join file f on f.id = d.file_id`,
  where: `c.type = $1 and ${SEEN} and ($3::int8 is null or c.id = $3)
    and ($4::text is null
      or position(lower($4) in lower(d.title || ' ' || coalesce(d.document_no, ''))) > 0)`,
  order: 'd.id desc',
})

export const list = (
  db: Db,
  signedIn: boolean,
  f: {
    type: DownloadType
    categoryId?: number | undefined
    keyword?: string | undefined
    page: number
    size: number
  },
) => readShortPage<DownloadRow>(db, LIST, [f.type, signedIn, f.categoryId ?? null, f.keyword ?? null], f)

const COUNT = `update download d set downloads = downloads + 1 where d.id = $1 and ${SEEN}
  returning downloads`
export const count = async (ctx: Ctx, id: number) =>
  (await run<{ downloads: number }>(ctx.db, COUNT, [id, ctx.actor !== null]))[0]

// ── Keeping ──────────────────────────────────────────────────────────────────

export const findTypeOfCategory = async (db: Db, id: number): Promise<DownloadType | undefined> =>
  (await run<{ type: DownloadType }>(db, 'select type from download_category where id = $1', [id]))[0]?.type

const FIND = `select d.id, c.type, d.file_id as "fileId", d.audience from download d
  join download_category c on c.id = d.category_id where d.id = $1 for update of d`
export const lock = async (ctx: Ctx, id: number) =>
  (
    await run<{ id: number; type: DownloadType; fileId: string; audience: DownloadAudience }>(ctx.db, FIND, [
      id,
    ])
  )[0]

export interface DownloadValues {
  categoryId: number
  title: string
  audience: DownloadAudience
  documentNo: string | null
  issuer: string | null
  issuedOn: string | null
}
const listColumns = (v: DownloadValues) => [
  v.categoryId,
  v.title,
  v.audience,
  v.documentNo,
  v.issuer,
  v.issuedOn,
]
const ADD = `insert into download (category_id, title, audience, document_no, issuer, issued_on, file_id,
    uploaded_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`
export const add = (ctx: Ctx, v: DownloadValues, fileId: string) =>
  runOne<{ id: number }>(ctx.db, ADD, [...listColumns(v), fileId, ctx.me.id, ctx.now])
const CHANGE = `update download set category_id = $1, title = $2, audience = $3, document_no = $4,
    issuer = $5, issued_on = $6 where id = $7`
export const change = (ctx: Ctx, id: number, v: DownloadValues) =>
  run(ctx.db, CHANGE, [...listColumns(v), id])
export const setFile = (ctx: Ctx, id: number, fileId: string) =>
  run(ctx.db, 'update download set file_id = $2 where id = $1', [id, fileId])
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from download where id = $1', [id])

const ADD_CATEGORY = `insert into download_category (type, name, sort) values ($1, $2, $3) returning id`
export const addCategory = (ctx: Ctx, type: DownloadType, name: string, sort: number) =>
  runOne<{ id: number }>(ctx.db, ADD_CATEGORY, [type, name, sort])
const CHANGE_CATEGORY = `update download_category set name = $3, sort = $4 where id = $1 and type = $2
  returning id`
export const changeCategory = async (ctx: Ctx, id: number, type: DownloadType, name: string, sort: number) =>
  (await run<{ id: number }>(ctx.db, CHANGE_CATEGORY, [id, type, name, sort]))[0]
export const removeCategory = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from download_category where id = $1', [id])
