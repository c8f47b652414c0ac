import { pendingScrapStates } from '@portal/contract/asset/asset'
import type { DeviceStatus } from '@portal/contract/device/device'
import { sql } from 'kysely'
import { literals, type Db } from './db.ts'
import {
  any,
  readOne,
  readPage,
  selectCalled,
  sortList,
  walkList,
  type Condition,
  type List,
  type SortedAt,
} from './list.store.ts'
import { numberIn, queryGrams } from './search.rules.ts'

// Columns and filters of the lists of what happens to an instrument (transfers, repairs, maintenance,
// scrapping). `x` is the alias of the table in all of them. They are in the kernel because a module reads
// no other module's store.

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
/**
 * SQL condition: an application to scrap this device is open. `device` is SQL that names a device id. The
 * contract's states are inlined, so that the partial index is used.
 */
export const isBeingScrapped = (device: string): string => `exists (select from scrap x
  where x.device_id = ${device} and x.state in (${literals(pendingScrapStates)}))`
/** SQL that selects the `id`s of all devices that are being scrapped. */
export const selectBeingScrapped = `select device_id as id from scrap
  where state in (${literals(pendingScrapStates)})`
/**
 * SQL condition: the device `d` was still there at the end of a day. `lastDay` is SQL of type date. A device
 * that was scrapped without a day of disposal counts as gone.
 */
export const wasKeptAfter = (lastDay: string): string => `(d.status <> 'scrapped'
  or exists (select from scrap x where x.device_id = d.id and x.state = 'disposed'
    and x.disposed_on > ${lastDay}))`
export const DEVICE_JOINS = `join device d on d.id = x.device_id join lab l on l.id = d.lab_id`

export interface Filters {
  keyword?: string | undefined
  deviceId: number | null
  labId?: number | undefined
  fromAt: Date | null
  untilAt: Date | null
}

/**
 * The devices of these labs and those whose contact is the person, as a union, so that each
 * branch uses its own index.
 */
export const matchDevices = (labIds: readonly number[], userId: number): Condition =>
  sql`(select id from device where lab_id = ${any(labIds)}
    union select id from device where contact_id = ${userId})`

const areOfLab = (labId: number): Condition =>
  sql`x.device_id in (select id from device where lab_id = ${labId})`

/**
 * The filters of every list. `letters`: the prefix of its numbers. `ofLab`: which rows belong to a
 * laboratory; by default those of its instruments.
 */
export function matchFilters(f: Filters, letters: string, ofLab = areOfLab): Condition[] {
  const all: Condition[] = []
  if (f.deviceId !== null) all.push(sql`x.device_id = ${f.deviceId}`)
  if (f.labId) all.push(ofLab(f.labId))
  if (f.fromAt) all.push(sql`x.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`x.created_at < ${f.untilAt}`)
  if (f.keyword) {
    const sought = queryGrams(f.keyword)
    all.push(
      sql`(x.id = ${numberIn(f.keyword, letters)}
        or ${sought ? sql`x.device_id in (${selectCalled('device', sought)})` : sql`false`})`,
    )
  }
  return all
}

// ── Lists of a process ───────────────────────────────────────────────────────

interface OfProcess {
  state?: string | undefined
  scope?: 'all' | 'mine' | 'waiting' | undefined
}
/** A query of the list of a process. `ids`: only these rows, which wait for the caller. */
export interface Asked<Who, Own> {
  who: Who
  ids: readonly number[] | null
  filters: Filters & Own
}
interface ListOfProcess<Who, Own> extends List {
  letters: string
  /** The column with the id of the person whose row it is. */
  owner: string
  /** Which rows a person sees; null: all. */
  seenBy: (who: Who) => Condition | null
  ofLab?: (labId: number) => Condition
  /** The fields that a reader may sort by, with their columns. */
  sorts: Readonly<Record<string, string>>
  /** Further filters of the list. */
  further?: (own: Own) => Condition[]
}

/** Makes three readers of a list: one row, a page, all rows. */
export function defineDeviceList<
  Row extends { id: number },
  Who extends { userId: number },
  Own extends OfProcess,
>(list: ListOfProcess<Who, Own>) {
  function makeWhere({ who, ids, filters }: Asked<Who, Own>): Condition[] {
    const all = matchFilters(filters, list.letters, list.ofLab)
    const seen = list.seenBy(who)
    if (ids) all.push(sql`x.id = ${any(ids)}`)
    else if (filters.scope === 'mine') all.push(sql`${sql.ref(`x.${list.owner}`)} = ${who.userId}`)
    else if (seen) all.push(seen)
    if (filters.state) all.push(sql`x.state = ${filters.state}`)
    return [...all, ...(list.further?.(filters) ?? [])]
  }
  return {
    find: (db: Db, id: number) => readOne<Row>(db, list, id),
    list: (db: Db, asked: Asked<Who, Own>, { order_by: orderBy, ...at }: SortedAt) =>
      readPage<Row>(db, sortList(list, orderBy, list.sorts), makeWhere(asked), at),
    all: (db: Db, asked: Asked<Who, Own>) => walkList<Row>(db, list, makeWhere(asked)),
  }
}
