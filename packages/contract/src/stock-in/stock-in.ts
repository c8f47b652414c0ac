import { z } from 'zod'
import { pieceFacts } from '../acceptance/acceptance.ts'
import { deviceFundingWords, devicePurposeWords } from '../device/body.ts'
import { call } from '../kernel/call.ts'
import {
  amountFen,
  at,
  day,
  flag,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  opinion,
  optionalLine,
  seenRevision,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef, deviceRefs } from '../kernel/refs.ts'
import { readiness } from '../opening/readiness.ts'
import { purchaseSource } from '../purchase/sources.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { stageReached } from '../purchase/stage.ts'

// Stock-in: the requester completes the data of accepted pieces, finance reimburses them, and the equipment
// office numbers and labels them.

export const stockInStates = [
  'awaiting_info',
  'awaiting_card_owner',
  'awaiting_finance',
  'awaiting_store',
  'stored',
] as const
export type StockInState = (typeof stockInStates)[number]
export const stockInStateWords: Record<StockInState, string> = {
  awaiting_info: '待预入库',
  awaiting_card_owner: '待卡主同意',
  awaiting_finance: '待财务报销',
  awaiting_store: '待正式入库',
  stored: '已入库',
}

export const stockInEvents = [
  'open',
  'change',
  'submit',
  'agree',
  'confirm',
  'send_back',
  'store',
  'voucher',
] as const
export type StockInEvent = (typeof stockInEvents)[number]
export const stockInEventWords: Record<StockInEvent, string> = {
  open: '验收转入',
  change: '填写预入库',
  submit: '提交报销',
  agree: '卡主同意',
  confirm: '确认报销',
  send_back: '退回',
  store: '正式入库',
  voucher: '登记凭证',
}

export const paymentWords = { bank: '银行支付', loan: '冲借款', card: '经费卡支付' } as const
export const payments = ['bank', 'loan', 'card'] as const
export type Payment = (typeof payments)[number]

/** The displayed number of a stock-in order: RK00000012. */
export const stockInNumber = (id: number): string => `RK${String(id).padStart(8, '0')}`

export const stockInRefusals = {
  PIECE_LAB: '请选择使用实验室',
  PIECE_KEEPER: '请选择保管人',
  PIECE_CATEGORY: '请选择仪器分类',
  PIECE_PURPOSE: '请选择使用方向',
  PIECE_FUNDING: '请选择经费来源',
  PIECE_UNKNOWN: '所填设备不属于该入库单',
  LAB_UNKNOWN: '实验室不存在或已停用',
  ROOM_UNKNOWN: '房间不存在',
  CATEGORY_UNKNOWN: '分类不存在',
  KEEPER_UNKNOWN: '保管人不存在或已停用',
  PAYMENT_MISSING: '请选择支付方式',
  PAYMENT_CARD: '该申购不是经费卡预算，不能选择经费卡支付',
  CARD_PASSED_ON: '您已不是所付经费卡的持有人，请刷新后查看',
  INVOICE_MISSING: '请填写发票',
  INVOICE_FILE: '请上传发票文件',
  INVOICE_NUMBER: '国内发票号码应为 8–20 位数字',
  INVOICE_CODE: '8 位号码的发票须填写发票代码',
  INVOICE_NO_CODE: '20 位号码的数电发票没有发票代码，请留空',
  INVOICE_FUTURE: '开票日期不能晚于今天',
  INVOICE_TWICE: '同一张发票只能填写一次',
  INVOICE_USED: '发票已被其他入库单使用，不能重复报销',
  INVOICE_TAX: '税额必须小于发票金额',
  INVOICE_SUM: '发票金额之和必须等于本单设备的金额',
  FILE_UNKNOWN: '发票文件不存在，请重新上传',
  TOO_MANY_FILES: '该入库单的文件过多，请先保存',
  OWN_PAYMENT: '这笔支出由您提交、经您同意或使用您的经费卡，应由其他财务人员办理',
  VOUCHER_BEFORE: '确认报销后才能登记凭证',
  PAID_FUTURE: '付款日期不能晚于今天',
  NUMBER_PATTERN: '数据字典“资产编号规则”不正确，请联系管理员',
  NUMBERS_UP: '资产编号的流水号已用完，请联系管理员调整资产编号规则',
} as const

