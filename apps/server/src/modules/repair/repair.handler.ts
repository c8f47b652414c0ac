import { repairOrderRefusals, type AssignBody, type repairOrderCalls } from '@portal/contract/asset/repair'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Loaded } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import * as booking from '../booking/booking.service.ts'
import { requireSeen } from '../device/device.service.ts'
import { findBoundAsked, keepBound, listReported } from '../form/form.service.ts'
import * as file from '../file/file.service.ts'
import { requireActive } from '../lab/lab.service.ts'
import { defineLists, lockDevice, readBusy } from '../asset/asset.service.ts'
import type { World } from '../asset/asset.rules.ts'
import { repairFlow, type Repair } from './repair.flow.ts'
import { isConcerned, notBefore, repairs, findUntil } from './repair.process.ts'
import * as store from './repair.store.ts'
import { listColumns, showDetail, showRow } from './repair.view.ts'

type Order = Loaded<Repair, store.RepairOrder, World>

async function readDetail(ctx: Ctx, id: number) {
  const { row, roles, standing } = await repairs.load(ctx, id)
  const [trail, files, answers] = await together([
    repairs.trailOf(ctx, row),
    file.listFiles(ctx, 'repair', [row.id]),
    listReported(ctx, row.id),
  ])
  const about = { roles, concerned: isConcerned(row, standing), files: files.get(row.id) ?? [], answers }
  return showDetail(row, about, trail)
}

export const get = (ctx: Ctx, { params }: Parsed<typeof repairOrderCalls.repairOrder>) =>
  readDetail(ctx, params.id)

export const { list, exportList } = defineLists({
  business: 'repair',
  name: '报修',
  process: repairs,
  store,
  rowOf: (o, roles, world) => showRow(o, { roles, concerned: isConcerned(o, world) }),
  columnsOf: listColumns,
  maskFor: (o, world) => (isConcerned(o, world) ? o : { ...o, costFen: null }),
})

export async function listAffected(ctx: Ctx, { params, query }: Parsed<typeof repairOrderCalls.affected>) {
  const { row, roles } = await repairs.load(ctx, params.id)
  ctx.allow(roles.has('keeper') || roles.has('assignee'), '只有仪器管理人员和维修负责人可以查看期间的预约')
  const live = await booking.listLive(
    ctx,
    row.deviceId,
    notBefore(ctx.now, query.from ? new Date(query.from) : ctx.now),
    query.ever ? null : findUntil(ctx, query.until ?? row.expectedAt?.toISOString()),
  )
  return live.flatMap((b) =>
    b.startAt && b.endAt
      ? [
          {
            id: b.id,
            booker: { id: b.bookerId, name: b.bookerName },
            state: b.state,
            startAt: b.startAt,
            endAt: b.endAt,
            heldFen: b.heldFen,
          },
        ]
      : [],
  )
}

// ── Steps ────────────────────────────────────────────────────────────────────

export async function report(ctx: Ctx, { body }: Parsed<typeof repairOrderCalls.reportFault>) {
  const device = await requireSeen(ctx, body.deviceId)
  if (device.status === 'scrapped')
    throw refuse('REPAIR_SCRAPPED', repairOrderRefusals.REPAIR_SCRAPPED, { status: 409 })
  const { id } = await repairs.begin(ctx, repairFlow, 'report', {
    by: ['reporter'],
    async add() {
      const added = await store.add(ctx, { deviceId: device.id, fault: body.fault, urgent: body.urgent })
      await file.attach(ctx, body.fileIds, 'repair', added)
      return added
    },
  })
  await keepBound(ctx, {
    bookingId: null,
    repairOrderId: id,
    occasion: 'fault',
    asked: await findBoundAsked(ctx, device.id, 'fault'),
    given: body.answers,
    again: false,
  })
  return readDetail(ctx, id)
}

export async function assign(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.assign>) {
  const order = await repairs.hold(ctx, params.id, body.state)
  await judgeAssignment(ctx, body)
  await assignOrder(ctx, order, body)
  return readDetail(ctx, params.id)
}

