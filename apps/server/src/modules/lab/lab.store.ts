import { liveStates } from '@portal/contract/booking/booking'
import type { LabRole } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import { splitKey, type Searchable, type Sought } from '../../kernel/search.rules.ts'

export interface LabRow {
  id: number
  serialId: string
  name: string
  deptId: number
  deptName: string
  type: string | null
  grade: string | null
  phone: string | null
  email: string | null
  areaM2: number | null
  foundedYear: number | null
  enabled: boolean
  roomId: number | null
  roomName: string | null
  buildingName: string | null
  directors: string[]
  devices: number
  sharedDevices: number
  /** The caller's roles in the lab. */
  roles: LabRole[]
}
export const COLUMNS = `l.id, l.serial_id as "serialId", l.name, l.dept_id as "deptId", d.name as "deptName",
  l.type, l.grade, l.phone, l.email, l.area_m2::float8 as "areaM2", l.founded_year as "foundedYear",
  l.enabled, r.id as "roomId", r.name as "roomName", b.name as "buildingName",
  array(select u.name from lab_member m join user_account u on u.id = m.user_id and u.enabled
    where m.lab_id = l.id and m.role = 'lab_director' order by m.id) as directors,
  (select count(*) from device x where x.lab_id = l.id) as devices,
  (select count(*) from device x where x.lab_id = l.id and x.shared and l.enabled) as "sharedDevices"`
export const JOINS = `join dept d on d.id = l.dept_id left join room r on r.id = l.room_id
  left join building b on b.id = r.building_id`
export const selectRoles = (person: `$${number}`) =>
  `array(select m.role from lab_member m where m.lab_id = l.id and m.user_id = ${person}
      order by m.role) as roles`

/** `key` is an id or a serial number; if a number is both, the id wins. */
const KEY = `l.id = (select id from lab where serial_id = $2 or id = $3
    order by (id = $3) is true desc limit 1)`

export interface LabRoom {
  id: number
  name: string
  buildingId: number
  building: string
  floor: number | null
  areaM2: number | null
  use: string | null
}
const ROOMS = `coalesce((select json_agg(json_build_object('id', w.id, 'name', w.name,
          'buildingId', w.building_id, 'building', x.name, 'floor', w.floor, 'areaM2', w.area_m2::float8,
          'use', w.use)
      order by (w.id = l.room_id) is true desc, x.name, w.floor nulls last, w.name)
    from room w join building x on x.id = w.building_id
    where w.id = l.room_id or w.id in (select o.room_id from lab_room o where o.lab_id = l.id)),
      '[]') as rooms`
export interface LabDetailRow extends LabRow {
  intro: string | null
  rooms: LabRoom[]
  createdAt: Date
  favoriteId: number | null
}
const DETAIL = `select ${COLUMNS}, ${selectRoles('$1')}, l.intro, l.created_at as "createdAt", ${ROOMS},
    (select f.id from favorite f
      where f.user_id = $1 and f.kind = 'lab' and f.target_id = l.id) as "favoriteId"
  from lab l ${JOINS} where ${KEY}`
export const find = async (db: Db, userId: number, key: string): Promise<LabDetailRow | undefined> =>
  (await run<LabDetailRow>(db, DETAIL, [userId, ...splitKey(key)]))[0]

const MINE = `select ${COLUMNS}, ${selectRoles('$1')},
    exists (select from device_reviewer v
      where v.user_id = $1 and (v.lab_id = l.id or v.device_id in (select id from device x
          where x.lab_id = l.id))) as reviews
  from lab l ${JOINS}
  where l.id in (select lab_id from lab_member where user_id = $1
    union select coalesce(v.lab_id, x.lab_id) from device_reviewer v left join device x on x.id = v.device_id
    where v.user_id = $1)
  order by l.serial_id`
export const listOfPerson = (db: Db, userId: number) => run<LabRow & { reviews: boolean }>(db, MINE, [userId])

export interface StandingRow {
  id: number
  name: string
  roles: LabRole[]
  reviews: boolean
}
const STANDING = `select l.id, l.name, ${selectRoles('$1')},
    exists (select from device_reviewer v
      where v.user_id = $1 and (v.lab_id = l.id or v.device_id in (select id from device x
          where x.lab_id = l.id))) as reviews
  from lab l where ${KEY}`
/** A person's standing in a lab. */
export const findStanding = async (db: Db, userId: number, key: string): Promise<StandingRow | undefined> =>
  (await run<StandingRow>(db, STANDING, [userId, ...splitKey(key)]))[0]

