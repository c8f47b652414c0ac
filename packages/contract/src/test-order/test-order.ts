import { z } from 'zod'
import { SAMPLES_TOTAL_MAX } from '../booking/body.ts'
import { useEnds } from '../booking/booking.ts'
import { answerCells, boundAnswer, givenAnswer } from '../form/binding.ts'
import { call, done } from '../kernel/call.ts'
import {
  amountFen,
  at,
  day,
  flag,
  id,
  idParams,
  instant,
  keyword,
  line,
  opinion,
  requiredText,
  seenRevision,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { view } from '../kernel/permissions.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { billLine, quote } from '../price-plan/price-plan.ts'
import { besidesHours, saidBesides } from '../use-ledger/training.ts'

/** States are named for the person awaited. In paths a test order is called `settle` (and `measure`). */
export const testOrderStates = [
  'draft',
  'awaiting_director',
  'awaiting_booker',
  'awaiting_payer',
  'confirmed',
  'in_settlement',
  'settled',
  'written_off',
] as const
export type TestOrderState = (typeof testOrderStates)[number]
export const testOrderStateWords: Record<TestOrderState, string> = {
  draft: '待填写',
  awaiting_director: '待主任审核',
  awaiting_booker: '待预约人确认',
  awaiting_payer: '待付款人确认',
  confirmed: '待结算',
  in_settlement: '结算中',
  settled: '已结算',
  written_off: '已核销',
}

export const testOrderEvents = [
  'create',
  'fill',
  'submit',
  'approve',
  'confirm',
  'agree',
  'return',
  'take',
  'release',
  'settle',
  'reopen',
  'correct',
  'propose_payer',
  'accept_payer',
  'decline_payer',
  'propose_write_off',
  'write_off',
  'decline_write_off',
  'withdraw',
] as const
export type TestOrderEvent = (typeof testOrderEvents)[number]
export const testOrderEventWords: Record<TestOrderEvent, string> = {
  create: '生成测试单',
  fill: '填写',
  submit: '提交',
  approve: '审核通过',
  confirm: '确认',
  agree: '同意更正后的费用',
  return: '退回',
  take: '发起结算',
  release: '退回待结算',
  settle: '结清',
  reopen: '冲正后重新待结算',
  correct: '更正费用',
  propose_payer: '提出更换付款人',
  accept_payer: '同意付款',
  decline_payer: '拒绝付款',
  propose_write_off: '提出核销',
  write_off: '核销',
  decline_write_off: '驳回核销',
  withdraw: '撤回提议',
}

export const testOrderRefusals = {
  ACTUAL_ORDER: '结束时间必须晚于开始时间',
  ACTUAL_FUTURE: '结束时间不能晚于当前时间',
  ACTUAL_TOO_LONG: '实际使用时间不能超过 31 天',
  DISCOUNT_TOO_BIG: '优惠金额不能超过费用合计',
  DISCOUNT_ONE_OF: '请填写优惠比例或优惠金额之一',
  BILL_TOO_BIG: '费用合计过大',
  NOT_FILLED: '请先填写实际使用时间',
  END_UNCONFIRMED: '该次使用由系统代为结束：请核实实际结束时间并保存后再提交',
  ACTUAL_OVERLAPS: '与同一机位另一次使用的时间重叠',
  FILE_LIMIT: '结果文件最多 20 个',
  FILES_CLOSED: '该测试单结清已超过 90 天，不能再补充结果文件',
  FILE_CONFIRMED: '测试单已确认，结果文件不能删除，可以标为已撤回',
  FILE_WITHDRAWN: '该文件已撤回',
  CORRECT_TAKEN: '测试单在结算中或已结算，请先取消结算或冲正，再更正费用',
  SAMPLE_UNKNOWN: '样品不属于该预约，请刷新后重试',
  PAYER_UNKNOWN: '所选付款人不存在或账号已停用',
  PAYER_SAME: '所选人员已是付款人',
  PAYER_GONE: '付款人账号已停用，无人可以同意调高的费用',
  PAPER_MISSING: '该金额的核销须上传依据文件',
  OWN_WRITE_OFF: '预约人或付款人不能核定自己的核销',
} as const

/** The order's displayed number, for example CS00000012; a search for it finds the order. */
export const testOrderNumber = (orderId: number): string => `CS${String(orderId).padStart(8, '0')}`

export const sampleOutcomes = ['tested', 'failed', 'untested'] as const
export type SampleOutcome = (typeof sampleOutcomes)[number]
export const sampleOutcomeWords: Record<SampleOutcome, string> = {
  tested: '已测试',
  failed: '测试失败',
  untested: '未测试',
}
/** Proposed number of charged samples: the tested ones. */
export const chargedSamples = (samples: readonly { count: number; outcome: SampleOutcome }[]): number =>
  samples.reduce((sum, s) => sum + (s.outcome === 'tested' ? s.count : 0), 0)

/** Materials used: quantity × price. */
export const materialInput = z.object({
  label: line('材料名称', 50),
  quantity: z
    .number({ error: '请填写数量' })
    .int('数量必须是整数')
    .min(1, '数量至少为 1')
    .max(100_000, '数量过大'),
  unitFen: amountFen,
})
/** Any other fee, for example 加急, 人工, 超时. */
export const extraInput = z.object({
  label: line('费用名称', 50),
  amountFen: amountFen.refine((fen) => fen > 0, '金额必须大于零'),
  reason: line('费用说明', 200),
})
/** A discount on the whole bill, in per cent or as an amount; several are applied one after another. */
export const discountInput = z
  .object({
    percent: z
      .number({ error: '请填写优惠比例' })
      .int('优惠比例必须是整数')
      .min(1, '优惠比例为 1–100')
      .max(100, '优惠比例为 1–100')
      .nullish(),
    amountFen: amountFen.refine((fen) => fen > 0, '优惠金额必须大于零').nullish(),
    reason: line('优惠原因', 200),
  })
  .refine((d) => (d.percent == null) !== (d.amountFen == null), {
    error: testOrderRefusals.DISCOUNT_ONE_OF,
    path: ['amountFen'],
  })

/** The fields that the reviewer fills in. The bill is computed from them and the rate frozen at booking. */
export const testOrderBody = z.object({
  startAt: instant,
  endAt: instant,
  /** Number of charged samples. */
  sampleCount: z
    .number({ error: '请填写样品数' })
    .int('样品数必须是整数')
    .min(0, '样品数不能为负数')
    .max(SAMPLES_TOTAL_MAX, '样品数过大'),
  ...besidesHours.shape,
  /** The outcome of each sample; samples left out keep the proposed outcome. */
  outcomes: z
    .array(z.object({ sampleId: id, outcome: z.enum(sampleOutcomes, { error: '请选择样品测试情况' }) }))
    .max(50, '样品最多 50 种')
    .default([]),
  materials: z.array(materialInput).max(50, '材料最多 50 项').default([]),
  extras: z.array(extraInput).max(20, '附加费用最多 20 项').default([]),
  discounts: z.array(discountInput).max(10, '优惠最多 10 项').default([]),
  result: text('测试结果', 5000),
  remark: text('备注', 1000),
})
export type TestOrderBody = z.output<typeof testOrderBody>

/** Bill lines with formulas, and the inputs they were computed from. */
export const bill = z.object({
  lines: z.array(billLine),
  materials: z.array(materialInput),
  extras: z.array(extraInput),
  discounts: z.array(discountInput),
})
export type Bill = z.output<typeof bill>

/** `correct` appears only in details. `agree`: the payer agrees to a higher price. */
export const testOrderActions = [
  'fill',
  'submit',
  'approve',
  'confirm',
  'agree',
  'return',
  'settle',
  'correct',
  'propose_payer',
  'accept_payer',
  'decline_payer',
  'propose_write_off',
  'write_off',
  'decline_write_off',
  'withdraw',
] as const
export const resultFileActions = ['add', 'remove', 'withdraw'] as const
export type ResultFileAction = (typeof resultFileActions)[number]

/** Days after the settlement in which result files may still be added. */
export const RESULT_DAYS = 90
/** Proposals for an unpaid bill: another payer, or a write-off. */
export const proposalKinds = ['payer', 'write_off'] as const
export type ProposalKind = (typeof proposalKinds)[number]
export const proposalWords: Record<ProposalKind, string> = { payer: '待新付款人确认', write_off: '待核销' }

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
  /** The fee of a booking that was cancelled too late; there was no use. */
  lateCancel: z.boolean(),
  /** The fee of a booking that nobody came to; there was no use. */
  noShow: z.boolean(),
  /** It is unpaid and the payer's account is disabled. */
  payerGone: z.boolean(),
  proposed: z.enum(proposalKinds).nullable(),
  /** The last remittance was reversed and is not refunded yet, so the payer is not asked to pay again. */
  refundOpen: z.boolean(),
  /** `settle`: the caller may start a settlement with it. */
  can: z.array(z.enum(testOrderActions)),
})
export type TestOrderRow = z.output<typeof testOrderRow>

