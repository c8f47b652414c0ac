import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { amountFen, at, day, idParams, line, optionalLine, requiredText } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef } from '../kernel/refs.ts'
import { attachment } from '../kernel/rows.ts'
import { priceBases, priceTiers, type PriceBasis } from './price-plan.ts'

/** Parts of an instrument's yearly cost. */
export const costParts = [
  'depreciation',
  'consumables',
  'labour',
  'energy',
  'maintenance',
  'site',
  'other',
] as const
export type CostPart = (typeof costParts)[number]
export const costPartWords: Record<CostPart, string> = {
  depreciation: '设备折旧费',
  consumables: '耗材试剂费',
  labour: '人工费',
  energy: '水电费',
  maintenance: '维修维护费',
  site: '房屋场地费',
  other: '其他费用',
}
/** The yearly quantity by which costs are divided, for each basis. */
export const quantityWords: Record<PriceBasis, { label: string; unit: string }> = {
  per_time: { label: '年有效机时', unit: '小时' },
  per_sample: { label: '年测试样品数', unit: '样品' },
}

const cost = z.object({ fen: amountFen, /** How it was calculated. */ note: optionalLine('测算说明', 100) })
export const costs = z.record(z.enum(costParts), cost)
export type Costs = z.output<typeof costs>
const comparison = z.object({ unit: line('单位', 60), fen: amountFen, note: optionalLine('说明', 100) })
const participant = z.object({
  name: line('姓名', 20),
  unit: line('单位', 60),
  title: optionalLine('职称或职务', 30),
})
export const proposed = z.partialRecord(z.enum(priceTiers), amountFen)

export const sumCosts = (of: Costs): number => costParts.reduce((sum, part) => sum + of[part].fen, 0)
/** Cost of an hour or a sample, rounded up to a whole fen, because a lower price would not cover the year. */
export const findUnitCost = (of: Costs, yearlyQuantity: number): number =>
  Math.ceil(sumCosts(of) / yearlyQuantity)

const MOST_COMPARISONS = 10
const MOST_PARTICIPANTS = 15
export const justificationLimits = {
  comparisons: MOST_COMPARISONS,
  participants: MOST_PARTICIPANTS,
  files: 10,
} as const
export const justificationRefusals = {
  COSTS_MISSING: '请至少填写一项成本',
  PROPOSED_MISSING: '请至少拟定一类用户的价格',
  CAMPUS_ONLY: '价格论证仅供校内人员查阅',
  MEETING_TO_COME: '论证会日期不能晚于今天',
} as const

const body = z.object({
  deviceId: deviceRef,
  basis: z.enum(priceBases, { error: '请选择计费方式' }),
  yearlyQuantity: z
    .number({ error: '请填写全年数量' })
    .int('全年数量应为整数')
    .min(1, '全年数量至少为 1')
    .max(1_000_000, '全年数量过大'),
  costs: costs.refine((c) => sumCosts(c) > 0, justificationRefusals.COSTS_MISSING),
  comparisons: z.array(comparison).max(MOST_COMPARISONS, `比价最多 ${MOST_COMPARISONS} 条`).default([]),
  proposed: proposed.refine((p) => Object.keys(p).length > 0, justificationRefusals.PROPOSED_MISSING),
  grounds: requiredText('定价依据', 2000),
  meetingDay: day,
  meetingPlace: optionalLine('论证地点', 60),
  participants: z
    .array(participant)
    .min(1, '请至少填写一位论证人员')
    .max(MOST_PARTICIPANTS, `论证人员最多 ${MOST_PARTICIPANTS} 位`),
  conclusion: requiredText('论证结论', 1000),
  fileIds: z
    .array(z.uuid('附件不正确'))
    .max(justificationLimits.files, `最多 ${justificationLimits.files} 个附件`)
    .default([]),
})

/** One version of a justification. Versions never change; new findings make a new version. */
export const justificationRow = z.object({
  id: z.number(),
  version: z.number(),
  basis: z.enum(priceBases),
  yearlyQuantity: z.number(),
  totalFen: z.number(),
  unitCostFen: z.number(),
  meetingDay: z.string(),
  createdBy: z.string().nullable(),
  createdAt: at,
})
export type JustificationRow = z.output<typeof justificationRow>
export const justificationDetail = justificationRow.extend({
  device: z.object({
    id: z.number(),
    name: z.string(),
    serialId: z.string(),
    model: z.string().nullable(),
    priceFen: z.number().nullable(),
    lab: z.string(),
  }),
  costs,
  comparisons: z.array(comparison),
  proposed,
  grounds: z.string(),
  meetingPlace: z.string().nullable(),
  participants: z.array(participant),
  conclusion: z.string(),
  files: z.array(attachment),
})
export type JustificationDetail = z.output<typeof justificationDetail>

const writers = { onRow: '收费论证管理员；本实验室主任、管理员' }
const seen = { onRow: '校内人员：共享仪器均可查阅，其余仅本实验室人员与管理员；收费论证管理员' }

export const justificationCalls = {
  /** Newest first. */
  justifications: call({
    method: 'GET',
    path: '/api/v2/price-plan/justification',
    summary: '价格论证（全部版本）',
    access: seen,
    query: pageQuery.extend({ deviceId: deviceRef }),
    reply: definePage(justificationRow).extend({ can: z.array(z.enum(['edit'])) }),
  }),
  justification: call({
    method: 'GET',
    path: '/api/v2/price-plan/justification/{id}',
    summary: '价格论证详情',
    access: seen,
    params: idParams,
    reply: justificationDetail,
  }),
  justify: call({
    method: 'POST',
    path: '/api/v2/price-plan/justification',
    summary: '填报价格论证',
    access: writers,
    body,
    reply: z.object({ id: z.number(), version: z.number() }),
  }),
  /** Uploads minutes and papers of the meeting; they are attached to the version when it is submitted. */
  addPaper: call({
    method: 'POST',
    path: '/api/v2/price-plan/justification/file',
    summary: '上传价格论证附件',
    access: writers,
    body: z.object({ deviceId: deviceRef }),
    upload: { field: 'file', maxFiles: 1, maxBytes: 20_000_000, accept: ['image', 'pdf', 'office'] },
    reply: attachment,
  }),
}