export const stockInActions = [
  'change',
  'submit',
  'agree',
  'confirm',
  'send_back',
  'correct',
  'store',
  'voucher',
] as const

export const stockInRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(stockInStates),
  stateAt: at,
  purchase: z.object({ id: z.number(), number: z.string(), title: z.string() }),
  acceptance: z.object({ id: z.number(), number: z.string() }),
  supplier: ref.nullable(),
  requester: ref,
  dept: ref,
  pieceCount: z.number().int(),
  totalFen: z.number().int(),
  payment: z.enum(payments).nullable(),
  /** 凭证号 and day of payment; null until finance has entered them. */
  voucherNumber: z.string().nullable(),
  paidOn: z.string().nullable(),
  createdAt: at,
  can: z.array(z.enum(stockInActions)),
})
export type StockInRow = z.output<typeof stockInRow>

const keys = <T extends Record<string, string>>(words: T) =>
  Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]
const purpose = z.enum(keys(devicePurposeWords), { error: '请选择使用方向' })
const funding = z.enum(keys(deviceFundingWords), { error: '请选择经费来源' })

export const stockInPiece = pieceFacts.extend({
  englishName: z.string().nullable(),
  imported: z.boolean(),
  lab: ref.nullable(),
  room: ref.nullable(),
  keeper: ref.nullable(),
  category: ref.nullable(),
  gbtCode: z.string().nullable(),
  moeCode: z.string().nullable(),
  purpose: purpose.nullable(),
  funding: funding.nullable(),
  assetNumber: z.string().nullable(),
  deviceId: z.number().nullable(),
  /** `readiness`: can the resulting device be booked? `opens`: may the caller open and price it? */
  readiness: readiness.nullable(),
  opens: z.boolean(),
})
export type StockInPiece = z.output<typeof stockInPiece>

export const invoiceRow = z.object({
  id: z.number(),
  number: z.string(),
  code: z.string().nullable(),
  issuedOn: z.string(),
  amountFen: z.number().int(),
  taxFen: z.number().int(),
  file: attachment.nullable(),
})
export type InvoiceRow = z.output<typeof invoiceRow>

