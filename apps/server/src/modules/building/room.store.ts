import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import { splitKey } from '../../kernel/search.rules.ts'
import { KEY } from './building.store.ts'

export interface RoomRow {
  id: number
  name: string
  floor: number | null
  areaM2: number | null
  use: string | null
  labs: { id: number; name: string; serialId: string }[]
}
interface Held {
  keeper: Ref | null
  dept: Ref | null
}
// A lab uses a room if its door is there, if it works there, or if one of its instruments is there. Three
// index lookups in a union, because `or` would use no index; and looked up for each room first, because
// reading all labs for each room took 300 ms with a thousand labs.
const LABS = `select l.id, l.name, l.serial_id from (
  select i.id from lab i where i.room_id = r.id union select i.lab_id from lab_room i where i.room_id = r.id
  union select i.lab_id from device i where i.room_id = r.id
  ) i join lab l on l.id = i.id where l.enabled`
const ROOM = `r.id, r.name, r.floor, r.area_m2::float8 as "areaM2", r.use,
  coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'serialId', x.serial_id)
        order by x.serial_id) from (${LABS}) x), '[]') as labs`
const LAB_ROOMS = `select ${ROOM} from room r join building b on b.id = r.building_id
  where ${KEY} and exists (${LABS}) order by r.floor nulls last, r.name`
export const listLabRooms = (db: Db, key: string) => run<RoomRow>(db, LAB_ROOMS, splitKey(key))

export interface Building {
  id: number
  name: string
  serialId: string
  campus: string | null
}
export interface RoomDetailRow extends RoomRow, Held {
  building: Building
  devices: { id: number; name: string; serialId: string; model: string | null }[]
}
// An instrument without a room of its own counts as being in its lab's door room.
const SHARED = `select d.id, d.name, d.serial_id, d.model from device d
  join lab l on l.id = d.lab_id and l.enabled`
const STANDING = `${SHARED} where d.room_id = r.id and d.shared and d.status <> 'scrapped'
  union all ${SHARED} where l.room_id = r.id and d.room_id is null and d.shared and d.status <> 'scrapped'`
const BUILDING = `json_build_object('id', b.id, 'name', b.name, 'serialId', b.serial_id,
    'campus', b.campus) as building`
const HELD = `
  (select jsonb_build_object('id', u.id, 'name', u.name) from user_account u
      where u.id = r.keeper_id) as keeper,
  (select jsonb_build_object('id', d.id, 'name', d.name) from dept d where d.id = r.dept_id) as dept`
const ROOM_DETAIL = `select ${ROOM}, ${BUILDING}, ${HELD},
    coalesce((select json_agg(json_build_object('id', x.id, 'name', x.name, 'serialId', x.serial_id,
        'model', x.model)) from (
      select s.* from (${STANDING}) s order by s.name collate "zh-x-icu", s.id limit 200) x), '[]') as devices
  from room r join building b on b.id = r.building_id where r.id = $1`
export const findRoom = async (db: Db, id: number) => (await run<RoomDetailRow>(db, ROOM_DETAIL, [id]))[0]

export interface RoomFilters {
  buildingId: number | null
  labId: number | null
  keyword: string | null
  campus: string | null
  floor: number | null
  use: string | null
}
const valuesOfFilters = (f: RoomFilters) => [f.buildingId, f.labId, f.keyword, f.campus, f.floor, f.use]
const WHERE = `($1::int8 is null or r.building_id = $1)
  and ($2::int8 is null or r.id in (select room_id from lab where id = $2
      union all select room_id from lab_room where lab_id = $2))
  and ($3::text is null or position(lower($3) in lower(concat_ws(' ', b.name, r.name, r.use))) > 0)
    and ($4::text is null or b.campus = $4)
  and ($5::int is null or r.floor = $5) and ($6::text is null or r.use = $6)`
