import {
  awaitingTransferStates,
  lostScrapStates,
  startedRepairStates,
  type RepairOrderState,
  type ScrapState,
} from '@portal/contract/asset/asset'
import type { DeviceStatus } from '@portal/contract/device/device'
import { literals, run, type Db } from '../../kernel/db.ts'

// Queries across the lifecycles of an instrument: the depts above labs, and the open processes of a device.
// Each lifecycle writes its own tables.

const DEPTS = `with recursive own as (select dept_id as id from lab where id = any ($1::int8[])),
    up as (select id from own
      union select d.parent_id from dept d join up on up.id = d.id where d.parent_id is not null)
  select id from up`
/** The depts of these labs and all their ancestors: stocktakes of these depts concern the labs. */
export const listDeptsAbove = async (db: Db, labIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, DEPTS, [labIds])).map((r) => r.id)

const BUSY = `select t.id as "transferId", t.to_lab_id as "toLabId", l.name as "toLabName",
    r.id as "repairId", r.state as "repairState",
    x.id as "scrapId", x.state as "scrapState", u.name as "scrapRequester", d.status
  from device d
    left join asset_transfer t on t.device_id = d.id and t.state in (${literals(awaitingTransferStates)})
    left join lab l on l.id = t.to_lab_id
    left join repair_order r on r.device_id = d.id and r.state in (${literals(startedRepairStates)})
    left join scrap x on x.device_id = d.id and x.state not in (${literals(lostScrapStates)})
    left join user_account u on u.id = x.requester_id
      where d.id = $1`
export interface Busy {
  transferId: number | null
  toLabId: number | null
  toLabName: string | null
  repairId: number | null
  repairState: RepairOrderState | null
  scrapId: number | null
  scrapState: ScrapState | null
  scrapRequester: string | null
  status: DeviceStatus
}
/** The open processes of a device, at most one per lifecycle. Undefined: no such device. */
export const findBusy = async (db: Db, deviceId: number): Promise<Busy | undefined> =>
  (await run<Busy>(db, BUSY, [deviceId]))[0]
const LOCK = 'select id from device where id = $1 for no key update'
/** Locks a device, so that two processes cannot begin on it at the same time. */
export const lockDevice = (db: Db, deviceId: number) => run(db, LOCK, [deviceId])

const COUNT_DUE = `select count(*)::int as n from maintenance_plan
  where keeper_id = $1 and enabled and next_on <= $2::date`
export const countDue = async (db: Db, userId: number, today: string): Promise<number> =>
  (await run<{ n: number }>(db, COUNT_DUE, [userId, today]))[0]?.n ?? 0
const NEXT = `select id, title, next_on as "nextOn" from maintenance_plan where device_id = $1 and enabled
    and ($2::int8 is null or keeper_id = $2)
  order by next_on limit 1`
/** The plan of a device that is due first, or the first of this keeper's. */
export const findNextPlan = async (db: Db, deviceId: number, keeperId: number | null) =>
  (await run<{ id: number; title: string; nextOn: string }>(db, NEXT, [deviceId, keeperId]))[0] ?? null
const COUNTED = `select x.id, x.title as name, x.dept_id as "deptId",
    (select s.scanned_at from stocktake_scan s
      where s.stocktake_id = x.id and s.device_id = $1) as "scannedAt"
  from stocktake x where x.state = 'open' order by x.id desc limit 20`
/** Open stocktakes, and when the device was scanned in them. */
export const listOpenStocktakes = (db: Db, deviceId: number) =>
  run<{ id: number; name: string; deptId: number | null; scannedAt: Date | null }>(db, COUNTED, [deviceId])
