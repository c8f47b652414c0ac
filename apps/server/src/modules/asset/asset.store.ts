import type { DeviceStatus } from '@portal/contract/device/device'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { queryGrams } from '../../kernel/search.rules.ts'
import { seenLabs, type World } from './asset.rules.ts'

// What all of daily management reads: whose labs, which device, and lists a page at a time.

const LED = `select distinct lab_id as id from lab_member where user_id = $1 and role in ('lab_director', 'lab_admin')`
const HEADED = `select id from lab where dept_id = any ($1::int8[])`
const idsOf = async (rows: Promise<{ id: number }[]>) => (await rows).map((r) => r.id)
export const ledLabs = (db: Db, userId: number): Promise<number[]> => idsOf(run(db, LED, [userId]))
export const labsOfDepts = (db: Db, deptIds: readonly number[]): Promise<number[]> => (deptIds.length ? idsOf(run(db, HEADED, [deptIds])) : Promise.resolve([]))

export interface DeviceColumns {
  deviceId: number
  deviceName: string
  deviceSerialId: string
  deviceModel: string | null
  deviceStatus: DeviceStatus
  labId: number
  labName: string
  contactId: number | null
}
export const DEVICE = `d.id as "deviceId", d.name as "deviceName", d.serial_id as "deviceSerialId", d.model as "deviceModel", d.status as "deviceStatus",
  d.lab_id as "labId", l.name as "labName", d.contact_id as "contactId"`
export const DEVICE_JOINS = `join device d on d.id = x.device_id join lab l on l.id = d.lab_id`

export interface Filters {
  keyword?: string | undefined
  deviceId: number | null
  labId?: number | undefined
  fromAt: Date | null
  untilAt: Date | null
}
const any = (ids: readonly number[]) => sql`any(${ids}::int8[])`

/** Devices the person may look after, branch by branch, so that each is answered by its own index. */
export const devicesOf = (w: World) => sql`(select id from device where lab_id = ${any(seenLabs(w))} union select id from device where contact_id = ${w.userId})`

/** What every list is filtered by. `letters`: those its numbers begin with. */
export function filtersOf(f: Filters, letters: string): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (f.deviceId !== null) all.push(sql`x.device_id = ${f.deviceId}`)
  if (f.fromAt) all.push(sql`x.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`x.created_at < ${f.untilAt}`)
  if (f.keyword) {
    const number = new RegExp(`^(?:${letters})?0*(\\d{1,15})$`, 'i').exec(f.keyword)?.[1]
    const sought = queryGrams(f.keyword)
    const devices = sought ? sql`x.device_id in (select id from device where search_grams @> ${sought.grams} and search_text like all(${sought.recheck}::text[]) limit 500)` : sql`false`
    all.push(sql`(x.id = ${number ? Number(number) : null} or ${devices})`)
  }
  return all
}

/** A table with what its rows are called; `x` is the table. */
export interface Listed {
  table: string
  row: string
  joins: string
  order?: string
}
/** More rows than this are not counted. */
export const COUNTED = 10_000

export async function page<Row>(db: Db, of: Listed, where: readonly RawBuilder<unknown>[], { page: at, size }: { page: number; size: number }): Promise<{ items: Row[]; total: number }> {
  const all = where.length ? sql.join([...where], sql` and `) : sql`true`
  const order = sql.raw(of.order ?? 'x.id desc')
  // The page first, then what its rows are called.
  const items = await sql<Row>`select ${sql.raw(of.row)} from (select x.* from ${sql.raw(of.table)} x where ${all} order by ${order} limit ${size} offset ${at * size}) x
    ${sql.raw(of.joins)} order by ${order}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::int as total from (select from ${sql.raw(of.table)} x where ${all} limit ${COUNTED + 1}) c`.execute(db)
  return { items: items.rows, total: counted.rows[0]?.total ?? 0 }
}

const CHUNK = 500
/** The whole list, newest first, a chunk at a time. */
export async function* every<Row extends { id: number }>(db: Db, of: Listed, where: readonly RawBuilder<unknown>[]): AsyncGenerator<Row> {
  for (let below: number | null = null; ;) {
    const all: RawBuilder<unknown> = sql.join([...where, below === null ? sql`true` : sql`x.id < ${below}`], sql` and `)
    const rows: Row[] = (await sql<Row>`select ${sql.raw(of.row)} from (select x.* from ${sql.raw(of.table)} x where ${all} order by x.id desc limit ${CHUNK}) x
      ${sql.raw(of.joins)} order by x.id desc`.execute(db)).rows
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    below = last.id
  }
}

export async function one<Row>(db: Db, of: Listed, id: number): Promise<Row | undefined> {
  return (await run<Row>(db, `select ${of.row} from ${of.table} x ${of.joins} where x.id = $1`, [id]))[0]
}

const BUSY = `select (select x.id from asset_transfer x where x.device_id = $1 and x.state in ('awaiting_giver', 'awaiting_receiver')) as "transferId",
  (select x.id from repair_order x where x.device_id = $1 and x.state in ('assigned', 'repairing')) as "repairId",
  (select x.state from scrap x where x.device_id = $1 and x.state not in ('refused', 'cancelled')) as "scrapState",
  (select x.status from device x where x.id = $1) as status`
export interface Busy {
  transferId: number | null
  repairId: number | null
  scrapState: string | null
  status: DeviceStatus
}
/** What is under way with a device. */
export async function busy(db: Db, deviceId: number): Promise<Busy> {
  const [row] = await run<Busy>(db, BUSY, [deviceId])
  if (!row) throw new Error('a select without a table returns its row')
  return row
}
const LOCK = 'select id from device where id = $1 for no key update'
/** Two who begin something with a device wait for each other. */
export const lockDevice = (db: Db, deviceId: number) => run(db, LOCK, [deviceId])
