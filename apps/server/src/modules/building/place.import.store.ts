import { run, type Db } from '../../kernel/db.ts'
import type { BuildingValues } from './building.store.ts'

export type KnownBuilding = BuildingValues & { id: number; topFloor: number | null }
const BUILDINGS = `select id, serial_id as "serialId", name, campus, address, floors, area_m2::float8 as "areaM2", remark,
    (select max(r.floor) from room r where r.building_id = b.id) as "topFloor" from building b where serial_id = any ($1)`
export const buildingsBy = (db: Db, serialIds: readonly string[]) => run<KnownBuilding>(db, BUILDINGS, [serialIds])

const NAMED = `select id, serial_id as "serialId", name, floors from building where serial_id = any ($1) or name = any ($1) order by id`
export const buildingsNamed = (db: Db, words: readonly string[]) => run<{ id: number; serialId: string; name: string; floors: number | null }>(db, NAMED, [words])

const BUILDING_RECORDS = `jsonb_to_recordset($1::jsonb) r ("serialId" text, name text, campus text, address text, floors int, "areaM2" numeric, remark text)`
// A building that is there already keeps its place on the map, unless it is on another campus now.
const KEEP_BUILDINGS = `insert into building as b (serial_id, name, campus, address, floors, area_m2, remark, created_at)
  select "serialId", name, campus, address, floors, "areaM2", remark, $2 from ${BUILDING_RECORDS}
  on conflict (serial_id) do update set name = excluded.name, campus = excluded.campus, address = excluded.address, floors = excluded.floors, area_m2 = excluded.area_m2, remark = excluded.remark,
    map_x = case when b.campus is not distinct from excluded.campus then b.map_x end, map_y = case when b.campus is not distinct from excluded.campus then b.map_y end`
export const keepBuildings = (db: Db, buildings: readonly BuildingValues[], now: Date) => run(db, KEEP_BUILDINGS, [JSON.stringify(buildings), now])

export interface ImportedRoom {
  buildingId: number
  name: string
  floor: number | null
  areaM2: number | null
  use: string | null
}
const ROOMS = `select r.building_id as "buildingId", r.name, r.floor, r.area_m2::float8 as "areaM2", r.use
  from unnest($1::int8[], $2::text[]) asked (building_id, name) join room r using (building_id, name)`
export const roomsBy = (db: Db, rooms: readonly { buildingId: number; name: string }[]) =>
  run<ImportedRoom>(db, ROOMS, [rooms.map((r) => r.buildingId), rooms.map((r) => r.name)])

const KEEP_ROOMS = `insert into room (building_id, name, floor, area_m2, use) select "buildingId", name, floor, "areaM2", use
  from jsonb_to_recordset($1::jsonb) r ("buildingId" int8, name text, floor int, "areaM2" numeric, use text)
  on conflict (building_id, name) do update set floor = excluded.floor, area_m2 = excluded.area_m2, use = excluded.use`
export const keepRooms = (db: Db, rooms: readonly ImportedRoom[]) => run(db, KEEP_ROOMS, [JSON.stringify(rooms)])
