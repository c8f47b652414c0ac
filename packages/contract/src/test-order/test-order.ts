import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { amountFen, at, day, id, idParams, instant, keyword, line, opinion, text } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'
import { view } from '../kernel/permissions.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { billLine, quote } from '../price-plan/price-plan.ts'

/** States name who is awaited. On the wire a test order is called `settle` (and `measure`). */
export const testOrderStates = ['draft', 'awaiting_director', 'awaiting_booker', 'confirmed', 'in_settlement', 'settled'] as const
export type TestOrderState = (typeof testOrderStates)[number]
export const testOrderStateWords: Record<TestOrderState, string> = {
  draft: '待填写', awaiting_director: '待主任审核', awaiting_booker: '待预约人确认', confirmed: '待结算', in_settlement: '结算中', settled: '已结算',
}

export const testOrderEvents = ['create', 'fill', 'submit', 'approve', 'confirm', 'return', 'take', 'release', 'settle', 'reopen'] as const
export type TestOrderEvent = (typeof testOrderEvents)[number]
export const testOrderEventWords: Record<TestOrderEvent, string> = {
  create: '生成测试单', fill: '填写', submit: '提交', approve: '审核通过', confirm: '确认', return: '退回', take: '发起结算', release: '退回待结算', settle: '结清', reopen: '冲正后重新待结算',
}

export const testOrderRefusals = {
  ACTUAL_ORDER: '结束时间必须晚于开始时间',
  ACTUAL_FUTURE: '结束时间不能晚于当前时间',
  ACTUAL_TOO_LONG: '实际使用时间不能超过 31 天',
  DISCOUNT_TOO_BIG: '优惠金额不能超过费用合计',
  DISCOUNT_ONE_OF: '请填写优惠比例或优惠金额之一',
  BILL_TOO_BIG: '费用合计过大',
  NOT_FILLED: '请先填写实际使用时间',
  FILE_LIMIT: '结果文件最多 20 个',
} as const

/** People read CS00000012; searching for it finds the order. */
export const testOrderNumber = (orderId: number): string => `CS${String(orderId).padStart(8, '0')}`

/** Materials used: quantity × price. */
export const materialInput = z.object({
  label: line('材料名称', 50),
  quantity: z.number({ error: '请填写数量' }).int('数量必须是整数').min(1, '数量至少为 1').max(100_000, '数量过大'),
  unitFen: amountFen,
})
/** Anything else that is charged: 加急, 人工, 超时. */
export const extraInput = z.object({ label: line('费用名称', 50), amountFen: amountFen.refine((fen) => fen > 0, '金额必须大于零'), reason: line('费用说明', 200) })
/** Off the whole bill, a percentage of it or an amount; several are taken one after another. */
export const discountInput = z
  .object({
    percent: z.number({ error: '请填写优惠比例' }).int('优惠比例必须是整数').min(1, '优惠比例为 1–100').max(100, '优惠比例为 1–100').nullish(),
    amountFen: amountFen.refine((fen) => fen > 0, '优惠金额必须大于零').nullish(),
    reason: line('优惠原因', 200),
  })
  .refine((d) => (d.percent == null) !== (d.amountFen == null), { error: testOrderRefusals.DISCOUNT_ONE_OF, path: ['amountFen'] })

/** What the reviewer fills in. The bill follows from it and the rate frozen at booking. */
export const testOrderBody = z.object({
  startAt: instant,
  endAt: instant,
  sampleCount: z.number({ error: '请填写样品数' }).int('样品数必须是整数').min(0, '样品数不能为负数').max(1_000_000, '样品数过大'),
  materials: z.array(materialInput).max(50, '材料最多 50 项').default([]),
  extras: z.array(extraInput).max(20, '附加费用最多 20 项').default([]),
  discounts: z.array(discountInput).max(10, '优惠最多 10 项').default([]),
  result: text('测试结果', 5000),
  remark: text('备注', 1000),
})
export type TestOrderBody = z.output<typeof testOrderBody>

/** Lines with formula and inputs, and the inputs they came from. */
export const bill = z.object({ lines: z.array(billLine), materials: z.array(materialInput), extras: z.array(extraInput), discounts: z.array(discountInput) })
export type Bill = z.output<typeof bill>

export const testOrderActions = ['fill', 'submit', 'approve', 'confirm', 'return', 'settle'] as const

export const testOrderRow = z.object({
  id: z.number(),
  number: z.string(),
  bookingId: z.number(),
  kind: z.enum(['self_operated', 'sample_delivery']),
  payMode: z.enum(['immediate', 'post']),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  booker: ref,
  payer: ref,
  state: z.enum(testOrderStates),
  stateAt: at,
  startAt: at.nullable(),
  endAt: at.nullable(),
  sampleCount: z.number().int(),
  estimateFen: z.number().int(),
  totalFen: z.number().int(),
  settlementId: z.number().nullable(),
  createdAt: at,
  /** The fee of a booking that was cancelled too late: nothing was used. */
  lateCancel: z.boolean(),
  /** The same where nobody came. */
  noShow: z.boolean(),
  /** `settle`: I may start a settlement with it. */
  can: z.array(z.enum(testOrderActions)),
})
export type TestOrderRow = z.output<typeof testOrderRow>

