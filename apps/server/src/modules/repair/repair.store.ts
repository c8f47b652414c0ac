import { liveRepairStates, type RepairOrderState } from '@portal/contract/asset/asset'
import type { BookingWay, RepairOrderFilters } from '@portal/contract/asset/repair'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, run, runOne, type Db } from '../../kernel/db.ts'
import {
  defineDeviceList,
  DEVICE,
  DEVICE_JOINS,
  matchDevices,
  type DeviceColumns,
} from '../../kernel/of-device.store.ts'
import { seenLabs, type World } from '../asset/asset.rules.ts'

export interface RepairOrder extends DeviceColumns {
  id: number
  state: RepairOrderState
  stateAt: Date
  reason: string | null
  fault: string
  urgent: boolean
  reporterId: number
  reporterName: string
  assigneeId: number | null
  assigneeName: string | null
  expectedAt: Date | null
  company: string | null
  solution: string | null
  costFen: number | null
  repairId: number | null
  /** The time at which the device went out of use. */
  repairSince: Date | null
  bookingWay: BookingWay | null
  revoked: number
  createdAt: Date
  doneAt: Date | null
}
type Own = Pick<RepairOrderFilters, 'state' | 'scope' | 'urgent'>
export const { find, list, all } = defineDeviceList<RepairOrder, World, Own>({
  table: 'repair_order',
  as: 'x',
  row: `x.id, x.state, x.state_at as "stateAt", x.reason, x.fault, x.urgent, x.reporter_id as "reporterId",
    u.name as "reporterName", x.assignee_id as "assigneeId", a.name as "assigneeName",
    x.expected_at as "expectedAt", x.company, x.solution, x.cost_fen as "costFen", x.repair_id as "repairId",
    r.started_at as "repairSince", x.booking_way as "bookingWay", x.revoked,
    x.created_at as "createdAt", x.done_at as "doneAt", ${DEVICE}`,
  joins: `${DEVICE_JOINS} join user_account u on u.id = x.reporter_id
    left join user_account a on a.id = x.assignee_id left join device_repair r on r.id = x.repair_id`,
  letters: 'wx',
  sorts: { id: 'id', stateAt: 'state_at' },
  owner: 'reporter_id',
  seenBy: (w) =>
    w.office
      ? null
      : sql`x.id in (select id from repair_order where reporter_id = ${w.userId}
          union select id from repair_order where assignee_id = ${w.userId}
          union select id from repair_order where device_id in ${matchDevices(seenLabs(w), w.userId)})`,
  further: ({ urgent }) => (urgent === undefined ? [] : [sql`x.urgent = ${urgent}`]),
})

const LIVE = `select id from repair_order
  where device_id = $1 and state in (${literals(liveRepairStates)}) order by id`
/** Ids of a device's orders that are not over. */
export const listLive = async (db: Db, deviceId: number): Promise<number[]> =>
  (await run<{ id: number }>(db, LIVE, [deviceId])).map((o) => o.id)

const ADD = `insert into repair_order (device_id, state, state_at, fault, urgent, reporter_id, created_at)
  values ($1, 'reported', $2, $3, $4, $5, $2) returning id`
export async function add(
  ctx: Ctx,
  o: { deviceId: number; fault: string; urgent: boolean },
): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [
    o.deviceId,
    ctx.now,
    o.fault,
    o.urgent,
    ctx.me.id,
  ])
  return id
}

export interface Changes {
  assigneeId?: number
  expectedAt?: string | null
  company?: string | null
  bookingWay?: BookingWay
  solution?: string
  costFen?: number
}
/** Takes a step; false if another request was faster. */
export async function step(
  ctx: Ctx,
  o: Pick<RepairOrder, 'id' | 'state' | 'stateAt'>,
  to: RepairOrderState,
  c: Changes & { reason: string | null },
): Promise<boolean> {
  const result = await ctx.db
    .updateTable('repair_order')
    .set({
      state: to,
      state_at: ctx.now,
      reason: c.reason,
      ...(c.assigneeId !== undefined && { assignee_id: c.assigneeId }),
      ...(c.expectedAt !== undefined && { expected_at: c.expectedAt }),
      ...(c.company !== undefined && { company: c.company }),
      ...(c.bookingWay !== undefined && { booking_way: c.bookingWay }),
      ...(c.solution !== undefined && { solution: c.solution }),
      ...(c.costFen !== undefined && { cost_fen: c.costFen }),
      ...(to === 'done' && { done_at: ctx.now }),
    })
    .where('id', '=', o.id)
    .where('state', '=', o.state)
    // Reassignment keeps the state, so `state_at` is compared too: of two concurrent assignments one
    // succeeds.
    .where('state_at', '=', o.stateAt)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
const LINK = 'update repair_order set repair_id = $2 where id = $1'
/** Links the repair record that keeps the device out of use. */
export const link = (ctx: Ctx, id: number, repairId: number) => run(ctx.db, LINK, [id, repairId])
const COUNT = 'update repair_order set revoked = revoked + $2 where id = $1'
/** Adds to the number of bookings revoked for this order. */
export const countRevoked = (ctx: Ctx, id: number, revoked: number) => run(ctx.db, COUNT, [id, revoked])
