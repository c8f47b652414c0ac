import type { LabRole } from '@portal/contract/lab/lab'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Searchable, Sought } from '../../kernel/search.rules.ts'

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
  enabled: boolean
  roomId: number | null
  roomName: string | null
  buildingName: string | null
  directors: string[]
  devices: number
  sharedDevices: number
  /** Of the person who asks. */
  roles: LabRole[]
}
const COLUMNS = `l.id, l.serial_id as "serialId", l.name, l.dept_id as "deptId", d.name as "deptName", l.type, l.grade, l.phone, l.email, l.enabled,
  r.id as "roomId", r.name as "roomName", b.name as "buildingName",
  array(select u.name from lab_member m join user_account u on u.id = m.user_id where m.lab_id = l.id and m.role = 'lab_director' order by m.id) as directors,
  (select count(*) from device x where x.lab_id = l.id) as devices,
  (select count(*) from device x where x.lab_id = l.id and x.shared) as "sharedDevices"`
const JOINS = `join dept d on d.id = l.dept_id left join room r on r.id = l.room_id left join building b on b.id = r.building_id`
const rolesOf = (person: `$${number}`) => `array(select m.role from lab_member m where m.lab_id = l.id and m.user_id = ${person} order by m.role) as roles`

export interface LabFilters {
  sought: Sought | undefined
  deptIds: readonly number[] | null
  type: string | null
  grade: string | null
  enabled: boolean | null
  /** Only labs that this person leads. */
  ledBy: number | null
}
const SORTS = { 'serialId asc': 'l.serial_id, l.id', 'serialId desc': 'l.serial_id desc, l.id desc', 'name asc': 'l.name collate "zh-x-icu", l.id', 'name desc': 'l.name collate "zh-x-icu" desc, l.id desc' }
export type LabSort = keyof typeof SORTS

const WHERE = `($1::text[] is null or l.search_grams @> $1) and l.search_text like all ($2::text[]) and ($3::int8[] is null or l.dept_id = any ($3))
  and ($4::text is null or l.type = $4) and ($5::text is null or l.grade = $5) and ($6::boolean is null or l.enabled = $6)
  and ($7::int8 is null or exists (select from lab_member m where m.lab_id = l.id and m.user_id = $7 and m.role in ('lab_director', 'lab_admin')))`

export async function list(db: Db, userId: number, f: LabFilters, sort: LabSort, page: { page: number; size: number }): Promise<{ items: LabRow[]; total: number }> {
  const values = [f.sought?.grams ?? null, f.sought?.recheck ?? [], f.deptIds, f.type, f.grade, f.enabled, f.ledBy]
  const items = await run<LabRow>(
    db,
    `select ${COLUMNS}, ${rolesOf('$8')} from (select l.* from lab l where ${WHERE} order by ${SORTS[sort]} limit $9 offset $10) l ${JOINS} order by ${SORTS[sort]}`,
    [...values, userId, page.size, page.page * page.size],
  )
  const [count] = await run<{ total: number }>(db, `select count(*) as total from lab l where ${WHERE}`, values)
  return { items, total: count?.total ?? 0 }
}

const SELECT = `select l.id, l.serial_id as "serialId", l.name from lab l
  where l.enabled and ($1::text[] is null or l.search_grams @> $1) and l.search_text like all ($2::text[]) and ($3::int8 is null or l.dept_id = $3)
  order by l.serial_id limit $4`
export const select = (db: Db, sought: Sought | undefined, deptId: number | null, size: number) =>
  run<{ id: number; serialId: string; name: string }>(db, SELECT, [sought?.grams ?? null, sought?.recheck ?? [], deptId, size])

/** `key` is an id or a serial number; a number that is both is the id. */
const KEY = `l.id = (select id from lab where serial_id = $2 or id = $3 order by (id = $3) is true desc limit 1)`
export const keyOf = (key: string): [serialId: string, id: number | null] => [key, /^\d{1,15}$/.test(key) ? Number(key) : null]

