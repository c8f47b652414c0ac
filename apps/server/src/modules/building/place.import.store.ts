import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { BuildingValues } from './building.store.ts'

export type KnownBuilding = BuildingValues & { id: number; topFloor: number | null }
const BUILDINGS = `select id, serial_id as "serialId", name, campus, address, floors,
    area_m2::float8 as "areaM2", remark,
    (select max(r.floor) from room r where r.building_id = b.id) as "topFloor"
  from building b where serial_id = any ($1)`
export const findBuildings = (db: Db, serialIds: readonly string[]) =>
  run<KnownBuilding>(db, BUILDINGS, [serialIds])

const NAMED = `select id, serial_id as "serialId", name, floors from building
  where serial_id = any ($1) or name = any ($1) order by id`
export const findBuildingsNamed = (db: Db, words: readonly string[]) =>
  run<{ id: number; serialId: string; name: string; floors: number | null }>(db, NAMED, [words])

const BUILDING_RECORDS = `jsonb_to_recordset($1::jsonb) r ("serialId" text, name text, campus text,
    address text, floors int, "areaM2" numeric, remark text)`
// An existing building keeps its pin on the map, unless it moves to another campus.
const KEEP_BUILDINGS = `insert into building as b (serial_id, name, campus, address, floors, area_m2, remark,
    created_at)
  select "serialId", name, campus, address, floors, "areaM2", remark, $2 from ${BUILDING_RECORDS}
  on conflict (serial_id) do update set name = excluded.name, campus = excluded.campus,
    address = excluded.address, floors = excluded.floors, area_m2 = excluded.area_m2,
    remark = excluded.remark,
    map_x = case when b.campus is not distinct from excluded.campus then b.map_x end,
    map_y = case when b.campus is not distinct from excluded.campus then b.map_y end`
export const keepBuildings = (ctx: Ctx, buildings: readonly BuildingValues[]) =>
  run(ctx.db, KEEP_BUILDINGS, [JSON.stringify(buildings), ctx.now])

export interface ImportedRoom {
  buildingId: number
  name: string
  floor: number | null
  areaM2: number | null
  use: string | null
  keeperId: number | null
  deptId: number | null
}
interface KnownRoom extends ImportedRoom {
  keeper: string | null
  keeperUsername: string | null
  dept: string | null
}
const ROOMS = `select r.building_id as "buildingId", r.name, r.floor, r.area_m2::float8 as "areaM2", r.use,
    r.keeper_id as "keeperId", r.dept_id as "deptId",
    u.name as keeper, u.username as "keeperUsername", d.name as dept
  from unnest($1::int8[], $2::text[]) asked (building_id, name) join room r using (building_id, name)
  left join user_account u on u.id = r.keeper_id left join dept d on d.id = r.dept_id`
export const findRooms = (db: Db, rooms: readonly { buildingId: number; name: string }[]) =>
  run<KnownRoom>(db, ROOMS, [rooms.map((r) => r.buildingId), rooms.map((r) => r.name)])

const KEEP_ROOMS = `insert into room (building_id, name, floor, area_m2, use, keeper_id, dept_id)
  select "buildingId", name, floor, "areaM2", use, "keeperId", "deptId"
  from jsonb_to_recordset($1::jsonb) r ("buildingId" int8, name text, floor int, "areaM2" numeric, use text,
      "keeperId" int8, "deptId" int8)
  on conflict (building_id, name) do update set floor = excluded.floor, area_m2 = excluded.area_m2,
    use = excluded.use,
    keeper_id = excluded.keeper_id, dept_id = excluded.dept_id`
export const keepRooms = (ctx: Ctx, rooms: readonly ImportedRoom[]) =>
  run(ctx.db, KEEP_ROOMS, [JSON.stringify(rooms)])

export const findDepts = (db: Db, words: readonly string[]) =>
  run<{ id: number; code: string; name: string }>(
    db,
    'select id, code, name from dept where code = any ($1) or name = any ($1) order by id',
    [words],
  )
