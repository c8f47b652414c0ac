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
const ROW = `m.id, m.campus, case when m.file_id is null then 'outlines' else 'picture' end as kind, m.updated_at as "updatedAt"`
export const maps = (db: Db) => run<MapRow>(db, `select ${ROW} from campus_map m order by m.id`, [])

export interface MapDetail extends MapRow {
  width: number
  height: number
  fileId: string | null
  shapes: MapShape[]
}
const FIND = `select ${ROW}, m.width, m.height, m.file_id as "fileId", coalesce(m.shapes, '[]') as shapes from campus_map m where m.id = $1`
export const find = async (db: Db, id: number): Promise<MapDetail | undefined> => (await run<MapDetail>(db, FIND, [id]))[0]

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
const SHARED = `d.shared and d.status <> 'scrapped'`
const BUILDING = `b.id, b.serial_id as "serialId", b.name, b.campus, b.address, b.map_x as x, b.map_y as y`
const NAMED = (keyword: `$${number}`) => `position(lower(${keyword}) in lower(concat_ws(' ', b.name, b.serial_id))) > 0`
const SOUGHT = (grams: `$${number}`, recheck: `$${number}`) => `d.search_grams @> ${grams}::text[] and d.search_text like all (${recheck}::text[])`
const ROOMS = `(select id from room where building_id = b.id)`

const BUILDINGS = `select ${BUILDING}, $2::text is not null and ${NAMED('$2')} as named from building b
  where $1::text is null or b.campus = $1 order by b.campus nulls last, b.name, b.id limit $3`
/** `named`: by the word that was asked for. */
export const buildings = (db: Db, campus: string | null, keyword: string | null, limit: number) => run<MapBuildingRow>(db, BUILDINGS, [campus, keyword, limit])

const COUNTS = `select r.building_id as id, count(*) as n from device d join lab l on l.id = d.lab_id join room r on r.id = coalesce(d.room_id, l.room_id)
  where ${SHARED} and ($1::text[] is null or (${SOUGHT('$1', '$2')})) group by 1`
/** By building, how many shared devices stand in it: all, or those that are sought. */
export const counts = async (db: Db, sought: Sought | null): Promise<Map<number, number>> =>
  new Map((await run<{ id: number; n: number }>(db, COUNTS, [sought?.grams ?? null, sought?.recheck ?? []])).map((b) => [b.id, b.n]))

export interface PlacedDevice {
  id: number
  name: string
  serialId: string
  model: string | null
  lab: string
  room: string
  status: string
}
const DEVICES = `from building b join device d on (d.room_id in ${ROOMS} or (d.room_id is null and d.lab_id in (select id from lab where room_id in ${ROOMS}))) and ${SHARED}
  where b.id = $1 and ($2::text is null or ${NAMED('$2')} or (${SOUGHT('$3', '$4')}))`
const DEVICE_PAGE = `select d.id, d.name, d.serial_id as "serialId", d.model, l.name as lab, r.name as room, d.status
  from (select d.* ${DEVICES} order by d.name collate "zh-x-icu", d.id limit $5 offset $6) d join lab l on l.id = d.lab_id join room r on r.id = coalesce(d.room_id, l.room_id)
  order by d.name collate "zh-x-icu", d.id`
export async function devices(db: Db, buildingId: number, word: { keyword: string; sought: Sought } | null, page: { page: number; size: number }) {
  const values = [buildingId, word?.keyword ?? null, word?.sought.grams ?? [], word?.sought.recheck ?? []]
  const items = await run<PlacedDevice>(db, DEVICE_PAGE, [...values, page.size, page.page * page.size])
  return { items, total: (await runOne<{ n: number }>(db, `select count(*) as n ${DEVICES}`, values)).n }
}

// ── Writing ──────────────────────────────────────────────────────────────────

/** The map of a campus from now on. Answers the picture it had before. */
export async function begin(ctx: Ctx, campus: string): Promise<{ id: number; fileId: string | null } | undefined> {
  return (await run<{ id: number; fileId: string | null }>(ctx.db, `select id, file_id as "fileId" from campus_map where campus = $1 for update`, [campus]))[0]
}
const KEEP = `insert into campus_map (campus, width, height, file_id, shapes, updated_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (campus) do update set width = excluded.width, height = excluded.height, file_id = excluded.file_id, shapes = excluded.shapes, updated_at = excluded.updated_at
  returning id`
export interface MapValues {
  width: number
  height: number
  fileId: string | null
  shapes: readonly MapShape[] | null
}
export const keep = (ctx: Ctx, campus: string, v: MapValues) =>
  runOne<{ id: number }>(ctx.db, KEEP, [campus, v.width, v.height, v.fileId, v.shapes && JSON.stringify(v.shapes), ctx.now])
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from campus_map where id = $1', [id])

const ON_CAMPUS = `select b.id, b.serial_id as "serialId", b.name from building b where b.campus = $1 and (b.serial_id = any ($2) or b.name = any ($3))`
export const onCampus = (db: Db, campus: string, serialIds: readonly string[], names: readonly string[]) =>
  run<{ id: number; serialId: string; name: string }>(db, ON_CAMPUS, [campus, serialIds, names])

const PIN = `update building b set map_x = p.x, map_y = p.y from unnest($1::int8[], $2::float8[], $3::float8[]) p (id, x, y) where b.id = p.id returning b.id`
/** Null takes the pin away. */
export const pin = async (ctx: Ctx, pins: readonly { id: number; x: number | null; y: number | null }[]): Promise<number> =>
  (await run(ctx.db, PIN, [pins.map((p) => p.id), pins.map((p) => p.x), pins.map((p) => p.y)])).length
