import type { LabRole } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'
import { ROW, ROW_JOINS, type DeviceRow } from './row.store.ts'

export interface DeviceDetailRow extends DeviceRow {
  englishName: string | null
  spec: string | null
  manufacturer: string | null
  country: string | null
  categoryId: number | null
  roomId: number | null
  roomName: string | null
  buildingName: string | null
  boughtOn: string | null
  enabledOn: string | null
  statusNote: string | null
  contactId: number | null
  contactName: string | null
  contactPhone: string | null
  contactEmail: string | null
  labPhone: string | null
  functions: string | null
  indicators: string | null
  services: string | null
  notes: string | null
  tags: string[]
  images: { id: string; width: number | null; height: number | null }[]
  favoriteId: number | null
  updatedAt: Date
  /** Of the person who asks, on the device's lab. */
  roles: LabRole[]
  reviews: boolean
}
const detailText = (where: string) => `
  select ${ROW}, d.english_name as "englishName", d.spec, d.manufacturer, d.country, d.category_id as "categoryId",
    r.id as "roomId", r.name as "roomName", b.name as "buildingName", d.bought_on as "boughtOn", d.enabled_on as "enabledOn", d.status_note as "statusNote",
    u.id as "contactId", u.name as "contactName", u.phone as "contactPhone", u.email as "contactEmail", l.phone as "labPhone",
    d.functions, d.indicators, d.services, d.notes, d.tags, d.updated_at as "updatedAt",
    coalesce((select json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height) order by f.id <> d.image_file_id, f.created_at, f.id)
      from file f where f.business = 'device' and f.row_id = d.id), '[]') as images,
    (select f.id from favorite f where f.user_id = $1 and f.kind = 'device' and f.target_id = d.id) as "favoriteId",
    array(select m.role from lab_member m where m.lab_id = d.lab_id and m.user_id = $1) as roles,
    exists (select from device_reviewer v where v.user_id = $1 and (v.device_id = d.id or v.lab_id = d.lab_id)) as reviews
  from device d ${ROW_JOINS}
  left join room r on r.id = coalesce(d.room_id, l.room_id) left join building b on b.id = r.building_id left join user_account u on u.id = d.contact_id
  where ${where}`
const BY_ID = detailText('d.id = $2')
const BY_SERIAL = detailText('d.serial_id = $2')
const ID = /^\d{1,15}$/

/** Asset numbers are often all digits: what is no id may still be one. */
export async function find(db: Db, userId: number, key: string): Promise<DeviceDetailRow | undefined> {
  const [byId] = ID.test(key) ? await run<DeviceDetailRow>(db, BY_ID, [userId, Number(key)]) : []
  return byId ?? (await run<DeviceDetailRow>(db, BY_SERIAL, [userId, key]))[0]
}

export interface StandingRow {
  id: number
  serialId: string
  name: string
  labId: number
  labName: string
  deptId: number
  shared: boolean
  contactId: number | null
  roles: LabRole[]
  reviews: boolean
}
const STANDING = `select d.id, d.serial_id as "serialId", d.name, d.lab_id as "labId", l.name as "labName", d.dept_id as "deptId", d.shared, d.contact_id as "contactId",
    array(select m.role from lab_member m where m.lab_id = d.lab_id and m.user_id = $1) as roles,
    exists (select from device_reviewer v where v.user_id = $1 and (v.device_id = d.id or v.lab_id = d.lab_id)) as reviews
  from device d join lab l on l.id = d.lab_id`
/** How a person stands to a device: what rights are judged from. */
export async function standing(db: Db, userId: number, key: string): Promise<StandingRow | undefined> {
  const [byId] = ID.test(key) ? await run<StandingRow>(db, `${STANDING} where d.id = $2`, [userId, Number(key)]) : []
  return byId ?? (await run<StandingRow>(db, `${STANDING} where d.serial_id = $2`, [userId, key]))[0]
}

const LABS = `select l.id, l.name, l.serial_id as "serialId", x.n as devices
  from (select lab_id, count(*) as n from device where shared group by lab_id) x join lab l on l.id = x.lab_id
  where l.enabled and ($1::text[] is null or l.search_grams @> $1) and l.search_text like all ($2::text[]) and ($3::int8[] is null or l.dept_id = any ($3))
  order by l.serial_id limit $4`