const IN_BUILDING = 'join building b on b.id = r.building_id'
// Labs and devices are read only for the rooms on the page.
const LIST = defineShortList(6, {
  as: 'r',
  row: `${ROOM}, ${BUILDING}, ${HELD}, (select count(*) from device d where d.room_id = r.id) as devices`,
  from: `room r ${IN_BUILDING}`,
  joins: IN_BUILDING,
  where: WHERE,
  order: 'b.campus nulls last, b.name, b.id, r.floor nulls last, r.name',
})
export interface RoomListRow extends RoomRow, Held {
  building: Building
  devices: number
}
export const list = (db: Db, f: RoomFilters, page: { page: number; size: number }) =>
  readShortPage<RoomListRow>(db, LIST, valuesOfFilters(f), page)

export interface ExportedRoom {
  id: number
  buildingSerialId: string
  building: string
  campus: string | null
  name: string
  floor: number | null
  areaM2: number | null
  use: string | null
  keeper: string | null
  keeperUsername: string | null
  dept: string | null
  deptCode: string | null
}
const EXPORTED = `select r.id, b.serial_id as "buildingSerialId", b.name as building, b.campus, r.name,
    r.floor, r.area_m2::float8 as "areaM2", r.use,
    u.name as keeper, u.username as "keeperUsername", d.name as dept, d.code as "deptCode"
  from room r join building b on b.id = r.building_id left join user_account u on u.id = r.keeper_id
  left join dept d on d.id = r.dept_id where ${WHERE} and r.id > $7 order by r.id limit $8`
/** The next `size` rooms by id after `after`; the last page costs as little as the first. */
export const listAfter = (db: Db, f: RoomFilters, after: number, size: number) =>
  run<ExportedRoom>(db, EXPORTED, [...valuesOfFilters(f), after, size])

const OF_LABS = `select room_id as id from lab where room_id = any ($1) and id = any ($2) union select room_id
  from lab_room where room_id = any ($1) and lab_id = any ($2)`
/** The rooms among `roomIds` that are the door or a workplace of one of these labs. */
export const findOfLabs = async (
  db: Db,
  roomIds: readonly number[],
  labIds: readonly number[],
): Promise<Set<number>> =>
  new Set((await run<{ id: number }>(db, OF_LABS, [roomIds, labIds])).map((r) => r.id))

/** Locks the room, so that of two concurrent uploads of the last allowed picture one is refused. */
export const lock = async (ctx: Ctx, id: number) =>
  (
    await run<{ id: number; buildingId: number; keeperId: number | null; deptId: number | null }>(
      ctx.db,
      LOCK,
      [id],
    )
  )[0]
const LOCK = `select id, building_id as "buildingId", keeper_id as "keeperId", dept_id as "deptId" from room
  where id = $1 for no key update`

const USES = `select (select count(*) from (select id from lab where room_id = $1
      union select lab_id from lab_room where room_id = $1) l) as labs,
    (select count(*) from device where room_id = $1) as devices,
    (select count(*) from iot_gateway where room_id = $1)
      + (select count(*) from iot_sub_device where room_id = $1) as gates`
/** `gates`: gateways and their sub-devices, also those out of service, which may be put back. */
export const countUses = (db: Db, id: number) =>
  runOne<{ labs: number; devices: number; gates: number }>(db, USES, [id])

// ── Writing ──────────────────────────────────────────────────────────────────

export interface RoomValues {
  buildingId: number
  name: string
  floor: number | null
  areaM2: number | null
  use: string | null
  keeperId: number | null
  deptId: number | null
}
const listValues = (v: RoomValues) => [v.buildingId, v.name, v.floor, v.areaM2, v.use, v.keeperId, v.deptId]
export const add = (ctx: Ctx, v: RoomValues) =>
  runOne<{ id: number }>(
    ctx.db,
    `insert into room (building_id, name, floor, area_m2, use, keeper_id, dept_id)
      values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    listValues(v),
  )
export const change = (ctx: Ctx, id: number, v: RoomValues) =>
  run(
    ctx.db,
    `update room set building_id = $1, name = $2, floor = $3, area_m2 = $4, use = $5, keeper_id = $6,
      dept_id = $7 where id = $8`,
    [...listValues(v), id],
  )
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from room where id = $1', [id])
