import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import {
  amountFen,
  at,
  day,
  flag,
  id,
  idParams,
  line,
  requiredText,
  seenValues,
  text,
} from '../kernel/fields.ts'
import { pageQuery } from '../kernel/page.ts'
import { deviceRef } from '../kernel/refs.ts'
import { attachment, ref } from '../kernel/rows.ts'
import { assetDevice, assetFilters, chosen, countedPage, fileIds } from './parts.ts'

// Preventive maintenance: planned at fixed intervals in days, and recorded when done.

export const maintenanceRefusals = {
  PLAN_OTHER: '所选保养计划不属于该仪器',
  DONE_FUTURE: '完成日期不能晚于今天',
} as const

const can = z.array(z.enum(['edit', 'remove', 'record']))
export const planRow = z.object({
  id: z.number(),
  device: assetDevice,
  title: z.string(),
  detail: z.string().nullable(),
  everyDays: z.number().int(),
  nextOn: z.string(),
  /** `nextOn` is in the past. */
  overdue: z.boolean(),
  keeper: ref,
  enabled: z.boolean(),
  lastOn: z.string().nullable(),
  can,
})
export type PlanRow = z.output<typeof planRow>

export const recordRow = z.object({
  id: z.number(),
  device: assetDevice,
  plan: ref.nullable(),
  doneOn: z.string(),
  doneBy: z.string(),
  what: z.string(),
  /** In fen; only for people who manage the device, null for others. */
  costFen: z.number().nullable(),
  createdBy: ref,
  createdAt: at,
  files: z.array(attachment),
  can: z.array(z.enum(['remove'])),
})
export type RecordRow = z.output<typeof recordRow>

export const planBody = z.object({
  /** The plan to change; without it a new plan is made. */
  id: id.nullish(),
  deviceId: deviceRef,
  title: line('保养项目', 100),
  detail: text('保养要求', 2000),
  everyDays: z
    .number({ error: '请填写周期' })
    .int('周期应为整数天')
    .min(1, '周期至少 1 天')
    .max(3660, '周期不能超过十年'),
  nextOn: day,
  keeperId: chosen('请选择负责人'),
  enabled: z.boolean({ error: '请选择是否启用' }).default(true),
})
export type PlanBody = z.output<typeof planBody>

export const recordBody = z.object({
  deviceId: deviceRef,
  /** The plan that this record fulfils; the plan's next day moves on. */
  planId: id.nullish().transform((v) => v ?? null),
  doneOn: day,
  doneBy: line('保养人', 50),
  what: requiredText('保养内容', 2000),
  costFen: amountFen.default(0),
  fileIds,
})
export type RecordBody = z.output<typeof recordBody>

const filters = { keyword: assetFilters.keyword, deviceId: assetFilters.deviceId, labId: assetFilters.labId }
const planFilters = {
  ...filters,
  /** Only plans that are due. */ due: flag,
  enabled: flag,
  /** Only plans that the caller has to carry out. */ mine: flag,
}
const recordFilters = { ...filters, from: assetFilters.from, to: assetFilters.to }
export type PlanFilters = z.output<z.ZodObject<typeof planFilters>>
export type RecordFilters = z.output<z.ZodObject<typeof recordFilters>>
const runs = { onRow: '仪器所在实验室负责人、仪器联系人、设备处' }

export const maintenanceCalls = {
  plans: call({
    method: 'GET',
    path: '/api/v2/asset/maintenance/plans',
    summary: '保养计划列表',
    access: 'signed-in',
    query: pageQuery.extend(planFilters),
    reply: countedPage(planRow),
  }),
  exportPlans: call({
    method: 'GET',
    path: '/api/v2/asset/maintenance/plans/export',
    summary: '导出保养计划',
    access: 'signed-in',
    query: z.object(planFilters),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  savePlan: call({
    keeps: true,
    method: 'POST',
    path: '/api/v2/asset/maintenance/plans',
    summary: '保存保养计划',
    access: runs,
    body: planBody.extend({ seen: seenValues }),
    reply: z.object({ id: z.number() }),
  }),
  removePlan: call({
    method: 'DELETE',
    path: '/api/v2/asset/maintenance/plans/{id}',
    summary: '删除保养计划',
    access: runs,
    params: idParams,
    reply: done,
  }),
  records: call({
    method: 'GET',
    path: '/api/v2/asset/maintenance/records',
    summary: '保养记录列表',
    access: 'signed-in',
    query: pageQuery.extend(recordFilters),
    reply: countedPage(recordRow),
  }),
  exportRecords: call({
    method: 'GET',
    path: '/api/v2/asset/maintenance/records/export',
    summary: '导出保养记录',
    access: 'signed-in',
    query: z.object(recordFilters),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  addRecord: call({
    method: 'POST',
    path: '/api/v2/asset/maintenance/records',
    summary: '登记保养',
    access: { onRow: '实验室人员、仪器联系人、保养负责人、设备处' },
    body: recordBody,
    reply: z.object({ id: z.number() }),
    idempotent: true,
  }),
  /** Removes a wrong record. Its plan is due again as if the record had never existed. */
  removeRecord: call({
    method: 'DELETE',
    path: '/api/v2/asset/maintenance/records/{id}',
    summary: '删除保养记录',
    access: { onRow: '当天登记的本人，仪器所在实验室负责人、仪器联系人、设备处' },
    params: idParams,
    reply: done,
  }),
}
