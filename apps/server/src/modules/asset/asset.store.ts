import type { DeviceStatus } from '@portal/contract/device/device'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { called } from '../../kernel/named.store.ts'
import { numberIn, queryGrams } from '../../kernel/search.rules.ts'
import { seenLabs, type World } from './asset.rules.ts'

// What all of daily management reads: whose labs, which device, and what its lists are filtered by. In all of them `x` is the table.

const LED = `select distinct lab_id as id from lab_member where user_id = $1 and role in ('lab_director', 'lab_admin')`
const HEADED = `select id from lab where dept_id = any ($1::int8[])`
const idsOf = async (rows: Promise<{ id: number }[]>) => (await rows).map((r) => r.id)
export const ledLabs = (db: Db, userId: number): Promise<number[]> => idsOf(run(db, LED, [userId]))
export const labsOfDepts = (db: Db, deptIds: readonly number[]): Promise<number[]> =>
  deptIds.length ? idsOf(run(db, HEADED, [deptIds])) : Promise.resolve([])

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
export const devicesOf = (w: World) =>
  sql`(select id from device where lab_id = ${any(seenLabs(w))} union select id from device where contact_id = ${w.userId})`

/** What every list is filtered by. `letters`: those its numbers begin with. */
export function filtersOf(f: Filters, letters: string): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = []
  if (f.deviceId !== null) all.push(sql`x.device_id = ${f.deviceId}`)
  if (f.fromAt) all.push(sql`x.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`x.created_at < ${f.untilAt}`)
  if (f.keyword) {
    const sought = queryGrams(f.keyword)
    all.push(
      sql`(x.id = ${numberIn(f.keyword, letters)} or ${sought ? sql`x.device_id in (${called('device', sought)})` : sql`false`})`,
    )
  }
  return all
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
