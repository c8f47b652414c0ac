import { run, type Db } from '../../kernel/db.ts'

export interface BuildingRow {
  id: number
  serialId: string
  name: string
  campus: string | null
  address: string | null
  floors: number | null
  areaM2: number | null
  remark: string | null
  rooms: number
  labs: number
  devices: number
}
// A place of its own, or that of its lab: an instrument stands somewhere.
const SHARED_DEVICES = `select d.id, coalesce(d.room_id, l.room_id) as room_id from device d join lab l on l.id = d.lab_id where d.shared and d.status <> 'scrapped'`
const WHERE = `($1::text is null or position(lower($1) in lower(concat_ws(' ', b.name, b.serial_id, b.address))) > 0) and ($2::text is null or b.campus = $2)`
const PAGE = `
  with page as (select * from building b where ${WHERE} order by b.campus nulls last, b.name, b.id limit $3 offset $4),
    devices as (select r.building_id, count(*) as n from (${SHARED_DEVICES}) d join room r on r.id = d.room_id group by 1)
  select b.id, b.serial_id as "serialId", b.name, b.campus, b.address, b.floors, b.area_m2::float8 as "areaM2", b.remark,
    (select count(*) from room r where r.building_id = b.id) as rooms,
    (select count(*) from lab l join room r on r.id = l.room_id where r.building_id = b.id) as labs,
    coalesce(x.n, 0) as devices
  from page b left join devices x on x.building_id = b.id order by b.campus nulls last, b.name, b.id`
export async function list(db: Db, f: { keyword: string | null; campus: string | null }, page: { page: number; size: number }) {
  const items = await run<BuildingRow>(db, PAGE, [f.keyword, f.campus, page.size, page.page * page.size])
  const [count] = await run<{ total: number }>(db, `select count(*) as total from building b where ${WHERE}`, [f.keyword, f.campus])
  return { items, total: count?.total ?? 0 }
}

export interface RoomOfTree {
  /** null: a building without rooms. */
  id: number | null
  name: string | null
  floor: number | null
  buildingId: number
  building: string
  campus: string | null
}
const TREE = `select r.id, r.name, r.floor, b.id as "buildingId", b.name as building, b.campus
  from building b left join room r on r.building_id = b.id where $1::int8 is null or b.id = $1
  order by b.campus nulls last, b.name, b.id, r.floor nulls last, r.name`
export const rooms = (db: Db, buildingId: number | null) => run<RoomOfTree>(db, TREE, [buildingId])

/** `key` is an id or a serial number; a number that is both is the id. */
const KEY = `b.id = (select id from building where serial_id = $1 or id = $2 order by (id = $2) is true desc limit 1)`
const keyOf = (key: string) => [key, /^\d{1,15}$/.test(key) ? Number(key) : null]

const AREA = `select b.area_m2::float8 as "areaM2", b.remark, coalesce((select sum(r.area_m2) from room r where r.building_id = b.id), 0)::float8 as "roomAreaM2" from building b where ${KEY}`
export const area = async (db: Db, key: string) => (await run<{ areaM2: number | null; remark: string | null; roomAreaM2: number }>(db, AREA, keyOf(key)))[0]

export interface RoomRow {
  id: number
  name: string
  floor: number | null
  areaM2: number | null
  use: string | null
  labs: { id: number; name: string; serialId: string }[]
}
// A lab is where its door is, and where its instruments stand.
const LABS = `select l.id, l.name, l.serial_id from lab l where l.enabled and (l.room_id = r.id or l.id in (select d.lab_id from device d where d.room_id = r.id))`
const ROOM = `r.id, r.name, r.floor, r.area_m2::float8 as "areaM2", r.use,
  coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'serialId', x.serial_id) order by x.serial_id) from (${LABS}) x), '[]') as labs`
const LAB_ROOMS = `select ${ROOM} from room r join building b on b.id = r.building_id where ${KEY} and exists (${LABS}) order by r.floor nulls last, r.name`
export const labRooms = (db: Db, key: string) => run<RoomRow>(db, LAB_ROOMS, keyOf(key))

export interface RoomDetailRow extends RoomRow {
  building: { id: number; name: string; serialId: string; campus: string | null }
  devices: { id: number; name: string; serialId: string; model: string | null }[]
}
const ROOM_DETAIL = `select ${ROOM},
    json_build_object('id', b.id, 'name', b.name, 'serialId', b.serial_id, 'campus', b.campus) as building,
    coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'serialId', x.serial_id, 'model', x.model)) from (
      select d.* from device d join lab l on l.id = d.lab_id where coalesce(d.room_id, l.room_id) = r.id and d.shared and d.status <> 'scrapped'
      order by d.name collate "zh-x-icu", d.id limit 200) x), '[]') as devices
  from room r join building b on b.id = r.building_id where r.id = $1`
export const room = async (db: Db, id: number) => (await run<RoomDetailRow>(db, ROOM_DETAIL, [id]))[0]
