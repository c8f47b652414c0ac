import type { DeviceBase, DeviceDetails, DeviceStatus } from '@portal/contract/device/body'
import type { LabRole } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'
import { ROW, ROW_JOINS, type DeviceRow } from './row.store.ts'

type Described = Pick<
  DeviceBase,
  | 'englishName'
  | 'spec'
  | 'manufacturer'
  | 'country'
  | 'factoryNumber'
  | 'madeOn'
  | 'supplier'
  | 'categoryId'
  | 'gbtCode'
  | 'moeCode'
  | 'origin'
  | 'funding'
  | 'boughtOn'
  | 'enabledOn'
  | 'warrantyUntil'
  | 'design'
  | 'purpose'
  | 'imported'
  | 'underCustoms'
  | 'running'
  | 'shareMode'
  | 'statusNote'
  | 'contactId'
>
export interface DeviceDetailRow extends DeviceRow, Described, DeviceDetails {
  /** `roomId`: the device's own room; `placeId`: that room, or else its lab's door room. */
  roomId: number | null
  placeId: number | null
  roomName: string | null
  buildingName: string | null
  contactName: string | null
  contactPhone: string | null
  contactEmail: string | null
  labPhone: string | null
  images: { id: string; width: number | null; height: number | null }[]
  favoriteId: number | null
  updatedAt: Date
  /** The caller's roles in the device's lab. */
  roles: LabRole[]
  reviews: boolean
  /** The caller heads the dept of the device. */
  headed: boolean
}
/** Columns: what the person `$1`, who heads the depts `$3`, is towards the device `d`. */
export const STANDING_COLUMNS = `array(select m.role from lab_member m
      where m.lab_id = d.lab_id and m.user_id = $1) as roles,
    exists (select from device_reviewer v
      where v.user_id = $1 and (v.device_id = d.id or v.lab_id = d.lab_id)) as reviews,
    d.dept_id = any ($3) as headed`
const detailText = (where: string) => `
  select ${ROW}, d.english_name as "englishName", d.spec, d.manufacturer, d.country,
  d.category_id as "categoryId",
    r.id as "placeId", d.room_id as "roomId", r.name as "roomName", b.name as "buildingName",
    d.bought_on as "boughtOn", d.enabled_on as "enabledOn", d.status_note as "statusNote",
    u.id as "contactId", u.name as "contactName", u.phone as "contactPhone", u.email as "contactEmail",
    l.phone as "labPhone",
    d.factory_number as "factoryNumber", d.made_on as "madeOn", d.supplier, d.gbt_code as "gbtCode",
    d.moe_code as "moeCode", d.origin, d.funding, d.warranty_until as "warrantyUntil",
    d.design, d.purpose, d.imported, d.under_customs as "underCustoms", d.running,
    d.share_mode as "shareMode", d.functions, d.indicators, d.accessories, d.hazards, d.services, d.results,
    d.sharing_rules as "sharingRules", d.fee_note as "feeNote", d.notes, d.subjects, d.tags,
    d.updated_at as "updatedAt",
    coalesce((select json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height)
          order by f.id <> d.image_file_id, f.created_at, f.no)
      from file f where f.business = 'device' and f.row_id = d.id), '[]') as images,
    (select f.id from favorite f
      where f.user_id = $1 and f.kind = 'device' and f.target_id = d.id) as "favoriteId",
    ${STANDING_COLUMNS}
  from device d ${ROW_JOINS}
  left join room r on r.id = coalesce(d.room_id, l.room_id) left join building b on b.id = r.building_id
  left join user_account u on u.id = d.contact_id and u.enabled
  where ${where}`
/** The person whose standing is read, and the depts that the person heads. */
export interface Asking {
  id: number
  headedDepts: readonly number[]
}
const BY_ID = detailText('d.id = $2')
const BY_SERIAL = detailText('d.serial_id = $2')
const ID = /^\d{1,15}$/

/** By id, or by asset number where there is no such id, because asset numbers are often all digits. */
export async function find(db: Db, who: Asking, key: string): Promise<DeviceDetailRow | undefined> {
  const [byId] = ID.test(key)
    ? await run<DeviceDetailRow>(db, BY_ID, [who.id, Number(key), who.headedDepts])
    : []
  return byId ?? (await run<DeviceDetailRow>(db, BY_SERIAL, [who.id, key, who.headedDepts]))[0]
}

export interface StandingRow {
  id: number
  serialId: string
  name: string
  labId: number
  labName: string
  deptId: number
  shared: boolean
  status: DeviceStatus
  contactId: number | null
  roles: LabRole[]
  reviews: boolean
  headed: boolean
}
const STANDING = `select d.id, d.serial_id as "serialId", d.name, d.lab_id as "labId", l.name as "labName",
    d.dept_id as "deptId", d.shared, d.status, d.contact_id as "contactId",
    ${STANDING_COLUMNS}
  from device d join lab l on l.id = d.lab_id`
