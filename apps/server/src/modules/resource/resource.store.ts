import type { Ref } from '@portal/contract/kernel/rows'
import { noCategory, type ResourceCategory } from '@portal/contract/resource/resource'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'

/** The lab or device that owns the files. */
export type Owner = { labId: number; deviceId: null } | { labId: null; deviceId: number }

export interface ResourceRow {
  id: number
  title: string
  category: Ref | null
  fileId: string
  fileName: string
  mime: string
  bytes: number
  downloads: number
  uploader: string | null
  createdAt: Date
}
const COLUMNS = `r.id, r.title, case when c.id is not null
    then jsonb_build_object('id', c.id, 'name', c.name) end as category, f.id as "fileId",
    f.name as "fileName",
  f.mime, f.bytes, r.downloads, u.name as uploader, r.created_at as "createdAt"`
const JOINS = `join file f on f.id = r.file_id left join resource_category c on c.id = r.category_id
  left join user_account u on u.id = r.uploaded_by`
const listBy = (owner: 'lab_id' | 'device_id') =>
  defineShortList(3, {
    as: 'r',
    row: COLUMNS,
    from: 'resource r',
    joins: JOINS,
    where: `r.${owner} = $1 and ($2::int8 is null or coalesce(r.category_id, ${noCategory.id}) = $2)
      and ($3::text is null or position(lower($3) in lower(r.title)) > 0)`,
    order: 'r.id desc',
  })
const OF_LAB = listBy('lab_id')
const OF_DEVICE = listBy('device_id')

interface Filter {
  categoryId?: number | undefined
  keyword?: string | undefined
  page: number
  size: number
}
export const list = (db: Db, { labId, deviceId }: Owner, f: Filter) =>
  readShortPage<ResourceRow>(
    db,
    labId === null ? OF_DEVICE : OF_LAB,
    [labId ?? deviceId, f.categoryId ?? null, f.keyword ?? null],
    f,
  )

const ONE = `select ${COLUMNS} from resource r ${JOINS} where r.id = $1`
export const read = (db: Db, id: number) => runOne<ResourceRow>(db, ONE, [id])

const OWNER = `select lab_id as "labId", device_id as "deviceId", file_id as "fileId" from resource
  where id = $1`
export const find = async (db: Db, id: number) => (await run<Owner & { fileId: string }>(db, OWNER, [id]))[0]

const COUNT = `update resource set downloads = downloads + 1 where id = $1 returning downloads`
/** Undefined: it was deleted meanwhile. */
export const count = async (ctx: Ctx, id: number) =>
  (await run<{ downloads: number }>(ctx.db, COUNT, [id]))[0]

const ADD = `insert into resource (lab_id, device_id, category_id, title, file_id, uploaded_by, created_at)
  values ($1, $2, $3, $4, $5, $6, $7) returning id`
export const add = (
  ctx: Ctx,
  { labId, deviceId }: Owner,
  about: { categoryId: number | null; title: string; fileId: string },
) =>
  runOne<{ id: number }>(ctx.db, ADD, [
    labId,
    deviceId,
    about.categoryId,
    about.title,
    about.fileId,
    ctx.me.id,
    ctx.now,
  ])

export const change = (ctx: Ctx, id: number, title: string, categoryId: number | null) =>
  run(ctx.db, 'update resource set title = $2, category_id = $3 where id = $1', [id, title, categoryId])
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from resource where id = $1', [id])
const REMOVE_ALL = 'delete from resource where lab_id = $1 or device_id = $2 returning id'
export const removeAll = async (ctx: Ctx, { labId, deviceId }: Owner): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, REMOVE_ALL, [labId, deviceId])).map((r) => r.id)

// ── Categories ───────────────────────────────────────────────────────────────

const CATEGORIES = `select c.id, c.name, c.sort, (select count(*) from resource r
    where r.category_id = c.id) as count
  from resource_category c where c.lab_id = $1 order by c.sort, c.id`
export const listCategories = (db: Db, labId: number) => run<ResourceCategory>(db, CATEGORIES, [labId])

const REST = 'select count(*) as n from resource where lab_id = $1 and category_id is null'
/** The number of a lab's files without a category. */
export const countRest = async (db: Db, labId: number): Promise<number> =>
  (await runOne<{ n: number }>(db, REST, [labId])).n

export const findLabOfCategory = async (db: Db, id: number) =>
  (await run<{ labId: number }>(db, `select lab_id as "labId" from resource_category where id = $1`, [id]))[0]
    ?.labId

export async function countCategories(ctx: Ctx, labId: number): Promise<number> {
  await run(
    ctx.db,
    `select from lab
    where id = $1 for no key update`,
    [labId],
  ) // serialises concurrent additions
  return (
    await runOne<{ n: number }>(ctx.db, 'select count(*) as n from resource_category where lab_id = $1', [
      labId,
    ])
  ).n
}
const ADD_CATEGORY = `insert into resource_category (lab_id, name, sort) values ($1, $2, $3) returning id`
export const addCategory = (ctx: Ctx, labId: number, name: string, sort: number) =>
  runOne<{ id: number }>(ctx.db, ADD_CATEGORY, [labId, name, sort])
export const changeCategory = (ctx: Ctx, id: number, name: string, sort: number) =>
  run(ctx.db, 'update resource_category set name = $2, sort = $3 where id = $1', [id, name, sort])
export const removeCategory = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from resource_category where id = $1', [id])