const LAB_IDS = `select distinct lab_id as id from lab_member where user_id = $1 and role = any ($2)`
export const listIds = async (db: Db, userId: number, roles: readonly LabRole[]): Promise<number[]> =>
  (await run<{ id: number }>(db, LAB_IDS, [userId, roles])).map((r) => r.id)
const DEPT_LABS = 'select id from lab where dept_id = any($1::int8[])'
export const listIdsOfDepts = async (db: Db, deptIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, DEPT_LABS, [deptIds])).map((r) => r.id)

const DEVICES = defineShortList(4, {
  as: 'd',
  row: 'd.id, d.serial_id as "serialId", d.name, d.model, d.status, d.shared',
  from: 'device d',
  where: `d.lab_id = $1 and ((d.shared and (select enabled from lab where id = $1)) or $2)
    and ($3::text[] is null or d.search_grams @> $3) and d.search_text like all ($4::text[])`,
  order: 'd.name collate "zh-x-icu", d.id',
})
export interface LabDevice {
  id: number
  serialId: string
  name: string
  model: string | null
  status: string
  shared: boolean
}
export const listDevices = (
  db: Db,
  labId: number,
  unsharedToo: boolean,
  sought: Sought | undefined,
  page: { page: number; size: number },
) =>
  readShortPage<LabDevice>(
    db,
    DEVICES,
    [labId, unsharedToo, sought?.grams ?? null, sought?.recheck ?? []],
    page,
  )

// ── Writing ──────────────────────────────────────────────────────────────────

export interface LabValues {
  name: string
  deptId: number
  type: string | null
  grade: string | null
  roomId: number | null
  areaM2: number | null
  foundedYear: number | null
  phone: string | null
  email: string | null
  intro: string | null
  enabled: boolean
}
const columns = (v: LabValues, search: Searchable) => ({
  name: v.name,
  dept_id: v.deptId,
  type: v.type,
  grade: v.grade,
  room_id: v.roomId,
  area_m2: v.areaM2,
  founded_year: v.foundedYear,
  phone: v.phone,
  email: v.email,
  intro: v.intro,
  enabled: v.enabled,
  search_text: search.text,
  search_grams: search.grams,
})
export const add = (ctx: Ctx, serialId: string, v: LabValues, search: Searchable) =>
  ctx.db
    .insertInto('lab')
    .values({ serial_id: serialId, created_at: ctx.now, ...columns(v, search) })
    .returning('id')
    .executeTakeFirstOrThrow()
export const change = (ctx: Ctx, id: number, v: LabValues, search: Searchable) =>
  ctx.db.updateTable('lab').set(columns(v, search)).where('id', '=', id).execute()
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from lab where id = $1', [id])
// Joined by device, because an index covers the live bookings of a device; reading by lab would read the
// bookings of all years.
const COMING = `select count(*)::int as bookings, count(distinct b.booker_id)::int as bookers from device d
  join booking b on b.device_id = d.id
  where d.lab_id = $1 and b.state in (${literals(liveStates)})`
/** The number of the lab's bookings that are not over, and of their bookers. */
export const countComing = (db: Db, labId: number) =>
  runOne<{ bookings: number; bookers: number }>(db, COMING, [labId])
export const enable = (ctx: Ctx, id: number, enabled: boolean) =>
  run(ctx.db, 'update lab set enabled = $2 where id = $1', [id, enabled])

// ── Rooms ────────────────────────────────────────────────────────────────────

export const countKnownRooms = async (db: Db, ids: readonly number[]): Promise<number> =>
  (await runOne<{ n: number }>(db, 'select count(*) as n from room where id = any ($1)', [ids])).n
export const listRooms = async (db: Db, labId: number): Promise<Set<number>> =>
  new Set(
    (
      await run<{ id: number }>(
        db,
        `select room_id as id from lab_room where lab_id = $1
          union select room_id from lab where id = $1 and room_id is not null`,
        [labId],
      )
    ).map((r) => r.id),
  )
const TAKEN = `select from lab where room_id = any ($1) and id <> $2 union all select from lab_room
  where room_id = any ($1) and lab_id <> $2 limit 1`
/** True if another lab has its door in one of these rooms, or works there. */
export const areRoomsOfOthers = async (db: Db, roomIds: readonly number[], labId: number): Promise<boolean> =>
  (await run(db, TAKEN, [roomIds, labId])).length > 0
export async function changeRooms(
  ctx: Ctx,
  labId: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  await run(ctx.db, 'delete from lab_room where lab_id = $1 and room_id = any ($2)', [labId, removed])
  await run(
    ctx.db,
    'insert into lab_room (lab_id, room_id) select $1, unnest($2::int8[]) on conflict do nothing',
    [labId, added],
  )
}
export const lock = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, 'select from lab where id = $1 for no key update', [id])).length > 0
