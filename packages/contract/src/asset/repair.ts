import { z } from 'zod'
import { boundAnswer, givenAnswer } from '../form/binding.ts'
import { bookingStates } from '../booking/booking.ts'
import { call } from '../kernel/call.ts'
import {
  amountFen,
  at,
  flag,
  idParams,
  ifAsked,
  instant,
  opinion,
  optionalLine,
  requiredText,
} from '../kernel/fields.ts'
import { pageQuery } from '../kernel/page.ts'
import { deviceKey } from '../kernel/refs.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { repairOrderStates } from './asset.ts'
import { assetDevice, assetFilters, chosen, countedPage, fileIds } from './parts.ts'

export const repairOrderRefusals = {
  REPAIR_LIVE: '该仪器已有一张维修中的报修单，请先完成它',
  REPAIR_SCRAPPED: '该仪器已报废，不能报修',
  ASSIGN_SCRAPPED: '该仪器已报废，不能派单',
  REPAIR_ENDS: '该仪器已报废，不再维修，请登记为不可修复或不予维修',
  EXPECTED_PAST: '预计恢复时间应晚于现在',
  EXPECTED_EARLIER: '延期后的恢复时间应晚于原定时间',
} as const

/** What happens to bookings during the repair. */
export const bookingWayWords = {
  warn: '通知预约人，由其自行取消或改约',
  revoke: '撤销维修期间的预约，释放冻结经费并通知',
} as const
export type BookingWay = keyof typeof bookingWayWords
const bookingWay = z.enum(Object.keys(bookingWayWords) as [BookingWay, ...BookingWay[]], {
  error: '请选择期间预约的处理方式',
})

export const repairOrderRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(repairOrderStates),
  stateAt: at,
  device: assetDevice,
  fault: z.string(),
  urgent: z.boolean(),
  reporter: ref,
  assignee: ref.nullable(),
  expectedAt: at.nullable(),
  /** In fen; only for people who manage or repair the device, null for others. */
  costFen: z.number().nullable(),
  createdAt: at,
  doneAt: at.nullable(),
  /** `scrap`: the device cannot be repaired, and the caller may request its scrapping. */
  can: z.array(z.enum(['assign', 'refuse', 'start', 'extend', 'finish', 'give_up', 'scrap'])),
})
export type RepairOrderRow = z.output<typeof repairOrderRow>