export const labs = (db: Db, grams: readonly string[] | null, patterns: readonly string[], deptIds: readonly number[] | null, size: number) =>
  run<{ id: number; name: string; serialId: string; devices: number }>(db, LABS, [grams, patterns, deptIds, size])

const TAGS = `select substr(token, 5) as tag, sum(bit_count(bits))::int8 as devices from device_token
  where token like 'tag %' group by token having sum(bit_count(bits)) > 0 order by 2 desc, 1 limit 200`
export const tags = (db: Db) => run<{ tag: string; devices: number }>(db, TAGS, [])

const CATEGORIES = `select id, parent_id as "parentId", code, name, sort from device_category
  where $1::text is null or position(lower($1) in lower(name || ' ' || code)) > 0 order by sort, code limit 2000`
export const categories = (db: Db, keyword: string | null) => run<{ id: number; parentId: number | null; code: string; name: string; sort: number }>(db, CATEGORIES, [keyword])

const CATEGORY_FAMILY = `with recursive family as (select id from device_category where id = $1 union select c.id from device_category c join family f on c.parent_id = f.id) select id from family`
/** A category and everything under it. */
export const categoryFamily = async (db: Db, id: number): Promise<number[]> => (await run<{ id: number }>(db, CATEGORY_FAMILY, [id])).map((r) => r.id)

// ── Writing ──────────────────────────────────────────────────────────────────

export interface DeviceValues {
  serialId: string
  name: string
  englishName: string | null
  alias: string | null
  model: string | null
  spec: string | null
  manufacturer: string | null
  country: string | null
  categoryId: number | null
  labId: number
  roomId: number | null
  priceFen: number | null
  boughtOn: string | null
  enabledOn: string | null
  status: string
  statusNote: string | null
  shared: boolean
  contactId: number | null
  functions: string | null
  indicators: string | null
  services: string | null
  notes: string | null
  tags: string[]
}
const columns = (ctx: Ctx, v: DeviceValues, deptId: number, search: Searchable) => ({
  serial_id: v.serialId, name: v.name, english_name: v.englishName, alias: v.alias, model: v.model, spec: v.spec, manufacturer: v.manufacturer, country: v.country,
  category_id: v.categoryId, dept_id: deptId, lab_id: v.labId, room_id: v.roomId, price_fen: v.priceFen, bought_on: v.boughtOn, enabled_on: v.enabledOn,
  status: v.status, status_note: v.statusNote, shared: v.shared, contact_id: v.contactId, functions: v.functions, indicators: v.indicators, services: v.services,
  notes: v.notes, tags: v.tags, updated_at: ctx.now, search_text: search.text, search_grams: search.grams,
})
export const add = (ctx: Ctx, v: DeviceValues, deptId: number, search: Searchable) =>
  ctx.db.insertInto('device').values({ ...columns(ctx, v, deptId, search), created_at: ctx.now }).returning('id').executeTakeFirstOrThrow()
export const change = (ctx: Ctx, id: number, v: DeviceValues, deptId: number, search: Searchable) =>
  ctx.db.updateTable('device').set(columns(ctx, v, deptId, search)).where('id', '=', id).execute()
export async function remove(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('favorite').where('kind', '=', 'device').where('target_id', '=', id).execute()
  await ctx.db.deleteFrom('device').where('id', '=', id).execute()
}
export const setCover = (ctx: Ctx, id: number, fileId: string | null) => ctx.db.updateTable('device').set({ image_file_id: fileId, updated_at: ctx.now }).where('id', '=', id).execute()
/** Where the cover was removed, the next one takes its place. */
export const keepCover = (ctx: Ctx, id: number, nextFileId: string | null) =>
  ctx.db.updateTable('device').set({ image_file_id: nextFileId, updated_at: ctx.now }).where('id', '=', id).where('image_file_id', 'is', null).execute()
/** Two who upload at once count each other's pictures. */
export const lock = (ctx: Ctx, id: number) => run(ctx.db, 'select from device where id = $1 for no key update', [id])

const LAB_DEPT = `select dept_id as "deptId" from lab where id = $1`
export const deptOfLab = async (db: Db, labId: number): Promise<number | undefined> => (await run<{ deptId: number }>(db, LAB_DEPT, [labId]))[0]?.deptId

const FOLLOW = `update device set dept_id = $2, updated_at = $3 where lab_id = $1 and dept_id <> $2`
export const followLab = (ctx: Ctx, labId: number, deptId: number) => run(ctx.db, FOLLOW, [labId, deptId, ctx.now])
