import type { ExaminedDevice } from '@portal/contract/device/manage'
import { run, type Db } from '../../kernel/db.ts'
import { ROW, ROW_JOINS, type DeviceRow } from './row.store.ts'

// The columns that device managers see in addition to those that everybody sees.

export interface KeptRow {
  id: number
  manufacturer: string | null
  boughtOn: string | null
  room: string | null
  contact: string | null
  updatedAt: Date
}
const KEPT = `select d.id, d.manufacturer, d.bought_on as "boughtOn", b.name || ' ' || r.name as room,
    u.name as contact, d.updated_at as "updatedAt"
  from device d left join room r on r.id = d.room_id left join building b on b.id = r.building_id
  left join user_account u on u.id = d.contact_id and u.enabled
  where d.id = any ($1::int8[])`
export const findKept = async (db: Db, ids: readonly number[]): Promise<Map<number, KeptRow>> =>
  new Map((await run<KeptRow>(db, KEPT, [ids])).map((row) => [row.id, row]))

export interface ExportRow extends DeviceRow, Omit<KeptRow, 'id'> {
  englishName: string | null
  spec: string | null
  country: string | null
  gbtCode: string | null
  moeCode: string | null
  categoryCode: string | null
  origin: string | null
  funding: string | null
  factoryNumber: string | null
  supplier: string | null
  madeOn: string | null
  enabledOn: string | null
  warrantyUntil: string | null
  design: string | null
  purpose: string | null
  imported: boolean
  underCustoms: boolean
  running: string | null
  shareMode: string | null
  statusNote: string | null
  contactUsername: string | null
}
const EXPORT = `select ${ROW}, d.english_name as "englishName", d.spec, d.country, d.gbt_code as "gbtCode",
    d.moe_code as "moeCode", c.code as "categoryCode", d.origin, d.funding,
    d.factory_number as "factoryNumber", d.made_on as "madeOn", d.supplier, d.enabled_on as "enabledOn",
    d.warranty_until as "warrantyUntil", d.design, d.purpose, d.imported, d.under_customs as "underCustoms",
    d.running, d.share_mode as "shareMode", d.status_note as "statusNote",
    d.manufacturer, d.bought_on as "boughtOn", b.name || ' ' || r.name as room, u.name as contact,
    u.username as "contactUsername", d.updated_at as "updatedAt"
  from device d ${ROW_JOINS} left join room r on r.id = d.room_id left join building b on b.id = r.building_id
  left join user_account u on u.id = d.contact_id and u.enabled
  where d.id = any ($1::int8[]) order by d.id`
export const listExportRows = (db: Db, ids: readonly number[]) => run<ExportRow>(db, EXPORT, [ids])

interface Examined extends Omit<ExaminedDevice, 'device'> {
  deviceId: number
  name: string
  serialId: string
}
const EXAMINED = `
  select d.id as "deviceId", d.name, d.serial_id as "serialId",
    coalesce(own.people, lab.people, '[]') as reviewers, own.people is null as "ofLab",
    (select count(*) from booking b
      where b.device_id = d.id and b.state = 'awaiting_reviewer')::int as waiting
  from device d
  cross join lateral (select json_agg(json_build_object('id', u.id, 'name', u.name) order by v.id) as people
    from device_reviewer v join user_account u on u.id = v.user_id where v.device_id = d.id) own
  cross join (select json_agg(json_build_object('id', u.id, 'name', u.name) order by v.id) as people
    from device_reviewer v join user_account u on u.id = v.user_id where v.lab_id = $1) lab
  where d.lab_id = $1 and d.status <> 'scrapped' order by d.name collate "zh-x-icu", d.id limit 1000`
export const listExamined = (db: Db, labId: number) => run<Examined>(db, EXAMINED, [labId])
