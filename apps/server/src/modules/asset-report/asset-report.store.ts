import type { AssetCondition, AssetState } from '@portal/contract/asset-report/asset-report'
import type { DeviceStatus } from '@portal/contract/device/device'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import { sortList, type SortedAt } from '../../kernel/list.store.ts'

export interface AssetRow {
  id: number
  deviceId: number
  deviceName: string
  deviceSerialId: string
  labId: number
  labName: string
  deptId: number
  deptName: string
  reporterId: number
  reporterName: string
  custodianId: number
  custodianName: string
  /** The custodian's account is open. */
  custodianEnabled: boolean
  roomId: number | null
  roomName: string | null
  buildingName: string | null
  condition: AssetCondition
  remark: string | null
  state: AssetState
  stateAt: Date
  createdAt: Date
  knownCustodian: string | null
  knownRoom: string | null
  knownStatus: DeviceStatus
}
const ROW = `a.id, d.id as "deviceId", d.name as "deviceName", d.serial_id as "deviceSerialId",
    l.id as "labId", l.name as "labName", t.id as "deptId", t.name as "deptName",
    p.id as "reporterId", p.name as "reporterName", k.id as "custodianId", k.name as "custodianName",
    k.enabled as "custodianEnabled",
    r.id as "roomId", r.name as "roomName", b.name as "buildingName",
    a.condition, a.remark, a.state, a.state_at as "stateAt", a.created_at as "createdAt",
    c.name as "knownCustodian", kb.name || ' ' || kr.name as "knownRoom", d.status as "knownStatus"`
const JOINS = `join device d on d.id = a.device_id join lab l on l.id = d.lab_id
  join dept t on t.id = d.dept_id
  join user_account p on p.id = a.reporter_id join user_account k on k.id = a.custodian_id
  left join room r on r.id = a.room_id left join building b on b.id = r.building_id
  left join user_account c on c.id = d.contact_id left join room kr on kr.id = d.room_id
  left join building kb on kb.id = kr.building_id`

export const find = async (db: Db, id: number): Promise<AssetRow | undefined> =>
  (await run<AssetRow>(db, `select ${ROW} from asset_report a ${JOINS} where a.id = $1`, [id]))[0]

const OPEN = `select id from asset_report where device_id = $1 and state in ('submitted', 'returned')
  order by id for update`
/** Locks the open reports of a device and returns their ids. */
export const lockOpen = async (ctx: Ctx, deviceId: number): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, OPEN, [deviceId])).map((a) => a.id)

const REPORTS = {
  as: 'a',
  row: ROW,
  from: 'asset_report a',
  joins: JOINS,
  where: `($1::int8 is null or a.reporter_id = $1) and ($2::text is null or a.state = $2)
    and ($3::text is null or a.condition = $3) and ($4::int8 is null or a.device_id = $4)
    and ($5::text is null
      or exists (select from device x where x.id = a.device_id and x.search_text like $5))`,
  order: 'a.id desc',
}
const SORTS = { id: 'id', stateAt: 'state_at' }

export interface Filters {
  reporterId: number | null
  state: AssetState | null
  condition: AssetCondition | null
  deviceId: number | null
  words: string | null
}
export const list = (db: Db, f: Filters, { order_by: orderBy, ...at }: SortedAt) =>
  readShortPage<AssetRow>(
    db,
    defineShortList(5, sortList(REPORTS, orderBy, SORTS)),
    [
      f.reporterId,
      f.state,
      f.condition,
      f.deviceId,
      f.words && `%${f.words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`,
    ],
    at,
  )

export interface AssetValues {
  deviceId: number
  custodianId: number
  roomId: number
  condition: AssetCondition
  remark: string | null
}
const columns = (v: AssetValues) => ({
  device_id: v.deviceId,
  custodian_id: v.custodianId,
  room_id: v.roomId,
  condition: v.condition,
  remark: v.remark,
})
export const add = (ctx: Ctx, v: AssetValues, state: AssetState) =>
  ctx.db
    .insertInto('asset_report')
    .values({
      ...columns(v),
      reporter_id: ctx.me.id,
      state,
      state_at: ctx.now,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
export const change = (ctx: Ctx, id: number, v: AssetValues) =>
  ctx.db
    .updateTable('asset_report')
    .set({ ...columns(v), updated_at: ctx.now })
    .where('id', '=', id)
    .execute()

const STEP = `update asset_report set state = $3, state_at = $4, updated_at = $4 where id = $1 and state = $2
  returning id`
export const step = async (ctx: Ctx, id: number, from: AssetState, to: AssetState): Promise<boolean> =>
  (await run(ctx.db, STEP, [id, from, to, ctx.now])).length > 0
