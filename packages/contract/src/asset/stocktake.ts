import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, id, idOrSerial, idParams, ifAsked, line, optionalLine } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { ref } from '../kernel/rows.ts'
import { assetDevice } from './parts.ts'

// Once a year every label is scanned. Differences are devices that were not found, or found in another place
// or condition than recorded.

export const stocktakeStateWords = { open: '盘点中', closed: '已结束' } as const
export type StocktakeState = keyof typeof stocktakeStateWords
export const stocktakeEvents = ['open', 'close'] as const
export type StocktakeEvent = (typeof stocktakeEvents)[number]
export const stocktakeEventWords: Record<StocktakeEvent, string> = { open: '开始盘点', close: '结束盘点' }
export const scanConditionWords = {
  good: '完好在用',
  idle: '闲置',
  broken: '损坏',
  label_lost: '标签缺失',
} as const
export type ScanCondition = keyof typeof scanConditionWords
const condition = z.enum(Object.keys(scanConditionWords) as [ScanCondition, ...ScanCondition[]], {
  error: '请选择现状',
})

export const findingWords = {
  missing: '未盘到',
  moved: '不在登记房间',
  condition: '现状异常',
  outside: '不在盘点范围',
  scrapped: '已报废仍在',
} as const
export type Finding = keyof typeof findingWords
const finding = z.enum(Object.keys(findingWords) as [Finding, ...Finding[]])

export const stocktakeRefusals = {
  STOCKTAKE_CLOSED: '该盘点已结束',
  STOCKTAKE_OPEN: '该范围已有进行中的盘点，请先结束它',
  STOCKTAKE_SCANNED: '该盘点已有登记，不能撤销，请继续登记或结束盘点',
  SCAN_FOREIGN: '该仪器已由他人盘点，只有其管理人员可以更改',
  NOT_SCANNED: '您没有登记该仪器，或已由他人重新登记',
} as const

export const stocktakeRow = z.object({
  id: z.number(),
  title: z.string(),
  year: z.number().int(),
  /** Null: the whole campus. */
  dept: ref.nullable(),
  state: z.enum(['open', 'closed']),
  createdBy: ref,
  createdAt: at,
  closedAt: at.nullable(),
  /** `remove` only in the detail. */
  can: z.array(z.enum(['scan', ...stocktakeEvents, 'print', 'remove'])),
})
export type StocktakeRow = z.output<typeof stocktakeRow>

/** Counts only the devices that the caller manages; for the equipment office, all devices. */
export const stocktakeDetail = stocktakeRow.extend({
  expected: z.number().int(),
  found: z.number().int(),
  differences: z.object({
    missing: z.number().int(),
    moved: z.number().int(),
    condition: z.number().int(),
    outside: z.number().int(),
    scrapped: z.number().int(),
  }),
})
export type StocktakeDetail = z.output<typeof stocktakeDetail>

export const scanRow = z.object({
  device: assetDevice,
  condition,
  room: z.string().nullable(),
  expectedRoom: z.string().nullable(),
  note: z.string().nullable(),
  findings: z.array(finding),
  scannedBy: ref,
  scannedAt: at,
  can: z.array(z.enum(['takeBack'])),
})
export type ScanRow = z.output<typeof scanRow>

export const differenceRow = z.object({
  device: assetDevice.extend({ priceFen: z.number().nullable() }),
  findings: z.array(finding),
  expectedRoom: z.string().nullable(),
  /** The room in which it was found. */
  room: z.string().nullable(),
  condition: condition.nullable(),
  note: z.string().nullable(),
  scannedBy: ref.nullable(),
  scannedAt: at.nullable(),
})
export type DifferenceRow = z.output<typeof differenceRow>

export const scanBody = z.object({
  serialId: idOrSerial,
  /** Null: the room in the device's record. */
  roomId: id.nullish().transform((v) => v ?? null),
  condition: condition.default('good'),
  note: optionalLine('备注', 200),
})
export type ScanBody = z.output<typeof scanBody>