/** A person's relation to a device, from which permissions are judged. */
export async function findStanding(db: Db, who: Asking, key: string): Promise<StandingRow | undefined> {
  const [byId] = ID.test(key)
    ? await run<StandingRow>(db, `${STANDING} where d.id = $2`, [who.id, Number(key), who.headedDepts])
    : []
  return (
    byId ??
    (await run<StandingRow>(db, `${STANDING} where d.serial_id = $2`, [who.id, key, who.headedDepts]))[0]
  )
}

// Devices are counted only for the labs on the page, not for all.
const LABS = `select l.id, l.name, l.serial_id as "serialId", (select count(*) from device
    where lab_id = l.id and shared) as devices
  from (select l.id, l.name, l.serial_id from lab l
    where l.enabled and ($1::text[] is null or l.search_grams @> $1) and l.search_text like all ($2::text[])
      and ($3::int8[] is null or l.dept_id = any ($3))
      and exists (select from device where lab_id = l.id and shared)
    order by l.serial_id limit $4) l
  order by l.serial_id`
export const listLabs = (
  db: Db,
  grams: readonly string[] | null,
  patterns: readonly string[],
  deptIds: readonly number[] | null,
  size: number,
) =>
  run<{ id: number; name: string; serialId: string; devices: number }>(db, LABS, [
    grams,
    patterns,
    deptIds,
    size,
  ])

const TAGS = `select substr(token, 5) as tag, sum(bit_count(bits))::int8 as devices from device_token
  where token like 'tag %' group by token having sum(bit_count(bits)) > 0 order by 2 desc, 1 limit 200`
export const listTags = (db: Db) => run<{ tag: string; devices: number }>(db, TAGS, [])

// ── Writing ──────────────────────────────────────────────────────────────────

const baseColumns = (v: DeviceBase, deptId: number, search: Searchable) => ({
  serial_id: v.serialId,
  name: v.name,
  english_name: v.englishName,
  alias: v.alias,
  model: v.model,
  spec: v.spec,
  manufacturer: v.manufacturer,
  country: v.country,
  factory_number: v.factoryNumber,
  made_on: v.madeOn,
  supplier: v.supplier,
  category_id: v.categoryId,
  gbt_code: v.gbtCode,
  moe_code: v.moeCode,
  dept_id: deptId,
  lab_id: v.labId,
  room_id: v.roomId,
  contact_id: v.contactId,
  origin: v.origin,
  funding: v.funding,
  price_fen: v.priceFen,
  bought_on: v.boughtOn,
  enabled_on: v.enabledOn,
  warranty_until: v.warrantyUntil,
  design: v.design,
  purpose: v.purpose,
  imported: v.imported,
  under_customs: v.underCustoms,
  running: v.running,
  status: v.status,
  status_note: v.statusNote,
  shared: v.shared,
  share_mode: v.shareMode,
  search_text: search.text,
  search_grams: search.grams,
})
const detailColumns = (v: DeviceDetails) => ({
  functions: v.functions,
  indicators: v.indicators,
  accessories: v.accessories,
  hazards: v.hazards,
  services: v.services,
  results: v.results,
  sharing_rules: v.sharingRules,
  fee_note: v.feeNote,
  notes: v.notes,
  subjects: [...new Set(v.subjects)],
  tags: [...new Set(v.tags)],
})
export const add = (ctx: Ctx, v: DeviceBase & DeviceDetails, deptId: number, search: Searchable) =>
  ctx.db
    .insertInto('device')
    .values({
      ...baseColumns(v, deptId, search),
      ...detailColumns(v),
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
export const changeBase = (ctx: Ctx, id: number, v: DeviceBase, deptId: number, search: Searchable) =>
  ctx.db
    .updateTable('device')
    .set({ ...baseColumns(v, deptId, search), updated_at: ctx.now })
    .where('id', '=', id)
    .execute()
export const changeDetails = (ctx: Ctx, id: number, v: DeviceDetails) =>
  ctx.db
    .updateTable('device')
    .set({ ...detailColumns(v), updated_at: ctx.now })
    .where('id', '=', id)
    .execute()

export async function remove(ctx: Ctx, id: number): Promise<void> {
  await run(ctx.db, `delete from favorite where kind = 'device' and target_id = $1`, [id])
  await run(ctx.db, 'delete from device where id = $1', [id])
}
export const setCover = (ctx: Ctx, id: number, fileId: string | null) =>
  run(ctx.db, 'update device set image_file_id = $2, updated_at = $3 where id = $1', [id, fileId, ctx.now])
const KEEP_COVER = `update device set image_file_id = $2, updated_at = $3
  where id = $1 and image_file_id is null`
/** Makes the next picture the cover when the cover was removed. */
export const keepCover = (ctx: Ctx, id: number, nextFileId: string | null) =>
  run(ctx.db, KEEP_COVER, [id, nextFileId, ctx.now])
/** Locks a device, so that of two concurrent uploads each counts the other's pictures. */
export const lock = (ctx: Ctx, id: number) =>
  run(ctx.db, 'select from device where id = $1 for no key update', [id])
