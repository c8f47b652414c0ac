import type { DeviceStatus } from '@portal/contract/device/device'
import { sql } from 'kysely'
import { selectCalled, type Condition } from './list.store.ts'
import { numberIn, queryGrams } from './search.rules.ts'

// Lists of what happens to an instrument (transfers, repairs, maintenance, scrapping): which columns of it they read and what they
// are filtered by. In all of them `x` is the table. Here, because a module reads no other module's store.

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
export const DEVICE = `d.id as "deviceId", d.name as "deviceName", d.serial_id as "deviceSerialId",
  d.model as "deviceModel", d.status as "deviceStatus",
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

/** Devices of these labs and those that the person answers for, branch by branch, so that each is answered by its own index. */
export const devicesOf = (labIds: readonly number[], userId: number): Condition =>
  sql`(select id from device where lab_id = ${any(labIds)} union select id from device where contact_id = ${userId})`

/** What every list is filtered by. `letters`: those its numbers begin with. */
export function filtersOf(f: Filters, letters: string): Condition[] {
  const all: Condition[] = []
  if (f.deviceId !== null) all.push(sql`x.device_id = ${f.deviceId}`)
  if (f.fromAt) all.push(sql`x.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`x.created_at < ${f.untilAt}`)
  if (f.keyword) {
    const sought = queryGrams(f.keyword)
    all.push(
      sql`(x.id = ${numberIn(f.keyword, letters)} or ${sought ? sql`x.device_id in (${selectCalled('device', sought)})` : sql`false`})`,
    )
  }
  return all
}