export const repairOrderDetail = repairOrderRow.extend({
  company: z.string().nullable(),
  solution: z.string().nullable(),
  reason: z.string().nullable(),
  bookingWay: bookingWay.nullable(),
  /** Number of bookings revoked because of the repair. */
  revoked: z.number().int(),
  files: z.array(attachment),
  /** Answers to the instrument's fault form. */
  answers: z.array(boundAnswer),
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type RepairOrderDetail = z.output<typeof repairOrderDetail>

/** A booking during the repair, for people who manage the device. */
export const affectedBooking = z.object({
  id: z.number(),
  booker: ref,
  state: z.enum(bookingStates),
  startAt: at,
  endAt: at,
  heldFen: z.number(),
})

const filters = { ...assetFilters, state: ifAsked(z.enum(repairOrderStates)), urgent: flag }
export type RepairOrderFilters = z.output<z.ZodObject<typeof filters>>
const party = { onRow: '报修人、维修负责人、实验室负责人、仪器联系人、单位负责人、设备处' }
const keeper = { onRow: '实验室负责人、仪器联系人、设备处' }
const worker = { onRow: '维修负责人、实验室负责人、仪器联系人、设备处' }

export const assignBody = z.object({
  assigneeId: chosen('请选择维修负责人'),
  expectedAt: instant.nullish().transform((v) => v ?? null),
  company: optionalLine('维修单位', 100),
  bookings: bookingWay.default('warn'),
  reason: opinion,
})
export type AssignBody = z.output<typeof assignBody>

export const repairOrderCalls = {
  repairOrders: call({
    method: 'GET',
    path: '/api/v2/asset/repairs',
    summary: '报修列表',
    access: 'signed-in',
    query: pageQuery.extend(filters),
    reply: countedPage(repairOrderRow),
  }),
  exportRepairOrders: call({
    method: 'GET',
    path: '/api/v2/asset/repairs/export',
    summary: '导出报修',
    access: 'signed-in',
    query: z.object(filters),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  repairOrder: call({
    method: 'GET',
    path: '/api/v2/asset/repairs/{id}',
    summary: '报修详情',
    access: party,
    params: idParams,
    reply: repairOrderDetail,
  }),
  /** Anybody who may see the device can report a fault. */
  reportFault: call({
    method: 'POST',
    path: '/api/v2/asset/repairs',
    summary: '报修',
    access: { onRow: '可以查看该仪器的用户' },
    idempotent: true,
    reply: repairOrderDetail,
    body: z.object({
      deviceId: deviceKey,
      fault: requiredText('故障现象', 2000),
      urgent: z.boolean().default(false),
      fileIds,
      /** Answers to the instrument's fault form. */
      answers: givenAnswer.nullish(),
    }),
  }),
  /**
   * Live bookings from `from` (or now) until the device is expected back, or within a week if that is
   * unknown.
   */
  affected: call({
    method: 'GET',
    path: '/api/v2/asset/repairs/{id}/bookings',
    summary: '维修期间的预约',
    access: worker,
    params: idParams,
    reply: z.array(affectedBooking),
    query: z.object({
      from: ifAsked(instant),
      until: ifAsked(instant),
      /** The device will not come back: all future bookings. */ ever: flag,
    }),
  }),
  assign: call({
    method: 'POST',
    path: '/api/v2/asset/repairs/{id}/assign',
    summary: '派单',
    access: keeper,
    params: idParams,
    reply: repairOrderDetail,
    idempotent: true,
    body: assignBody.extend({
      /** State as the caller saw it, so that an assignment made since is not overwritten. */ state: z
        .enum(['reported', 'assigned'])
        .optional(),
    }),
  }),
  /** Assigns several reports to one person; each is judged independently. */
  assignMany: call({
    method: 'POST',
    path: '/api/v2/asset/repairs/assign',
    summary: '批量派单',
    access: keeper,
    idempotent: true,
    reply: z.array(verdict),
    body: assignBody.extend({ items: batchItems(repairOrderStates) }),
  }),
  start: call({
    method: 'POST',
    path: '/api/v2/asset/repairs/{id}/start',
    summary: '开始维修',
    access: worker,
    params: idParams,
    reply: repairOrderDetail,
  }),
  /** Extends the repair. Bookings in the added time are treated as those of the assignment were. */
  extend: call({
    method: 'POST',
    path: '/api/v2/asset/repairs/{id}/extend',
    summary: '维修延期',
    access: worker,
    params: idParams,
    reply: repairOrderDetail,
    idempotent: true,
    body: z.object({ expectedAt: instant, reason: requiredText('延期原因', 500) }),
  }),
  finish: call({
    method: 'POST',
    path: '/api/v2/asset/repairs/{id}/finish',
    summary: '修复投用',
    access: worker,
    params: idParams,
    reply: repairOrderDetail,
    idempotent: true,
    body: z.object({ solution: requiredText('处理结果', 2000), costFen: amountFen, fileIds }),
  }),
  /** Ends the repair without success: the device stays out of use and may be scrapped. */
  giveUp: call({
    method: 'POST',
    path: '/api/v2/asset/repairs/{id}/give-up',
    summary: '不可修复',
    access: worker,
    params: idParams,
    reply: repairOrderDetail,
    idempotent: true,
    body: z.object({
      reason: requiredText('不可修复的原因', 500),
      costFen: amountFen,
      bookings: bookingWay.default('revoke'),
      fileIds,
    }),
  }),
  refuseRepair: call({
    method: 'POST',
    path: '/api/v2/asset/repairs/{id}/refuse',
    summary: '不予维修',
    access: keeper,
    params: idParams,
    body: z.object({ reason: requiredText('原因', 500) }),
    reply: repairOrderDetail,
  }),
  /** Refuses several reports at once, for example duplicates or reports without a finding. */
  refuseMany: call({
    method: 'POST',
    path: '/api/v2/asset/repairs/refuse',
    summary: '批量不予维修',
    access: keeper,
    reply: z.array(verdict),
    body: z.object({ items: batchItems(repairOrderStates), reason: requiredText('原因', 500) }),
  }),
}