/** A result file. A withdrawn file stays visible and is marked. */
export const resultFile = attachment.extend({
  withdrawn: z.object({ at, who: z.string(), reason: z.string() }).nullable(),
})

export const testOrderVersion = z.object({
  version: z.number().int(),
  startAt: at.nullable(),
  endAt: at.nullable(),
  sampleCount: z.number().int(),
  ...saidBesides.shape,
  lines: z.array(billLine),
  totalFen: z.number().int(),
  result: z.string().nullable(),
  remark: z.string().nullable(),
  filledBy: ref.nullable(),
  confirmedAt: at,
  confirmedBySystem: z.boolean(),
  correctedBy: ref,
  correctedAt: at,
  reason: z.string(),
})
export type TestOrderVersion = z.output<typeof testOrderVersion>

export const testOrderDetail = testOrderRow.extend({
  experimenter: ref,
  purpose: z.string(),
  project: z.string().nullable(),
  planStartAt: at.nullable(),
  planEndAt: at.nullable(),
  /**
   * How the use ended. `system`: nobody saw the end, so it must be confirmed; `fault`: the used time is
   * billed by the minute.
   */
  endKind: z.enum(useEnds).nullable(),
  /** May the caller open the booking too? The owner of the fund card and finance may lack that right. */
  opensBooking: z.boolean(),
  /** May the caller enter results of the instrument: for their group, which has used it; in its records? */
  entersResults: z.object({ forGroup: z.boolean(), inRecords: z.boolean() }),
  /** `outcome` as filled in, or the proposed one. */
  samples: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      count: z.number().int(),
      state: z.string(),
      outcome: z.enum(sampleOutcomes),
      /** Answers to the sample form, in the order of `sampleColumns`. */
      cells: answerCells,
    }),
  ),
  /** Questions of the instrument's sample form. */
  sampleColumns: z.array(z.string()),
  /** The price frozen at booking; the bill uses its rate. */
  quote,
  bill,
  ...saidBesides.shape,
  result: z.string().nullable(),
  remark: z.string().nullable(),
  /** The answer to the instrument's result form; at most one. */
  answers: z.array(boundAnswer),
  /** Why it was returned or has to be corrected. */
  reason: z.string().nullable(),
  filledBy: ref.nullable(),
  confirmedAt: at.nullable(),
  /** The system confirmed it because the booker did not answer in time. */
  confirmedBySystem: z.boolean(),
  /** When it is confirmed without an answer of the booker. */
  dueAt: at.nullable(),
  settlementNumber: z.string().nullable(),
  /** May the caller open the settlement too? The booker of an order that another pays may not. */
  opensSettlement: z.boolean(),
  files: z.array(resultFile),
  /** What the caller may do with its files now. */
  filesCan: z.array(z.enum(resultFileActions)),
  version: z.number().int(),
  /** How often its content was saved; who saves or submits it says which revision they saw. */
  revision: z.number().int(),
  /** Total before the last correction, in fen; null if it was never corrected. */
  previousFen: z.number().int().nullable(),
  /** Earlier confirmed versions that were corrected, latest first. */
  versions: z.array(testOrderVersion),
  proposal: z
    .object({
      kind: z.enum(proposalKinds),
      payer: ref.nullable(),
      by: ref.nullable(),
      at,
      reason: z.string(),
    })
    .nullable(),
  /** Documents that support a write-off. */
  papers: z.array(attachment),
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type TestOrderDetail = z.output<typeof testOrderDetail>

