import type { MapShape } from '@portal/contract/campus-map/campus-map'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Sought } from '../../kernel/search.rules.ts'

export interface MapRow {
  id: number
  campus: string
  kind: 'picture' | 'outlines'
  updatedAt: Date
}
const ROW = `m.id, m.campus, case when m.file_id is null then 'outlines' else 'picture' end as kind,
    m.updated_at as "updatedAt"`
export const listMaps = (db: Db) => run<MapRow>(db, `select ${ROW} from campus_map m order by m.id`, [])

export interface MapDetail extends MapRow {
  width: number
  height: number
  fileId: string | null
  shapes: MapShape[]
}
const FIND = `select ${ROW}, m.width, m.height, m.file_id as "fileId", coalesce(m.shapes, '[]') as shapes
  from campus_map m where m.id = $1`
export const find = async (db: Db, id: number): Promise<MapDetail | undefined> =>
  (await run<MapDetail>(db, FIND, [id]))[0]

export interface MapBuildingRow {
  id: number
  serialId: string
  name: string
  campus: string | null
  address: string | null
  x: number | null
  y: number | null
  named: boolean
}
const SHARED = `d.shared and d.status <> 'scrapped'
    and d.lab_id not in (select id from lab where not enabled)`
const BUILDING = `b.id, b.serial_id as "serialId", b.name, b.campus, b.address, b.map_x as x, b.map_y as y`
const namedSql = (keyword: `$${number}`) =>
  `position(lower(${keyword}) in lower(concat_ws(' ', b.name, b.serial_id))) > 0`
// A separate statement, because the one for all devices needs index scans only.
const soughtSql = (grams: `$${number}`, recheck: `$${number}`) =>
  `${SHARED} and d.search_grams @> ${grams}::text[] and d.search_text like all (${recheck}::text[])`

const BUILDINGS = `select ${BUILDING}, $2::text is not null and ${namedSql('$2')} as named from building b
  where $1::text is null or b.campus = $1 order by b.campus nulls last, b.name, b.id limit $3`
/** `named`: the name or number of the building itself contains the keyword. */
export const listBuildings = (db: Db, campus: string | null, keyword: string | null, limit: number) =>
  run<MapBuildingRow>(db, BUILDINGS, [campus, keyword, limit])

const readCounts = (wanted: string) =>
  `select r.building_id as id, count(*) as n from device d join lab l on l.id = d.lab_id
    join room r on r.id = coalesce(d.room_id, l.room_id) where ${wanted} group by 1`
const COUNTS = { all: readCounts(SHARED), sought: readCounts(soughtSql('$1', '$2')) }
/** The number of shared devices in each building: all, or those that match. */
export const countDevices = async (db: Db, sought: Sought | null): Promise<Map<number, number>> =>
  new Map(
    (
      await run<{ id: number; n: number }>(
        db,
        sought ? COUNTS.sought : COUNTS.all,
        sought ? [sought.grams, sought.recheck] : [],
      )
    ).map((b) => [b.id, b.n]),
  )

export interface PlacedDevice {
  id: number
  name: string
  serialId: string
  model: string | null
  lab: string
  room: string
  status: string
}
const IS_NAMED = `select ${namedSql('$2')} as named from building b where b.id = $1`

// Devices with a room in the building, and devices without a room whose lab has its door there.
function devicesIn(wanted: string, size: `$${number}`, from: `$${number}`) {
  const placed = `(select d.id, d.name, d.room_id from room r join device d on d.room_id = r.id
      where r.building_id = $1 and ${wanted}
    union all select d.id, d.name, l.room_id from room r join lab l on l.room_id = r.id
    join device d on d.lab_id = l.id and d.room_id is null where r.building_id = $1 and ${wanted}) placed`
  return {
    count: `select count(*) as n from ${placed}`,
    page: `select d.id, d.name, d.serial_id as "serialId", d.model, l.name as lab, r.name as room, d.status
      from (select * from ${placed} order by name collate "zh-x-icu", id limit ${size} offset ${from}) p
      join device d on d.id = p.id join lab l on l.id = d.lab_id join room r on r.id = p.room_id
      order by p.name collate "zh-x-icu", p.id`,
  }
}
const ALL = devicesIn(SHARED, '$2', '$3')
const FOUND = devicesIn(soughtSql('$2', '$3'), '$4', '$5')
/** Instruments in a building that match the word; all of them if the word matches the building itself. */
export async function listDevices(
  db: Db,
  buildingId: number,
  word: { keyword: string; sought: Sought } | null,
  { page, size }: { page: number; size: number },
) {
  const whole =
    !word || (await run<{ named: boolean }>(db, IS_NAMED, [buildingId, word.keyword]))[0]?.named === true
  const statements = whole ? ALL : FOUND
  const values = whole ? [buildingId] : [buildingId, word.sought.grams, word.sought.recheck]
  const items = await run<PlacedDevice>(db, statements.page, [...values, size, page * size])
  return { items, total: (await runOne<{ n: number }>(db, statements.count, values)).n }
}

// ── Writing ──────────────────────────────────────────────────────────────────

/** Locks the map of a campus, if it has one. Returns its present picture. */
export async function lockMap(
  ctx: Ctx,
  campus: string,
): Promise<{ id: number; fileId: string | null } | undefined> {
  return (
    await run<{ id: number; fileId: string | null }>(
      ctx.db,
      `select id, file_id as "fileId" from campus_map where campus = $1 for update`,
      [campus],
    )
  )[0]
}
const KEEP = `insert into campus_map (campus, width, height, file_id, shapes, updated_at)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (campus) do update set width = excluded.width, height = excluded.height,
    file_id = excluded.file_id, shapes = excluded.shapes, updated_at = excluded.updated_at
  returning id`
export interface MapValues {
  width: number
  height: number
  fileId: string | null
  shapes: readonly MapShape[] | null
}
export const keepMap = (ctx: Ctx, campus: string, v: MapValues) =>
  runOne<{ id: number }>(ctx.db, KEEP, [
    campus,
    v.width,
    v.height,
    v.fileId,
    v.shapes && JSON.stringify(v.shapes),
    ctx.now,
  ])
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from campus_map where id = $1', [id])

const ON_CAMPUS = `select b.id, b.serial_id as "serialId", b.name from building b
  where b.campus = $1 and (b.serial_id = any ($2) or b.name = any ($3))`
export const findOnCampus = (
  db: Db,
  campus: string,
  serialIds: readonly string[],
  names: readonly string[],
) => run<{ id: number; serialId: string; name: string }>(db, ON_CAMPUS, [campus, serialIds, names])

const PIN = `update building b set map_x = p.x, map_y = p.y
  from unnest($1::int8[], $2::float8[], $3::float8[]) p (id, x, y) where b.id = p.id returning b.id`
/** Null coordinates remove the pin. */
export const pin = async (
  ctx: Ctx,
  pins: readonly { id: number; x: number | null; y: number | null }[],
): Promise<number> =>
  (await run(ctx.db, PIN, [pins.map((p) => p.id), pins.map((p) => p.x), pins.map((p) => p.y)])).length