export const testOrderDetail = testOrderRow.extend({
  experimenter: ref,
  purpose: z.string(),
  project: z.string().nullable(),
  planStartAt: at.nullable(),
  planEndAt: at.nullable(),
  samples: z.array(z.object({ id: z.number(), name: z.string(), count: z.number().int(), state: z.string() })),
  /** Frozen at booking, with the rate the bill is reckoned with. */
  quote,
  bill,
  result: z.string().nullable(),
  remark: z.string().nullable(),
  /** Why it was returned. */
  reason: z.string().nullable(),
  filledBy: ref.nullable(),
  confirmedAt: at.nullable(),
  /** Confirmed because the booker stayed silent. */
  confirmedBySystem: z.boolean(),
  /** When silence counts as consent. */
  dueAt: at.nullable(),
  settlementNumber: z.string().nullable(),
  files: z.array(attachment),
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type TestOrderDetail = z.output<typeof testOrderDetail>

export const testOrderAuditBody = z
  .object({ items: batchItems(testOrderStates), verdict: z.enum(['approve', 'return'], { error: '请选择通过或退回' }), reason: opinion })
  .refine((v) => v.verdict !== 'return' || v.reason !== null, { error: '请填写原因', path: ['reason'] })

/** Sorts by id, totalFen, startAt, stateAt. `keyword` finds numbers, devices and people; days are of the actual start. */
const wanted = z.object({
  keyword,
  state: z.enum(testOrderStates).optional(),
  deviceId: deviceRef.optional(),
  labId: labRef.optional(),
  payerId: id.optional(),
  from: day.optional(),
  to: day.optional(),
})
export type TestOrderWanted = z.output<typeof wanted>
const filters = pageQuery.extend(wanted.shape)
export type TestOrderFilters = z.output<typeof filters>
/** `total` is exact up to 10,000; beyond, `totalExact` is false. `sumFen` is what all that is counted comes to. */
const page = pageOf(testOrderRow).extend({ totalExact: z.boolean(), sumFen: z.number().int() })
/** `lab`: of the devices and labs I look after; `all` is for the back office. */
export const testOrderScopes = ['mine', 'lab', 'all'] as const
export type TestOrderScope = (typeof testOrderScopes)[number]
const party = { onRow: '预约人、付款人、设备审核员、实验室主任、财务人员' }
const filler = { onRow: '设备审核员' }

export const testOrderCalls = {
  /** States and their words, for filters. */
  statuses: call({ method: 'GET', path: '/api/settle/status', summary: '结算状态', access: 'signed-in', reply: z.array(z.object({ value: z.enum(testOrderStates), label: z.string() })) }),
  get: call({ method: 'GET', path: '/api/settle/info', summary: '测试单详情', access: party, query: z.object({ id }), reply: testOrderDetail }),
  /** The same by its booking, for the form. */
  measureInfo: call({
    method: 'GET', path: '/api/device/measureInfo', summary: '测试单填写信息', access: party,
    query: z.object({ id: id.optional(), bookingId: id.optional() }).refine((q) => q.id !== undefined || q.bookingId !== undefined, '请指定测试单或预约'),
    reply: testOrderDetail,
  }),
  /** The bill this form would make; nothing is written. */
  preview: call({ method: 'POST', path: '/api/v2/test-order/{id}/preview', summary: '测试单费用试算', access: filler, writes: false, params: idParams, body: testOrderBody, reply: z.object({ lines: z.array(billLine), totalFen: z.number().int() }) }),
  save: call({ method: 'POST', path: '/api/settle/save/{id}', summary: '保存测试单', access: filler, params: idParams, body: testOrderBody, reply: testOrderDetail }),
  submit: call({ method: 'POST', path: '/api/settle/submit/{id}', summary: '提交测试单', access: filler, params: idParams, reply: testOrderDetail }),
  /** The director judges what waits for the director, the booker confirms what waits for the booker. */
  audit: call({ method: 'POST', path: '/api/settle/audit', summary: '审核测试单', access: { onRow: '实验室主任审核，预约人确认' }, body: testOrderAuditBody, reply: z.array(verdict) }),
  /** What waits for me: to fill in, to judge, to confirm. */
  awaitingMe: call({ method: 'GET', path: '/api/settle/settle-audits', summary: '待我处理的测试单', access: 'signed-in', query: filters, reply: page }),
  /** What I have judged or confirmed. */
  auditedByMe: call({ method: 'GET', path: '/api/settle/settle-audit-list', summary: '我处理过的测试单', access: 'signed-in', query: filters, reply: page }),
  /** I am booker or payer. */
  mine: call({ method: 'GET', path: '/api/settle/my-settle-list', summary: '我的测试单', access: 'signed-in', query: filters, reply: page }),
  /** Of the devices and labs I look after. */
  measureList: call({ method: 'GET', path: '/api/settle/measure-list', summary: '我负责的测试单', access: 'signed-in', query: filters, reply: page }),
  /** Back office: all with TEST_ORDER_ALL, otherwise those of one's labs. */
  settleList: call({ method: 'GET', path: '/api/settle/settle-list', summary: '测试单管理', access: { anyOf: [...view('TEST_ORDER'), ...view('FINANCIAL')] }, query: filters, reply: page }),
  /** What such a list shows on all its pages, the latest first, as Excel. */
  export: call({ method: 'GET', path: '/api/v2/test-order/export', summary: '导出测试单', access: 'signed-in', query: wanted.extend({ scope: z.enum(testOrderScopes).default('mine') }), reply: z.null(), raw: true, perMinute: 10 }),
  /** Read by their `url`, by whoever may see the test order. */
  addFiles: call({
    method: 'POST', path: '/api/v2/test-order/{id}/files', summary: '上传测试结果文件', access: filler, params: idParams,
    upload: { field: 'file', maxFiles: 10, maxBytes: 50_000_000, accept: ['image', 'pdf', 'office', 'text', 'zip'] }, reply: z.array(attachment),
  }),
  removeFile: call({ method: 'DELETE', path: '/api/v2/test-order/{id}/files/{fileId}', summary: '删除测试结果文件', access: filler, params: z.object({ id, fileId: z.uuid('文件编号不正确') }), reply: done }),
}