export const testOrderAuditBody = z
  .object({
    items: batchItems(testOrderStates),
    verdict: z.enum(['approve', 'return'], { error: '请选择通过或退回' }),
    reason: opinion,
  })
  .refine((v) => v.verdict !== 'return' || v.reason !== null, { error: '请填写原因', path: ['reason'] })

/**
 * Sorts by id, totalFen, startAt, stateAt. `keyword` finds numbers, devices and people; `from` and `to` are
 * days of the actual start.
 */
const wanted = z.object({
  keyword,
  state: z.enum(testOrderStates).optional(),
  deviceId: deviceRef.optional(),
  labId: labRef.optional(),
  payerId: id.optional(),
  /** Only unpaid orders whose payer's account is disabled. */
  payerGone: flag,
  from: day.optional(),
  to: day.optional(),
})
export type TestOrderWanted = z.output<typeof wanted>
const filters = pageQuery.extend(wanted.shape)
export type TestOrderFilters = z.output<typeof filters>
/**
 * `total` is exact up to 10,000; beyond, `totalExact` is false. `sumFen` is the sum of the counted orders.
 */
const page = definePage(testOrderRow).extend({ totalExact: z.boolean(), sumFen: z.number().int() })
/** `lab`: orders of the devices and labs that the caller manages; `all`: for the back office. */
export const testOrderScopes = ['mine', 'lab', 'all'] as const
export type TestOrderScope = (typeof testOrderScopes)[number]
const party = { onRow: '预约人、付款人、设备审核员、实验室主任、财务人员' }
const filler = { onRow: '设备审核员' }
const keeper = { onRow: '设备审核员、实验室主任' }
const reasonBody = z.object({ reason: requiredText('原因', 500) })
const overseer = { onRow: '实验室主任、财务人员' }