export interface LabDetailRow extends LabRow {
  intro: string | null
  createdAt: Date
  favoriteId: number | null
}
const DETAIL = `select ${COLUMNS}, ${rolesOf('$1')}, l.intro, l.created_at as "createdAt",
    (select f.id from favorite f where f.user_id = $1 and f.kind = 'lab' and f.target_id = l.id) as "favoriteId"
  from lab l ${JOINS} where ${KEY}`
export const find = async (db: Db, userId: number, key: string): Promise<LabDetailRow | undefined> => (await run<LabDetailRow>(db, DETAIL, [userId, ...keyOf(key)]))[0]

const MINE = `select ${COLUMNS}, ${rolesOf('$1')},
    exists (select from device_reviewer v where v.user_id = $1 and (v.lab_id = l.id or v.device_id in (select id from device x where x.lab_id = l.id))) as reviews
  from lab l ${JOINS}
  where l.id in (select lab_id from lab_member where user_id = $1
    union select coalesce(v.lab_id, x.lab_id) from device_reviewer v left join device x on x.id = v.device_id where v.user_id = $1)
  order by l.serial_id`
export const ofPerson = (db: Db, userId: number) => run<LabRow & { reviews: boolean }>(db, MINE, [userId])

export interface StandingRow {
  id: number
  name: string
  roles: LabRole[]
  reviews: boolean
}
const STANDING = `select l.id, l.name, ${rolesOf('$1')},
    exists (select from device_reviewer v where v.user_id = $1 and (v.lab_id = l.id or v.device_id in (select id from device x where x.lab_id = l.id))) as reviews
  from lab l where ${KEY}`
/** How a person stands to a lab. */
export const standing = async (db: Db, userId: number, key: string): Promise<StandingRow | undefined> => (await run<StandingRow>(db, STANDING, [userId, ...keyOf(key)]))[0]

const LAB_IDS = `select distinct lab_id as id from lab_member where user_id = $1 and role = any ($2)`
export const idsOf = async (db: Db, userId: number, roles: readonly LabRole[]): Promise<number[]> => (await run<{ id: number }>(db, LAB_IDS, [userId, roles])).map((r) => r.id)

const DEVICES = `from device d where d.lab_id = $1 and (d.shared or $2) and ($3::text[] is null or d.search_grams @> $3) and d.search_text like all ($4::text[])`
export async function devices(db: Db, labId: number, unsharedToo: boolean, sought: Sought | undefined, page: { page: number; size: number }) {
  const values = [labId, unsharedToo, sought?.grams ?? null, sought?.recheck ?? []]
  const items = await run<{ id: number; serialId: string; name: string; model: string | null; status: string; shared: boolean }>(
    db,
    `select d.id, d.serial_id as "serialId", d.name, d.model, d.status, d.shared ${DEVICES} order by d.name collate "zh-x-icu", d.id limit $5 offset $6`,
    [...values, page.size, page.page * page.size],
  )
  const [count] = await run<{ total: number }>(db, `select count(*) as total ${DEVICES}`, values)
  return { items, total: count?.total ?? 0 }
}

// ── Writing ──────────────────────────────────────────────────────────────────

export interface LabValues {
  name: string
  deptId: number
  type: string | null
  grade: string | null
  roomId: number | null
  phone: string | null
  email: string | null
  intro: string | null
  enabled: boolean
}
const columns = (v: LabValues, search: Searchable) => ({
  name: v.name, dept_id: v.deptId, type: v.type, grade: v.grade, room_id: v.roomId, phone: v.phone, email: v.email, intro: v.intro, enabled: v.enabled,
  search_text: search.text, search_grams: search.grams,
})
export const add = (ctx: Ctx, serialId: string, v: LabValues, search: Searchable) =>
  ctx.db.insertInto('lab').values({ serial_id: serialId, created_at: ctx.now, ...columns(v, search) }).returning('id').executeTakeFirstOrThrow()
export const change = (ctx: Ctx, id: number, v: LabValues, search: Searchable) => ctx.db.updateTable('lab').set(columns(v, search)).where('id', '=', id).execute()
export const remove = (ctx: Ctx, id: number) => ctx.db.deleteFrom('lab').where('id', '=', id).execute()
