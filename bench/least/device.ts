import { fileUrl } from '@portal/contract/file/file'
import { isBeingScrapped } from '../../apps/server/src/kernel/of-device.store.ts'
import { listActions, maySee } from '../../apps/server/src/modules/device/device.rules.ts'
import type { Standing } from '../../apps/server/src/modules/device/device.rules.ts'
import type { Database } from './database.ts'
import { Refused, type Person } from './who.ts'

// A line of a list, and all details of one instrument: one statement each.

/** Columns named as in the answer; `showLine` builds the nested objects. */
export const LINE = `d.id, d.serial_id as "serialId", d.name, d.alias, d.model, c.name as category, d.status,
  d.shared, d.price_fen as "priceFen", y.minutes as "usedMinutes", d.dept_id, t.name as dept_name,
  l.id as lab_id, l.name as lab_name, l.serial_id as lab_serial_id, d.image_file_id, o.self_operated,
  o.sample_delivery, o.capacity`
/** The joins after `device d`. */
export const LINE_JOINS = `join dept t on t.id = d.dept_id join lab l on l.id = d.lab_id
  join device_use_year y on y.device_id = d.id left join device_category c on c.id = d.category_id
  left join opening o on o.device_id = d.id and o.enabled and l.enabled
    and not ${isBeingScrapped('d.id')}`
export interface Line {
  id: number
  dept_id: number
  dept_name: string
  lab_id: number
  lab_name: string
  lab_serial_id: string
  image_file_id: string | null
  self_operated: boolean
  sample_delivery: boolean
  capacity: number | null
}
export function showLine<Row extends Line>(row: Row) {
  const { dept_id, dept_name, lab_id, lab_name, lab_serial_id, image_file_id, ...rest } = row
  const { self_operated, sample_delivery, capacity, ...own } = rest
  return {
    ...own,
    dept: { id: dept_id, name: dept_name },
    lab: { id: lab_id, name: lab_name, serialId: lab_serial_id },
    imageUrl: image_file_id && fileUrl(image_file_id),
    opened:
      capacity === null ? null : { selfOperated: self_operated, sampleDelivery: sample_delivery, capacity },
  }
}

const DETAIL = `
  select ${LINE}, d.english_name as "englishName", d.spec, d.manufacturer, d.country,
    d.category_id as "categoryId", d.room_id as "roomId", r.id as place_id, r.name as room_name,
    b.name as building_name, d.factory_number as "factoryNumber", d.made_on as "madeOn", d.supplier,
    d.gbt_code as "gbtCode", d.moe_code as "moeCode", d.origin, d.funding, d.bought_on as "boughtOn",
    d.enabled_on as "enabledOn", d.warranty_until as "warrantyUntil", d.design, d.purpose, d.imported,
    d.under_customs as "underCustoms", d.running, d.share_mode as "shareMode",
    d.status_note as "statusNote", u.id as contact_id, u.name as contact_name, u.phone as contact_phone,
    u.email as contact_email, l.phone as "labPhone", d.functions, d.indicators, d.accessories, d.hazards,
    d.services, d.results, d.sharing_rules as "sharingRules", d.fee_note as "feeNote", d.notes, d.subjects,
    d.tags, d.updated_at as "updatedAt",
    (select json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height)
        order by f.id <> d.image_file_id, f.created_at, f.no)
      from file f where f.business = 'device' and f.row_id = d.id) as pictures,
    (select f.id from favorite f
      where f.user_id = $1 and f.kind = 'device' and f.target_id = d.id) as "favoriteId",
    array(select m.role from lab_member m where m.lab_id = d.lab_id and m.user_id = $1) as roles,
    exists (select from device_reviewer v
      where v.user_id = $1 and (v.device_id = d.id or v.lab_id = d.lab_id)) as reviews,
    d.dept_id = any($3) as headed
  from device d ${LINE_JOINS} left join room r on r.id = coalesce(d.room_id, l.room_id)
    left join building b on b.id = r.building_id left join user_account u on u.id = d.contact_id
  where d.id = $2`
interface Picture {
  id: string
  width: number | null
  height: number | null
}
interface Detail extends Line, Pick<Standing, 'shared' | 'roles' | 'reviews' | 'headed'> {
  place_id: number | null
  room_name: string | null
  building_name: string | null
  contact_id: number | null
  contact_name: string | null
  contact_phone: string | null
  contact_email: string | null
  pictures: Picture[] | null
}

export async function showDevice({ ask }: Database, me: Person, id: number) {
  const [row] = await ask<Detail>(DETAIL, [me.id, id, me.headedDepts])
  if (!row) throw new Refused(404, { code: 'NOT_FOUND', message: '仪器不存在或已被删除' })
  if (!maySee({ ...row, contactId: row.contact_id }, me))
    throw new Refused(403, { code: 'FORBIDDEN', message: '您不能查看该仪器' })
  const { place_id, room_name, building_name, pictures, roles, reviews, headed, ...rest } = row
  const { contact_id, contact_name, contact_phone, contact_email, ...line } = rest
  return {
    ...showLine(line),
    room: place_id === null ? null : { id: place_id, name: room_name ?? '', building: building_name ?? '' },
    contact:
      contact_id === null
        ? null
        : { id: contact_id, name: contact_name ?? '', phone: contact_phone, email: contact_email },
    images: (pictures ?? []).map((p) => ({ ...p, url: fileUrl(p.id), cover: p.id === row.image_file_id })),
    can: listActions({ roles, reviews, headed }, me.permissions),
  }
}