export const testOrderCalls = {
  /** States and their Chinese words, for filters. */
  statuses: call({
    method: 'GET',
    path: '/api/settle/status',
    summary: '结算状态',
    access: 'signed-in',
    reply: z.array(z.object({ value: z.enum(testOrderStates), label: z.string() })),
  }),
  get: call({
    method: 'GET',
    path: '/api/settle/info',
    summary: '测试单详情',
    access: party,
    query: z.object({ id }),
    reply: testOrderDetail,
  }),
  /** The test order of a booking, for the form. */
  measureInfo: call({
    method: 'GET',
    path: '/api/device/measureInfo',
    summary: '测试单填写信息',
    access: party,
    query: z
      .object({ id: id.optional(), bookingId: id.optional() })
      .refine((q) => q.id !== undefined || q.bookingId !== undefined, '请指定测试单或预约'),
    reply: testOrderDetail,
  }),
  /** The bill that the form's fields would give; nothing is written. */
  preview: call({
    method: 'POST',
    path: '/api/v2/test-order/{id}/preview',
    summary: '测试单费用试算',
    access: filler,
    writes: false,
    params: idParams,
    body: testOrderBody,
    reply: z.object({ lines: z.array(billLine), totalFen: z.number().int() }),
  }),
  save: call({
    method: 'POST',
    path: '/api/settle/save/{id}',
    summary: '保存测试单',
    access: filler,
    params: idParams,
    /** `answers`: to the instrument's result form. Left out: the earlier answers stay. */
    body: testOrderBody.extend({ answers: givenAnswer.nullish(), revision: seenRevision }),
    keeps: true,
    reply: testOrderDetail,
    // The repeat after a lost reply must not be refused as a second save.
    idempotent: true,
  }),
  submit: call({
    method: 'POST',
    path: '/api/settle/submit/{id}',
    summary: '提交测试单',
    access: filler,
    params: idParams,
    body: z.object({ revision: seenRevision }),
    reply: testOrderDetail,
  }),
  /**
   * Turns a confirmed order into a draft of its next version; the confirmed version is kept. Refused while it
   * is being settled.
   */
  correct: call({
    method: 'POST',
    path: '/api/v2/test-order/{id}/correction',
    summary: '更正测试单',
    access: keeper,
    params: idParams,
    body: reasonBody,
    reply: testOrderDetail,
    idempotent: true,
  }),
  /** Proposes another payer, who takes over the bill by agreeing. */
  proposePayer: call({
    method: 'POST',
    path: '/api/v2/test-order/{id}/payer',
    summary: '提出更换付款人',
    access: overseer,
    params: idParams,
    body: z.object({ payerId: id, reason: requiredText('更换原因', 500) }),
    reply: testOrderDetail,
  }),
  /** Proposes a write-off to finance; from an amount set in the dictionary on, a document is required. */
  proposeWriteOff: call({
    method: 'POST',
    path: '/api/v2/test-order/{id}/write-off',
    summary: '提出核销',
    access: overseer,
    params: idParams,
    body: z.object({ reason: requiredText('核销原因', 500) }),
    reply: testOrderDetail,
    upload: { field: 'paper', maxFiles: 5, maxBytes: 20_000_000, accept: ['image', 'pdf'] },
  }),
  withdrawProposal: call({
    method: 'POST',
    path: '/api/v2/test-order/{id}/withdraw',
    summary: '撤回更换付款人或核销的提议',
    access: overseer,
    params: idParams,
    reply: testOrderDetail,
  }),
  /**
   * The director reviews, the booker confirms, and the payer agrees to a higher price. A proposed payer, or
   * finance for a proposed write-off, answers the proposal.
   */
  audit: call({
    method: 'POST',
    path: '/api/settle/audit',
    summary: '审核测试单',
    access: { onRow: '实验室主任审核，预约人确认，付款人同意更正后的费用，新付款人或财务人员答复提议' },
    body: testOrderAuditBody,
    reply: z.array(verdict),
    idempotent: true,
  }),
  /** Orders that wait for the caller: to be filled in, reviewed or confirmed. */
  awaitingMe: call({
    method: 'GET',
    path: '/api/settle/settle-audits',
    summary: '待我处理的测试单',
    access: 'signed-in',
    query: filters,
    reply: page,
  }),
  /** Orders that the caller has reviewed or confirmed. */
  auditedByMe: call({
    method: 'GET',
    path: '/api/settle/settle-audit-list',
    summary: '我处理过的测试单',
    access: 'signed-in',
    query: filters,
    reply: page,
  }),
  /** Orders of which the caller is booker or payer. */
  mine: call({
    method: 'GET',
    path: '/api/settle/my-settle-list',
    summary: '我的测试单',
    access: 'signed-in',
    query: filters,
    reply: page,
  }),
  /** Orders of the devices and labs that the caller manages. */
  measureList: call({
    method: 'GET',
    path: '/api/settle/measure-list',
    summary: '我负责的测试单',
    access: 'signed-in',
    query: filters,
    reply: page,
  }),
  /** Back office: all orders with TEST_ORDER_ALL, otherwise those of the caller's labs. */
  settleList: call({
    method: 'GET',
    path: '/api/settle/settle-list',
    summary: '测试单管理',
    access: { anyOf: [...view('TEST_ORDER'), ...view('FINANCIAL')] },
    query: filters,
    reply: page,
  }),
  /** All pages of such a list as an Excel file, latest first. */
  export: call({
    method: 'GET',
    path: '/api/v2/test-order/export',
    summary: '导出测试单',
    access: 'signed-in',
    query: wanted.extend({ scope: z.enum(testOrderScopes).default('mine') }),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  /**
   * Adds result files while the order is filled in and until `RESULT_DAYS` after its settlement. People who
   * may see the order download them by their `url`.
   */
  addFiles: call({
    method: 'POST',
    path: '/api/v2/test-order/{id}/files',
    summary: '上传测试结果文件',
    access: keeper,
    params: idParams,
    upload: {
      field: 'file',
      maxFiles: 10,
      maxBytes: 50_000_000,
      accept: ['image', 'pdf', 'office', 'text', 'zip'],
    },
    reply: z.array(attachment),
  }),
  /** Only before the first confirmation; later a file can only be withdrawn. */
  removeFile: call({
    method: 'DELETE',
    path: '/api/v2/test-order/{id}/files/{fileId}',
    summary: '删除测试结果文件',
    access: filler,
    params: z.object({ id, fileId: z.uuid('文件编号不正确') }),
    reply: done,
  }),
  withdrawFile: call({
    method: 'POST',
    path: '/api/v2/test-order/{id}/files/{fileId}/withdrawal',
    summary: '撤回测试结果文件',
    access: keeper,
    params: z.object({ id, fileId: z.uuid('文件编号不正确') }),
    body: reasonBody,
    reply: resultFile,
    idempotent: true,
  }),
}
