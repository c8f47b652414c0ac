import type { TransferBody, TransferFilters } from '@portal/contract/asset/transfer'
import type { TransferState } from '@portal/contract/asset/asset'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineDeviceList, DEVICE, DEVICE_JOINS, type DeviceColumns } from '../../kernel/of-device.store.ts'
import { seenLabs, type World } from '../asset/asset.rules.ts'

export interface TransferRecord extends DeviceColumns {
  id: number
  state: TransferState
  stateAt: Date
  reason: string | null
  why: string
  requesterId: number
  requesterName: string
  fromLabId: number
  fromLabName: string
  fromDept: string
  toLabId: number
  toLabName: string
  toDept: string
  toRoomId: number | null
  toRoom: string | null
  toKeeperId: number | null
  toKeeperName: string | null
  /** The designated keeper's account is open; null: none designated. */
  toKeeperEnabled: boolean | null
  priceFen: number | null
  createdAt: Date
  doneAt: Date | null
}
type Own = Pick<TransferFilters, 'state' | 'scope'>
export const { find, list, all } = defineDeviceList<TransferRecord, World, Own>({
  table: 'asset_transfer',
  as: 'x',
  row: `x.id, x.state, x.state_at as "stateAt", x.reason, x.why, x.requester_id as "requesterId",
    u.name as "requesterName", x.from_lab_id as "fromLabId", fl.name as "fromLabName",
    fd.name as "fromDept", x.to_lab_id as "toLabId", tl.name as "toLabName", td.name as "toDept",
    x.to_room_id as "toRoomId", b.name || ' ' || r.name as "toRoom",
    x.to_keeper_id as "toKeeperId", k.name as "toKeeperName", k.enabled as "toKeeperEnabled", d.price_fen as "priceFen",
    x.created_at as "createdAt", x.done_at as "doneAt", ${DEVICE}`,
  joins: `${DEVICE_JOINS} join user_account u on u.id = x.requester_id join lab fl on fl.id = x.from_lab_id
    join dept fd on fd.id = fl.dept_id
    join lab tl on tl.id = x.to_lab_id join dept td on td.id = tl.dept_id
    left join user_account k on k.id = x.to_keeper_id
    left join room r on r.id = x.to_room_id left join building b on b.id = r.building_id`,
  letters: 'db',
  sorts: { id: 'id', stateAt: 'state_at' },
  owner: 'requester_id',
  seenBy: (w) =>
    w.office
      ? null
      : sql`x.id in (select id from asset_transfer where requester_id = ${w.userId}
          union select id from asset_transfer where to_keeper_id = ${w.userId}
          union select t.id from asset_transfer t join device d on d.id = t.device_id
            where d.contact_id = ${w.userId}
          union select id from asset_transfer where from_lab_id = any(${seenLabs(w)}::int8[])
          union select id from asset_transfer where to_lab_id = any(${seenLabs(w)}::int8[]))`,
  ofLab: (labId) => sql`(x.from_lab_id = ${labId} or x.to_lab_id = ${labId})`,
})

const ADD = `insert into asset_transfer (device_id, state, state_at, why, requester_id, from_lab_id,
      to_lab_id, to_room_id, to_keeper_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $3) returning id`
export async function add(
  ctx: Ctx,
  t: TransferBody & { state: TransferState; fromLabId: number },
): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [
    t.deviceId,
    t.state,
    ctx.now,
    t.why,
    ctx.me.id,
    t.fromLabId,
    t.toLabId,
    t.toRoomId,
    t.toKeeperId,
  ])
  return id
}

const STEP = `update asset_transfer set state = $3, state_at = $4, reason = $5,
  done_at = case when $3 = 'done' then $4 else done_at end where id = $1 and state = $2 returning id`
export const step = async (
  ctx: Ctx,
  id: number,
  s: { from: TransferState; to: TransferState; reason: string | null },
): Promise<boolean> => (await run(ctx.db, STEP, [id, s.from, s.to, ctx.now, s.reason])).length === 1

const GIVER_AGREED = `select from flow_log where business = 'transfer' and row_id = $1
  and from_state = 'awaiting_giver' and event = 'agree' limit 1`
/** False if only the receiving side was asked, or the giving side has not agreed. */
export const hasGiverAgreed = async (db: Db, id: number): Promise<boolean> =>
  (await run(db, GIVER_AGREED, [id])).length > 0

const PLACE =
  'select lab_id as "labId", room_id as "roomId", contact_id as "contactId" from device where id = $1'
const OPEN = 'select enabled from lab where id = $1'
/** True if the lab is open for use. Undefined: no such lab. */
export const isLabOpen = async (db: Db, labId: number): Promise<boolean | undefined> =>
  (await run<{ enabled: boolean }>(db, OPEN, [labId]))[0]?.enabled
const LEAVING = `select distinct device_id as id from asset_transfer
  where id = any($1) and state = 'awaiting_receiver' and from_lab_id <> to_lab_id`
/** The devices that go to another lab if these transfers are accepted. */
export const listLeaving = async (db: Db, ids: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, LEAVING, [ids])).map((d) => d.id)

/** The lab, room and contact of a device. */
export const findPlace = async (db: Db, deviceId: number) =>
  (await run<{ labId: number; roomId: number | null; contactId: number | null }>(db, PLACE, [deviceId]))[0]
