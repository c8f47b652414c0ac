import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import {
  amountFen,
  at,
  id,
  idOrSerial,
  idParams,
  ifAsked,
  line,
  seenValues,
  sortNumber,
  text,
} from '../kernel/fields.ts'
import { definePage } from '../kernel/page.ts'
import { deviceRefParams, labKey } from '../kernel/refs.ts'
import { batchIds, ref, verdict } from '../kernel/rows.ts'
import { deviceBase, deviceDetails } from './body.ts'
import { readiness } from '../opening/readiness.ts'
import { categoryRow, deviceCalls, deviceQuery, deviceRow } from './device.ts'

// Calls for the people who manage devices: the back office's list, each device's record, the categories.

/** Actions on many devices at once; the last three need a reason. */
export const deviceOperations = ['share', 'unshare', 'restore', 'maintain', 'break', 'scrap'] as const
export type DeviceOperation = (typeof deviceOperations)[number]
export const deviceOperationWords: Record<DeviceOperation, string> = {
  share: '设为共享',
  unshare: '取消共享',
  restore: '恢复正常',
  maintain: '标为维护中',
  break: '标为故障',
  scrap: '标为已报废',
}
export const reasonedOperations: readonly DeviceOperation[] = ['maintain', 'break', 'scrap']

export const manageRefusals = {
  DEVICE_SCRAPPED: '仪器已报废，请先恢复正常',
  DEVICE_DISPOSED: '该仪器已报废处置，状态只能是“已报废”',
  REPAIR_OPEN: '该仪器有未结束的维修记录，结束维修后会自动恢复正常',
  CATEGORY_TAKEN: '分类编码已存在',
  CATEGORY_IN_USE: '该分类下还有下级分类或仪器，不能删除',
  CATEGORY_CYCLE: '上级分类不能是自己或自己的下级',
} as const

export const managedDevice = deviceRow.extend({
  manufacturer: z.string().nullable(),
  boughtOn: z.string().nullable(),
  room: z.string().nullable(),
  contact: z.string().nullable(),
  updatedAt: at,
  readiness,
  can: z.array(z.enum(['edit', 'remove', 'open', 'review'])),
})
export type ManagedDevice = z.output<typeof managedDevice>

export const manageQuery = deviceQuery.extend({
  priceFrom: ifAsked(z.coerce.number<number | string>().pipe(amountFen)),
  priceTo: ifAsked(z.coerce.number<number | string>().pipe(amountFen)),
})
export const EXPORT_MAX = 100_000

const operation = z.object({
  event: z.enum(deviceOperations, { error: '请选择操作' }),
  reason: text('原因', 200),
})
const reasoned = (b: z.output<typeof operation>) => b.reason !== null || !reasonedOperations.includes(b.event)
const withoutReason = { path: ['reason'], message: '请填写原因' }

const keepers = { anyOf: ['DEVICE_ALL', 'DEVICE_MANEGE_VIEW'] } as const
const editors = { onRow: '仪器管理员，本单位负责人，本实验室主任、管理员' }
const sorters = { anyOf: ['DEVICE_CATEGORY_ALL'] } as const
const serial = z.object({ serialId: idOrSerial })

export const categoryBody = z.object({
  /** The category to change; left out: a new one. */
  id: id.nullish(),
  code: line('分类编码', 20).regex(/^[\w.-]+$/, '分类编码只能使用字母、数字和 . - _'),
  name: line('分类名称', 60),
  sort: sortNumber(99_999),
})

export const examinedDevice = z.object({
  device: ref.extend({ serialId: z.string() }),
  /** The device's own reviewers; if it has none, those of its lab (`ofLab`). */
  reviewers: z.array(ref),
  ofLab: z.boolean(),
  waiting: z.number().int(),
})
export type ExaminedDevice = z.output<typeof examinedDevice>

export const deviceManageCalls = {
  /**
   * The devices that the caller manages: all of the campus, of the caller's dept, or of the caller's labs.
   */
  manageList: call({
    method: 'GET',
    path: '/api/maintain/device/list',
    summary: '仪器管理列表',
    access: keepers,
    query: manageQuery,
    reply: definePage(managedDevice),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/device/export',
    summary: '导出仪器',
    access: keepers,
    query: manageQuery,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  add: { ...deviceCalls.create, path: '/api/maintain/device/add' },
  update: { ...deviceCalls.change, path: '/api/maintain/device/update' },
  changeBase: call({
    keeps: true,
    method: 'PUT',
    path: '/api/maintain/device/baseInfo/{serialId}',
    summary: '修改仪器基本信息',
    access: editors,
    params: serial,
    body: deviceBase.extend({ seen: seenValues }),
    reply: done,
  }),
  changeDetails: call({
    keeps: true,
    method: 'POST',
    path: '/api/maintain/device/detailInfo/{serialId}',
    summary: '修改仪器详细信息',
    access: editors,
    params: serial,
    body: deviceDetails.extend({ seen: seenValues }),
    reply: done,
  }),
  operate: call({
    method: 'PUT',
    path: '/api/maintain/device/operate/{id}',
    summary: '操作仪器',
    access: editors,
    params: deviceRefParams,
    body: operation.refine(reasoned, withoutReason),
    reply: done,
  }),
  operateMany: call({
    method: 'POST',
    path: '/api/maintain/device/operate',
    summary: '批量操作仪器',
    access: { onEach: '仪器管理员，本单位负责人，本实验室主任、管理员' },
    body: operation.extend({ ids: batchIds }).refine(reasoned, withoutReason),
    reply: z.array(verdict),
  }),
  /** The reviewers of each device of a lab, and the number of waiting requests. */
  examineList: call({
    method: 'GET',
    path: '/api/laboratory/device/examine/list',
    summary: '实验室仪器审核安排',
    access: { onRow: '本实验室人员与仪器管理员' },
    query: z.object({ labId: labKey }),
    reply: z.array(examinedDevice),
  }),

  /** All categories, top level and subcategories, each with its number of devices. */
  categories: call({
    method: 'GET',
    path: '/api/deviceCategory/category',
    summary: '仪器分类列表',
    access: 'signed-in',
    reply: z.array(categoryRow.extend({ devices: z.number().int() })),
  }),
  exportCategories: call({
    method: 'GET',
    path: '/api/deviceCategory/export',
    summary: '导出仪器分类',
    access: sorters,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  saveCategory: call({
    keeps: true,
    method: 'POST',
    path: '/api/deviceCategory/category',
    summary: '保存仪器分类',
    access: sorters,
    body: categoryBody,
    reply: z.object({ id: z.number() }),
  }),
  removeCategory: call({
    method: 'DELETE',
    path: '/api/deviceCategory/category/{id}',
    summary: '删除仪器分类',
    access: sorters,
    params: idParams,
    reply: done,
  }),
  saveItem: call({
    keeps: true,
    method: 'POST',
    path: '/api/deviceCategory/items',
    summary: '保存下级分类',
    access: sorters,
    body: categoryBody.extend({ parentId: id }),
    reply: z.object({ id: z.number() }),
  }),
  removeItem: call({
    method: 'DELETE',
    path: '/api/deviceCategory/items/{id}',
    summary: '删除下级分类',
    access: sorters,
    params: idParams,
    reply: done,
  }),
}