export const stockInDetail = stockInRow.extend({
  /** May the caller open the acceptance too? */
  opensAcceptance: z.boolean(),
  contractNumber: z.string().nullable(),
  /** Of the whole contract, of which the order may be a part. */
  contractFen: z.number().int(),
  /** Notes for the requester and the people who confirm or store it; they block nothing. */
  warnings: z.array(z.string()),
  /** Amounts taken from the purchase's sources; 经费卡支付 takes them from the cards among these. */
  shares: z.array(purchaseSource),
  acceptedOn: z.string().nullable(),
  remark: z.string().nullable(),
  reason: z.string().nullable(),
  /** Number of times its content was saved. */
  revision: z.number().int(),
  pieces: z.array(stockInPiece),
  invoices: z.array(invoiceRow),
  invoicedFen: z.number().int(),
  reimbursedBy: ref.nullable(),
  reimbursedAt: at.nullable(),
  storedBy: ref.nullable(),
  storedAt: at.nullable(),
  stage: stageReached,
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type StockInDetail = z.output<typeof stockInDetail>

const nullId = id.nullish().transform((v) => v ?? null)
const coded = (label: string, pattern: RegExp, hint: string) =>
  optionalLine(label, 20).refine((s) => s === null || pattern.test(s), hint)
const pieceBody = z.object({
  id,
  labId: nullId,
  roomId: nullId,
  keeperId: nullId,
  categoryId: nullId,
  gbtCode: coded('国标分类号', /^[A-Z]?\d{7,8}$/, '国标分类号应为 7–8 位数字，新版以字母开头'),
  moeCode: coded('教育部分类号', /^\d{8}$/, '教育部分类号应为 8 位数字'),
  purpose: purpose.nullish().transform((v) => v ?? null),
  funding: funding.nullish().transform((v) => v ?? null),
})
export type StockInPieceBody = z.output<typeof pieceBody>
const pieces = z
  .array(pieceBody)
  .min(1, '请填写设备信息')
  .max(1000, '一张入库单最多 1000 台设备')
  .refine((all) => new Set(all.map((p) => p.id)).size === all.length, '同一台设备只能填写一次')

/** Number of a domestic invoice: 8 digits on paper, 20 without paper. */
export const isDomesticNumber = (number: string): boolean => /^\d{8,20}$/.test(number)
const invoiceBody = z
  .object({
    /** Numbers of foreign invoices contain letters and hyphens. */
    number: z
      .string({ error: '请填写发票号码' })
      .trim()
      .toUpperCase()
      .regex(/^[0-9A-Z][0-9A-Z-]{2,29}$/, '发票号码应为 3–30 位字母、数字或连字符'),
    code: optionalLine('发票代码', 12).refine(
      (s) => s === null || /^\d{10,12}$/.test(s),
      '发票代码应为 10–12 位数字',
    ),
    issuedOn: day,
    amountFen: amountFen.refine((fen) => fen > 0, '金额必须大于零'),
    taxFen: amountFen,
    fileId: z
      .uuid('文件编号不正确')
      .nullish()
      .transform((v) => v ?? null),
  })
  .refine((v) => v.taxFen < v.amountFen, { error: stockInRefusals.INVOICE_TAX, path: ['taxFen'] })
export type InvoiceBody = z.output<typeof invoiceBody>

/** The data known so far; completeness and sums are checked on submission. */
export const stockInBody = z.object({
  revision: seenRevision,
  pieces,
  invoices: z
    .array(invoiceBody)
    .max(50, '发票最多 50 张')
    .refine(
      (all) => new Set(all.map((v) => `${v.code ?? ''} ${v.number}`)).size === all.length,
      stockInRefusals.INVOICE_TWICE,
    )
    .default([]),
  payment: z
    .enum(payments, { error: '请选择支付方式' })
    .nullish()
    .transform((v) => v ?? null),
  remark: text('备注', 500),
})

const voucher = {
  voucherNumber: optionalLine('凭证号', 50),
  paidOn: day.nullish().transform((v) => v ?? null),
}
export const voucherBody = z.object({
  ...voucher,
  voucherNumber: line('凭证号', 50),
  reason: optionalLine('说明', 200),
})

export const stockInAuditBody = z
  .object({
    items: batchItems(stockInStates),
    verdict: z.enum(['approve', 'send_back'], { error: '请选择确认或退回' }),
    reason: opinion,
    ...voucher,
  })
  .refine((v) => v.verdict === 'approve' || v.reason !== null, { error: '请填写退回原因', path: ['reason'] })

export const labelRow = z.object({
  deviceId: z.number(),
  serialId: z.string(),
  name: z.string(),
  model: z.string().nullable(),
  dept: z.string(),
  lab: z.string(),
  /** Building and room: the device's own, else the laboratory's. */
  room: z.string().nullable(),
  keeper: z.string().nullable(),
  boughtOn: z.string().nullable(),
  /** Address in the QR code; it opens the device's page and its actions. */
  url: z.string(),
})
export type LabelRow = z.output<typeof labelRow>
export const MAX_LABELS = 500

/** `keyword` finds numbers, titles of purchases, requesters, and numbers of invoices, vouchers and assets. */
const filters = z.object({
  keyword,
  state: ifAsked(z.enum(stockInStates, { error: '状态不正确' })),
  /** Only orders that have passed this state, whatever their state is now. */
  past: ifAsked(z.enum(stockInStates, { error: '状态不正确' })),
  payment: ifAsked(z.enum(payments, { error: '支付方式不正确' })),
  purchaseId: ifAsked(id),
  /** Only orders that wait for the caller. */
  waiting: flag,
  from: ifAsked(day),
  to: ifAsked(day),
})
const query = pageQuery.extend(filters.shape)
export type StockInFilters = z.output<typeof query>

const party = { onRow: '申购人、保管人、院系负责人、设备处、财务人员、经费卡持有人' }
const requester = { onRow: '申购人' }
const detailOf = { params: idParams, reply: stockInDetail }

export const stockInCalls = {
  /**
   * The caller's own orders and those of the dept the caller heads; the equipment office and finance see all.
   * `total` is exact up to 10,000.
   */
  list: call({
    method: 'GET',
    path: '/api/v2/stock-in',
    summary: '入库单列表',
    access: 'signed-in',
    query,
    reply: definePage(stockInRow).extend({ totalExact: z.boolean() }),
  }),
  counts: call({
    method: 'GET',
    path: '/api/v2/stock-in/counts',
    summary: '入库单数量',
    access: 'signed-in',
    reply: z.object({
      states: z.array(z.object({ state: z.enum(stockInStates), count: z.number().int() })),
      waiting: z.number().int(),
    }),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/stock-in/export',
    summary: '导出入库单',
    access: 'signed-in',
    query: filters,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  get: call({ method: 'GET', path: '/api/v2/stock-in/{id}', summary: '入库单', access: party, ...detailOf }),
  change: call({
    method: 'PUT',
    path: '/api/v2/stock-in/{id}',
    summary: '填写预入库',
    access: requester,
    body: stockInBody,
    keeps: true,
    idempotent: true,
    ...detailOf,
  }),
  /**
   * Corrects an order before it is stored. Finance has already paid, so only the pieces' record data can
   * change.
   */
  correct: call({
    method: 'PUT',
    path: '/api/v2/stock-in/{id}/pieces',
    summary: '更正入库设备信息',
    access: { onRow: '设备处' },
    body: z.object({ revision: seenRevision, pieces }),
    ...detailOf,
  }),
  addFile: call({
    method: 'POST',
    path: '/api/v2/stock-in/{id}/file',
    summary: '上传发票文件',
    access: requester,
    params: idParams,
    reply: attachment,
    upload: { field: 'file', maxFiles: 1, maxBytes: 20_000_000, accept: ['image', 'pdf', 'invoice'] },
  }),
  submit: call({
    method: 'POST',
    path: '/api/v2/stock-in/{id}/submit',
    summary: '提交报销',
    access: requester,
    body: z.object({ revision: seenRevision }),
    idempotent: true,
    ...detailOf,
  }),
  /** Finance confirms the reimbursement, which deducts the frozen amount, or sends the order back. */
  audit: call({
    method: 'POST',
    path: '/api/v2/stock-in/audit',
    summary: '报销确认',
    access: { onRow: '财务人员、经费卡持有人' },
    body: stockInAuditBody,
    reply: z.array(verdict),
    idempotent: true,
  }),
  /** Enters the voucher late or corrects it; each change is logged with the previous values. */
  voucher: call({
    method: 'PUT',
    path: '/api/v2/stock-in/{id}/voucher',
    summary: '登记报销凭证',
    access: { onRow: '财务人员' },
    body: voucherBody,
    ...detailOf,
  }),
  /** The equipment office stores the order: each piece gets its asset number and becomes a device. */
  store: call({
    method: 'POST',
    path: '/api/v2/stock-in/store',
    summary: '正式入库',
    access: { onRow: '设备处' },
    body: z.object({ items: batchItems(stockInStates), reason: opinion }),
    reply: z.array(verdict),
    idempotent: true,
  }),
  /** Labels of devices that the caller may see, in the requested order. */
  labels: call({
    method: 'GET',
    path: '/api/v2/stock-in/labels',
    summary: '仪器标签',
    access: 'signed-in',
    query: z.object({ deviceIds: deviceRefs('请选择要打印标签的仪器', MAX_LABELS) }),
    reply: z.array(labelRow),
  }),
  /** All documents about a device as one archive: its purchase, if it was made here, and everything since. */
  dossier: call({
    method: 'GET',
    path: '/api/v2/stock-in/dossier/{deviceId}',
    summary: '下载仪器建档资料',
    access: { onRow: '保管人、仪器管理人员、申购人、院系负责人、设备处' },
    params: z.object({ deviceId: deviceRef }),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
}
