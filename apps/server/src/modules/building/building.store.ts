import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import { splitKey } from '../../kernel/search.rules.ts'

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
  placed: boolean
}
const WHERE = `($1::text is null
      or position(lower($1) in lower(concat_ws(' ', b.name, b.serial_id, b.address))) > 0)
    and ($2::text is null or b.campus = $2)`
const LIST = defineShortList(2, {
  as: 'b',
  row: `b.id, b.serial_id as "serialId", b.name, b.campus, b.address, b.floors,
    b.area_m2::float8 as "areaM2", b.remark, b.map_x is not null as placed,
    (select count(*) from room r where r.building_id = b.id) as rooms,
    (select count(*) from (select l.id from lab l join room r on r.id = l.room_id where r.building_id = b.id
      union select o.lab_id from lab_room o join room r on r.id = o.room_id where r.building_id = b.id
    ) l) as labs`,
  from: 'building b',
  where: WHERE,
  order: 'b.campus nulls last, b.name, b.id',
})
interface BuildingFilters {
  keyword: string | null
  campus: string | null
}
export const list = (db: Db, f: BuildingFilters, page: { page: number; size: number }) =>
  readShortPage<BuildingRow>(db, LIST, [f.keyword, f.campus], page)

export interface RoomOfTree {
  /** null: the building has no rooms. */
  id: number | null
  name: string | null
  floor: number | null
  buildingId: number
  building: string
  campus: string | null
}
const TREE = `select r.id, r.name, r.floor, b.id as "buildingId", b.name as building, b.campus
  from building b left join room r on r.building_id = b.id
  where ($1::int8 is null or b.id = $1) and ($3::int8[] is null or r.id = any ($3))
    and not exists (select from unnest($2::text[]) word
      where position(word in lower(concat_ws(' ', b.name, r.name))) = 0)
  order by b.campus nulls last, b.name, b.id, r.floor nulls last, r.name limit $4`
/** Rooms with these ids, or rooms whose building and number contain all words. */
export const listRooms = (
  db: Db,
  f: { buildingId: number | null; words: readonly string[]; ids: readonly number[] | null },
  limit: number,
) => run<RoomOfTree>(db, TREE, [f.buildingId, f.words, f.ids, limit])

/** `key` is an id or a serial number; if a number is both, the id wins. */
export const KEY = `b.id = (select id from building where serial_id = $1 or id = $2
    order by (id = $2) is true desc limit 1)`

const AREA = `select b.area_m2::float8 as "areaM2", b.remark,
    coalesce((select sum(r.area_m2) from room r where r.building_id = b.id), 0)::float8 as "roomAreaM2"
  from building b where ${KEY}`
export const findArea = async (db: Db, key: string) =>
  (
    await run<{ areaM2: number | null; remark: string | null; roomAreaM2: number }>(db, AREA, splitKey(key))
  )[0]

export const find = async (db: Db, key: string): Promise<number | undefined> =>
  (await run<{ id: number }>(db, `select b.id from building b where ${KEY}`, splitKey(key)))[0]?.id

const CAMPUSES = `select campus from building where campus is not null
  union select campus from campus_map order by campus`
export const listCampuses = async (db: Db): Promise<string[]> =>
  (await run<{ campus: string }>(db, CAMPUSES, [])).map((r) => r.campus)

export interface ExportedBuilding {
  id: number
  serialId: string
  name: string
  campus: string | null
  address: string | null
  floors: number | null
  areaM2: number | null
  remark: string | null
}
const EXPORTED = `select b.id, b.serial_id as "serialId", b.name, b.campus, b.address, b.floors,
  b.area_m2::float8 as "areaM2", b.remark
  from building b where ${WHERE} and b.id > $3 order by b.id limit $4`
/** The next `size` buildings by id after `after`; the last page costs as little as the first. */
export const listAfter = (db: Db, f: BuildingFilters, after: number, size: number) =>
  run<ExportedBuilding>(db, EXPORTED, [f.keyword, f.campus, after, size])

// ── Writing ──────────────────────────────────────────────────────────────────

export type BuildingValues = Omit<ExportedBuilding, 'id'>
const listValues = (v: BuildingValues) => [
  v.serialId,
  v.name,
  v.campus,
  v.address,
  v.floors,
  v.areaM2,
  v.remark,
]
const ADD = `insert into building (serial_id, name, campus, address, floors, area_m2, remark, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`
export const add = (ctx: Ctx, v: BuildingValues) =>
  runOne<{ id: number }>(ctx.db, ADD, [...listValues(v), ctx.now])
// A building that moves to another campus loses its pin on the map.
const CHANGE = `update building set serial_id = $1, name = $2, campus = $3, address = $4, floors = $5,
    area_m2 = $6, remark = $7,
  map_x = case when campus is not distinct from $3 then map_x end,
  map_y = case when campus is not distinct from $3 then map_y end where id = $8`
export const change = (ctx: Ctx, id: number, v: BuildingValues) => run(ctx.db, CHANGE, [...listValues(v), id])
export const lock = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'select from building where id = $1 for no key update', [id])).length > 0
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from building where id = $1', [id])
