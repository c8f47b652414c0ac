import type { DeviceStatus } from '@portal/contract/device/body'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Named } from '../bulk/lookup.rules.ts'

/** The device columns of an import; an empty cell keeps the stored value. */
export interface ImportedDevice {
  serialId: string
  name: string
  englishName: string | null
  alias: string | null
  model: string | null
  spec: string | null
  manufacturer: string | null
  country: string | null
  factoryNumber: string | null
  madeOn: string | null
  supplier: string | null
  categoryId: number | null
  gbtCode: string | null
  moeCode: string | null
  design: string | null
  purpose: string | null
  labId: number
  roomId: number | null
  contactId: number | null
  origin: string | null
  funding: string | null
  priceFen: number | null
  boughtOn: string | null
  enabledOn: string | null
  warrantyUntil: string | null
  imported: boolean
  underCustoms: boolean
  running: string | null
  shared: boolean
  shareMode: string | null
}
export interface KnownDevice extends ImportedDevice {
  id: number
  status: DeviceStatus
  contactUsername: string | null
  contactName: string | null
}
const KNOWN = `select d.id, d.status, serial_id as "serialId", d.name, english_name as "englishName", alias,
    model, spec, manufacturer, country, factory_number as "factoryNumber", supplier,
    category_id as "categoryId", gbt_code as "gbtCode", moe_code as "moeCode", design, purpose,
    imported, under_customs as "underCustoms", running, share_mode as "shareMode", lab_id as "labId",
    room_id as "roomId", contact_id as "contactId", origin, funding, price_fen as "priceFen",
    bought_on as "boughtOn", enabled_on as "enabledOn", made_on as "madeOn",
    warranty_until as "warrantyUntil", shared, u.username as "contactUsername", u.name as "contactName"
  from device d left join user_account u on u.id = contact_id where serial_id = any ($1)`
export const findDevices = (db: Db, serialIds: readonly string[]) => run<KnownDevice>(db, KNOWN, [serialIds])

export const findCategories = (db: Db, codes: readonly string[]) =>
  run<Named>(db, 'select id, code, name from device_category where code = any ($1)', [codes])

const LAB_ROOMS = `select id as "labId", room_id as "roomId" from lab
  where id = any ($1) and room_id is not null
  union select lab_id, room_id from lab_room where lab_id = any ($1)`
/** The rooms that these labs list as theirs. */
export const listRoomsOfLabs = (db: Db, labIds: readonly number[]) =>
  run<{ labId: number; roomId: number }>(db, LAB_ROOMS, [labIds])

const LOCK = 'select from device where id = any($1::int8[]) order by id for no key update'
/** Locks devices until the transaction ends, in the order of their ids. */
export const lockDevices = (ctx: Ctx, ids: readonly number[]) => run(ctx.db, LOCK, [ids])

/** A device ready to be written, with its search text and grams. */
export type DeviceRecord = ImportedDevice & { status: string; text: string; grams: string[] }
const KEEP = `
  insert into device as d (serial_id, name, english_name, alias, model, spec, manufacturer, country,
    factory_number, made_on, supplier, category_id, gbt_code, moe_code, design, purpose, dept_id, lab_id,
    room_id, contact_id, origin, funding, price_fen, bought_on, enabled_on, warranty_until, imported,
    under_customs, running, shared, share_mode, status, search_text, search_grams, created_at, updated_at)
  select "serialId", r.name, "englishName", alias, model, spec, manufacturer, country, "factoryNumber",
    "madeOn", supplier, "categoryId", "gbtCode", "moeCode", design, purpose, l.dept_id, "labId", "roomId",
    "contactId", origin, funding, "priceFen", "boughtOn", "enabledOn", "warrantyUntil", imported,
    "underCustoms", running, shared, "shareMode", status, text, grams, $2, $2
  from jsonb_to_recordset($1::jsonb) r ("serialId" text, name text, "englishName" text, alias text,
    model text, spec text, manufacturer text, country text, "factoryNumber" text, "madeOn" date,
    supplier text, "categoryId" int8, "gbtCode" text, "moeCode" text, design text, purpose text,
    "labId" int8, "roomId" int8, "contactId" int8, origin text, funding text, "priceFen" int8,
    "boughtOn" date, "enabledOn" date, "warrantyUntil" date, imported boolean, "underCustoms" boolean,
    running text, shared boolean, "shareMode" text, status text, text text, grams text[])
    join lab l on l.id = "labId"
  on conflict (serial_id) do update set name = excluded.name, english_name = excluded.english_name,
    alias = excluded.alias, model = excluded.model, spec = excluded.spec,
    manufacturer = excluded.manufacturer, country = excluded.country,
    factory_number = excluded.factory_number, made_on = excluded.made_on, supplier = excluded.supplier,
    category_id = excluded.category_id,
    gbt_code = excluded.gbt_code, moe_code = excluded.moe_code, design = excluded.design,
    purpose = excluded.purpose, dept_id = excluded.dept_id,
    lab_id = excluded.lab_id, room_id = excluded.room_id, contact_id = excluded.contact_id,
    origin = excluded.origin, funding = excluded.funding, price_fen = excluded.price_fen,
    bought_on = excluded.bought_on, enabled_on = excluded.enabled_on,
    warranty_until = excluded.warranty_until, imported = excluded.imported,
    under_customs = excluded.under_customs, running = excluded.running,
    shared = excluded.shared and d.status <> 'scrapped', share_mode = excluded.share_mode,
    search_text = excluded.search_text, search_grams = excluded.search_grams,
    updated_at = excluded.updated_at`
export const keepDevices = (ctx: Ctx, devices: readonly DeviceRecord[]) =>
  run(ctx.db, KEEP, [JSON.stringify(devices), ctx.now])