export async function assignMany(
  ctx: Ctx,
  { body: { items, ...body } }: Parsed<typeof repairOrderCalls.assignMany>,
) {
  await judgeAssignment(ctx, body)
  return repairs.eachOf(ctx, items, (order) => assignOrder(ctx, order, body))
}

async function judgeAssignment(ctx: Ctx, body: AssignBody): Promise<void> {
  if (body.expectedAt !== null && new Date(body.expectedAt) <= ctx.now)
    throw refuseField('expectedAt', repairOrderRefusals.EXPECTED_PAST, 'EXPECTED_PAST')
  await requireActive(ctx, body.assigneeId, 'assigneeId')
}

/** Locks the device: otherwise a device scrapped at the same time could be put back into use. */
async function requireUsable(
  ctx: Ctx,
  { row }: Order,
  code: 'ASSIGN_SCRAPPED' | 'REPAIR_ENDS' = 'REPAIR_ENDS',
): Promise<void> {
  await lockDevice(ctx, row.deviceId)
  if ((await readBusy(ctx, row.deviceId)).status === 'scrapped')
    throw refuse(code, repairOrderRefusals[code], { status: 409 })
}

async function assignOrder(ctx: Ctx, order: Order, body: AssignBody): Promise<store.RepairOrder> {
  await requireUsable(ctx, order, 'ASSIGN_SCRAPPED')
  const { assigneeId, expectedAt, company, bookings, reason } = body
  const changes = { assigneeId, expectedAt, company, bookingWay: bookings }
  return repairs.take(ctx, order, 'assign', { reason, changes })
}

export async function start(ctx: Ctx, { params }: Parsed<typeof repairOrderCalls.start>) {
  const order = await repairs.hold(ctx, params.id)
  await requireUsable(ctx, order)
  await repairs.take(ctx, order, 'start')
  return readDetail(ctx, params.id)
}

export async function extend(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.extend>) {
  const order = await repairs.hold(ctx, params.id)
  const { expectedAt, reason } = body
  const until = new Date(expectedAt)
  if (until <= ctx.now) throw refuseField('expectedAt', repairOrderRefusals.EXPECTED_PAST, 'EXPECTED_PAST')
  if (order.row.expectedAt && until <= order.row.expectedAt)
    throw refuseField('expectedAt', repairOrderRefusals.EXPECTED_EARLIER, 'EXPECTED_EARLIER')
  await requireUsable(ctx, order)
  await repairs.take(ctx, order, 'extend', { reason, changes: { expectedAt } })
  return readDetail(ctx, params.id)
}

export async function finish(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.finish>) {
  const { solution, costFen, fileIds } = body
  const order = await repairs.hold(ctx, params.id)
  await requireUsable(ctx, order)
  await repairs.take(ctx, order, 'finish', { changes: { solution, costFen } })
  await file.attach(ctx, fileIds, 'repair', params.id)
  return readDetail(ctx, params.id)
}

export async function giveUp(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.giveUp>) {
  const order = await repairs.hold(ctx, params.id)
  await lockDevice(ctx, order.row.deviceId)
  const { reason, costFen, bookings, fileIds } = body
  await repairs.take(ctx, order, 'give_up', { reason, changes: { costFen, bookingWay: bookings } })
  await file.attach(ctx, fileIds, 'repair', params.id)
  return readDetail(ctx, params.id)
}

export async function refuseRepair(ctx: Ctx, { params, body }: Parsed<typeof repairOrderCalls.refuseRepair>) {
  await repairs.take(ctx, await repairs.hold(ctx, params.id), 'refuse', body)
  return readDetail(ctx, params.id)
}

export const refuseMany = (ctx: Ctx, { body }: Parsed<typeof repairOrderCalls.refuseMany>) =>
  repairs.eachOf(ctx, body.items, (order) => repairs.take(ctx, order, 'refuse', { reason: body.reason }))