/** Newest first, in no other order. */
const page = pageQuery.omit({ order_by: true })
const filters = {
  state: ifAsked(z.enum(['open', 'closed'], { error: '状态不正确' })),
  year: ifAsked(
    z.coerce
      .number<number | string>({ error: '年度不正确' })
      .int('年度不正确')
      .min(2000, '年度不正确')
      .max(2100, '年度不正确'),
  ),
  deptId: ifAsked(id),
}
export type StocktakeFilters = z.output<z.ZodObject<typeof filters>>

const office = { anyOf: ['PURCHASE_ALL'] } as const
const party = { onRow: '盘点范围内的实验室负责人、单位负责人、设备处' }
const after = ifAsked(
  z.coerce
    .number<number | string>({ error: '翻页位置不正确' })
    .int('翻页位置不正确')
    .min(0, '翻页位置不正确')
    .max(Number.MAX_SAFE_INTEGER, '翻页位置不正确'),
)
const byKey = z.object({
  after,
  size: z.coerce.number<number | string>().int().min(1).max(200, '每页最多 200 条').default(50),
  finding: ifAsked(finding),
})

const stocktakeList = call({
  method: 'GET',
  path: '/api/v2/asset/stocktakes',
  summary: '盘点列表',
  access: 'signed-in',
  query: page.extend(filters),
  reply: definePage(stocktakeRow),
})

export const stocktakeCalls = {
  stocktakes: stocktakeList,
  exportStocktakes: defineExport(stocktakeList, '导出盘点'),
  stocktake: call({
    method: 'GET',
    path: '/api/v2/asset/stocktakes/{id}',
    summary: '盘点进度',
    access: party,
    params: idParams,
    reply: stocktakeDetail,
  }),
  openStocktake: call({
    method: 'POST',
    path: '/api/v2/asset/stocktakes',
    summary: '开始盘点',
    access: office,
    reply: z.object({ id: z.number() }),
    body: z.object({
      title: line('盘点名称', 100),
      year: z
        .number({ error: '请填写年度' })
        .int('年度不正确')
        .min(2000, '年度不正确')
        .max(2100, '年度不正确'),
      deptId: id.nullish().transform((v) => v ?? null),
    }),
  }),
  closeStocktake: call({
    method: 'POST',
    path: '/api/v2/asset/stocktakes/{id}/close',
    summary: '结束盘点',
    access: office,
    params: idParams,
    reply: stocktakeDetail,
  }),
  /** For one that was opened by mistake: until something is scanned. */
  removeStocktake: call({
    method: 'DELETE',
    path: '/api/v2/asset/stocktakes/{id}',
    summary: '撤销盘点',
    access: office,
    params: idParams,
    reply: z.null(),
  }),
  /** A repeated scan replaces the earlier one. */
  scan: call({
    method: 'POST',
    path: '/api/v2/asset/stocktakes/{id}/scan',
    summary: '盘点登记',
    access: party,
    params: idParams,
    body: scanBody,
    reply: scanRow,
  }),
  /** Takes back the caller's own scan, for example of a mistyped number: the device counts as not found. */
  takeBackScan: call({
    method: 'POST',
    path: '/api/v2/asset/stocktakes/{id}/take-back',
    summary: '撤销盘点登记',
    access: party,
    params: idParams,
    body: z.object({ serialId: idOrSerial }),
    reply: z.null(),
  }),
  /** The latest scans: of the devices that the caller looks after, and the caller's own. */
  scans: call({
    method: 'GET',
    path: '/api/v2/asset/stocktakes/{id}/scans',
    summary: '盘点记录',
    access: party,
    params: idParams,
    query: page,
    reply: definePage(scanRow),
  }),
  /** Differences in the order of device keys: `next` is where the next page begins. */
  differences: call({
    method: 'GET',
    path: '/api/v2/asset/stocktakes/{id}/differences',
    summary: '盘点差异',
    access: party,
    params: idParams,
    query: byKey,
    reply: z.object({ items: z.array(differenceRow), next: z.number().nullable() }),
  }),
  exportDifferences: call({
    method: 'GET',
    path: '/api/v2/asset/stocktakes/{id}/differences/export',
    summary: '导出盘点差异',
    access: party,
    params: idParams,
    query: z.object({ finding: ifAsked(finding) }),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
}
