import { z } from 'zod'
import { call } from '../kernel/call.ts'
import {
  amountFen,
  at,
  day,
  flag,
  id,
  idList,
  idParams,
  ifAsked,
  keyword,
  line,
  opinion,
  optionalEmail,
  optionalLine,
  requiredText,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { labRef } from '../kernel/refs.ts'
import { attachment, batchItems, historyEntry, idsUpTo, progressStep, ref, verdict } from '../kernel/rows.ts'
import { billLine } from '../price-plan/price-plan.ts'
import { testOrderRow } from '../test-order/test-order.ts'

/** States are named for the person awaited. In paths a settlement is called `pay-order`. */
export const settlementStates = [
  'awaiting_card_owner',
  'awaiting_remittance',
  'awaiting_finance',
  'settled',
  'refused',
  'cancelled',
  'awaiting_reversal',
  'reversed',
  'refunded',
] as const
export type SettlementState = (typeof settlementStates)[number]
/** In these states only the starter and the owners of the cards can act; finance is not involved yet. */
export const beforeFinanceStates = [
  'awaiting_card_owner',
  'awaiting_remittance',
] as const satisfies readonly SettlementState[]
export const settlementStateWords: Record<SettlementState, string> = {
  awaiting_card_owner: '待卡主审批',
  awaiting_remittance: '待汇款',
  awaiting_finance: '待财务处理',
  settled: '已结算',
  refused: '已驳回',
  cancelled: '已取消',
  awaiting_reversal: '待冲正审批',
  reversed: '已冲正',
  refunded: '已退款',
}

export const settlementEvents = [
  'create',
  'agree',
  'remit',
  'deduct',
  'receive',
  'send_back',
  'refuse',
  'cancel',
  'ask_reversal',
  'refuse_reversal',
  'reverse',
  'refund',
] as const
export type SettlementEvent = (typeof settlementEvents)[number]
export const settlementEventWords: Record<SettlementEvent, string> = {
  create: '发起结算',
  agree: '卡主同意',
  remit: '登记汇款',
  deduct: '扣款',
  receive: '确认到账',
  send_back: '退回汇款信息',
  refuse: '驳回',
  cancel: '取消',
  ask_reversal: '申请冲正',
  refuse_reversal: '驳回冲正',
  reverse: '冲正',
  refund: '登记退款',
}

export const payWays = ['fund_card', 'offline'] as const
export type PayWay = (typeof payWays)[number]
/** The state in words; of a reversed remittance also that the refund is still due. */
export const wordState = ({ state, way }: { state: SettlementState; way: PayWay }): string =>
  state === 'reversed' && way === 'offline' ? '已冲正，待退款' : settlementStateWords[state]
export const payWayWords: Record<PayWay, string> = { fund_card: '经费卡', offline: '线下汇款' }

export type Approving = Extract<SettlementEvent, 'agree' | 'deduct' | 'receive' | 'reverse'>
/**
 * The event that `approve` triggers in this state, for code that has only a list's row. It equals the flow's
 * table.
 */
export function approvedBy({ state, way }: { state: SettlementState; way: PayWay }): Approving {
  if (state === 'awaiting_card_owner') return 'agree'
  if (state === 'awaiting_reversal') return 'reverse'
  return way === 'fund_card' ? 'deduct' : 'receive'
}

export const settlementRefusals = {
  NOT_CONFIRMED: '所选测试单已在结算中或已结算，请刷新后重试',
  NOT_YOURS: '只有预约人或付款人可以发起结算',
  SEVERAL_PAYERS: '一张结算单只能包含同一付款人的测试单',
  SEVERAL_LABS: '一张结算单只能包含同一实验室的测试单',
  SHARES_MISSING: '请选择经费卡并填写金额',
  SHARES_TWICE: '同一张经费卡只能填写一次',
  SHARES_TOTAL: '各经费卡金额之和必须等于应付金额',
  SHARES_OFFLINE: '线下汇款不能填写经费卡',
  VOUCHER_MISSING: '请上传汇款凭证',
  CARD_PASSED_ON: '您已不是所付经费卡的持有人，请刷新后查看',
  OWN_PAYMENT: '付款人不能为自己的结算单扣款或确认到账',
  OWN_REVERSAL:
    '扣款或确认到账的人不能审批该结算单的冲正，须由其他财务人员审批；没有其他财务人员时，请系统管理员另行指定',
  REFUND_OPEN: '测试单的上一笔汇款已冲正、尚未退款，财务登记退款后才能重新结算',
  REFUNDED_FUTURE: '退款日期不能晚于今天',
  REFUNDED_EARLY: '退款日期不能早于汇款日期',
  POSTED_FUTURE: '记账日期不能晚于今天',
  TOTAL_CHANGED: '测试单费用已更正，请刷新后重新核对金额',
  REMITTED_FUTURE: '汇款日期不能晚于今天',
  NOT_INVOICED: '只有未驳回、未取消的线下汇款结算单可以开票',
  INVOICE_ISSUED: '发票已开具，开票信息不能再修改',
  INVOICED_FUTURE: '开票日期不能晚于今天',
} as const

/** Most test orders in one settlement. */
export const SETTLEMENT_ORDERS_MAX = 500
/** Most test orders divided into settlements with one request. */
export const PLAN_ORDERS_MAX = 2_000

/** The settlement's displayed number, for example JS00000012; a search for it finds the settlement. */
export const settlementNumber = (settlementId: number): string => `JS${String(settlementId).padStart(8, '0')}`

/**
 * `approve` means what the state asks for: agree, deduct, confirm the receipt, reverse. `send_back` asks for
 * another remittance voucher. `refund`: the remitted amount was paid back. `post`: the accounting voucher is
 * entered.
 */
export const settlementActions = [
  'approve',
  'refuse',
  'send_back',
  'remit',
  'cancel',
  'ask_reversal',
  'refund',
  'post',
  'print',
] as const

export const settlementRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(settlementStates),
  stateAt: at,
  way: z.enum(payWays),
  starter: ref,
  payer: ref,
  lab: ref,
  totalFen: z.number().int(),
  itemCount: z.number().int(),
  createdAt: at,
  settledAt: at.nullable(),
  /** Card numbers and accounting voucher, for finance's lists; null: hidden from the caller. */
  books: z.object({ cards: z.string(), voucher: z.string() }).nullable(),
  can: z.array(z.enum(settlementActions)),
})
export type SettlementRow = z.output<typeof settlementRow>

export const settlementShare = z.object({
  card: ref.extend({ number: z.string() }),
  owner: ref,
  amountFen: z.number().int(),
  ownerApprovedAt: at.nullable(),
})
export const settlementItem = z.object({
  testOrderId: z.number(),
  number: z.string(),
  bookingId: z.number(),
  device: ref.extend({ serialId: z.string() }),
  booker: ref,
  startAt: at.nullable(),
  endAt: at.nullable(),
  sampleCount: z.number().int(),
  lines: z.array(billLine),
  amountFen: z.number().int(),
})

/** For whom the invoice is, and its number when finance has issued it. */
export const settlementInvoice = z.object({
  title: z.string().nullable(),
  taxNumber: z.string().nullable(),
  email: z.string().nullable(),
  number: z.string().nullable(),
  invoicedOn: z.string().nullable(),
  /** `name`: the caller may say for whom it is; `issue`: enter its number. */
  can: z.array(z.enum(['name', 'issue'])),
})
export type SettlementInvoice = z.output<typeof settlementInvoice>

/** Accounts to remit to: the entries of the dictionary `remittance_account`. */
const remitTo = z.array(z.object({ label: z.string(), value: z.string() }))

export const settlementDetail = settlementRow.extend({
  items: z.array(settlementItem),
  /** A person who only owns a card sees only the shares of their own cards. */
  shares: z.array(settlementShare),
  /** While the settlement waits for its remittance; otherwise empty. */
  remitTo,
  remittance: z
    .object({
      voucherNumber: z.string(),
      remitter: z.string(),
      remittedOn: z.string(),
      proof: attachment.nullable(),
      /** Other settlements with the same voucher, for finance to check. */ sameVoucher: z.array(
        z.object({ id: z.number(), number: z.string() }),
      ),
    })
    .nullable(),
  /** Null: paid with cards, for which there is no invoice. */
  invoice: settlementInvoice.nullable(),
  remark: z.string().nullable(),
  /** Why it was refused, sent back or cancelled, or was or is to be reversed. */
  reason: z.string().nullable(),
  settledBy: ref.nullable(),
  /** The accounting voucher. */
  posting: z.object({ number: z.string(), postedOn: z.string() }).nullable(),
  /** The remittance was reversed and is not paid back yet. */
  refundOpen: z.boolean(),
  refund: z.object({ number: z.string(), refundedOn: z.string(), by: ref, at }).nullable(),
  /** Why the caller may not decide in this state; null if there is nothing to explain. */
  barred: z.string().nullable(),
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type SettlementDetail = z.output<typeof settlementDetail>

/** All data of the printed bill; `totalWords` is the amount in Chinese capitals. */
export const printableBill = settlementDetail
  .pick({
    id: true,
    number: true,
    state: true,
    way: true,
    starter: true,
    payer: true,
    lab: true,
    totalFen: true,
    items: true,
    shares: true,
    remittance: true,
    invoice: true,
    createdAt: true,
    settledAt: true,
    settledBy: true,
    remark: true,
    posting: true,
    refundOpen: true,
    refund: true,
    history: true,
  })
  .extend({
    totalWords: z.string(),
    payerDept: z.string().nullable(),
    labDept: z.string(),
    /** In every state, unlike that of the detail. */
    remitTo,
    printedAt: at,
  })
export type PrintableBill = z.output<typeof printableBill>

export const settlementShareInput = z.object({
  cardId: id,
  amountFen: amountFen.refine((fen) => fen > 0, '金额必须大于零'),
})
export const settlementBody = z
  .object({
    testOrderIds: idsUpTo(SETTLEMENT_ORDERS_MAX),
    way: z.enum(payWays, { error: '请选择结算方式' }),
    /**
     * The sum that the person saw. A mismatch is refused, so that a corrected price is not settled unseen.
     */
    totalFen: amountFen.optional(),
    /** Must add up exactly to the sum of the test orders. */
    shares: z.array(settlementShareInput).max(10, '最多使用 10 张经费卡').default([]),
    remark: text('备注', 500),
  })
  .superRefine((v, c) => {
    const wrong = (message: string) => c.addIssue({ code: 'custom', message, path: ['shares'] })
    if (v.way === 'offline' && v.shares.length) wrong(settlementRefusals.SHARES_OFFLINE)
    if (v.way === 'fund_card' && !v.shares.length) wrong(settlementRefusals.SHARES_MISSING)
    if (new Set(v.shares.map((s) => s.cardId)).size < v.shares.length) wrong(settlementRefusals.SHARES_TWICE)
  })
export type SettlementBody = z.output<typeof settlementBody>

/** The test orders divided into as few settlements as possible: one for each payer and lab. */
export const settlementPlan = z.object({
  groups: z.array(
    z.object({
      payer: ref,
      lab: ref,
      totalFen: z.number().int(),
      orders: z.array(
        z.object({
          id: z.number(),
          number: z.string(),
          device: ref,
          booker: ref,
          startAt: at.nullable(),
          totalFen: z.number().int(),
        }),
      ),
    }),
  ),
  /** Requested test orders that cannot be settled now, with the reason. */
  left: z.array(z.object({ id: z.number(), number: z.string(), reason: z.string() })),
  /** There are more test orders than one request divides. */
  more: z.boolean(),
})
export type SettlementPlan = z.output<typeof settlementPlan>

export const remittanceBody = z.object({
  voucherNumber: line('凭证号', 50),
  remitter: line('汇款人', 100),
  remittedOn: day,
})
export type RemittanceBody = z.output<typeof remittanceBody>

export const settlementAuditBody = z
  .object({
    items: batchItems(settlementStates),
    verdict: z.enum(['approve', 'refuse', 'send_back'], { error: '请选择通过、驳回或退回' }),
    reason: opinion,
  })
  .refine((v) => v.verdict === 'approve' || v.reason !== null, { error: '请填写原因', path: ['reason'] })

/**
 * Sorts by id, totalFen, stateAt. `keyword` finds numbers and people; `from` and `to` are days of creation.
 */
const wanted = z.object({
  keyword,
  state: z.enum(settlementStates).optional(),
  way: z.enum(payWays).optional(),
  labId: labRef.optional(),
  payerId: id.optional(),
  cardId: id.optional(),
  from: day.optional(),
  to: day.optional(),
  /** Only those whose payer waits for an invoice. */
  uninvoiced: flag,
})
export type SettlementWanted = z.output<typeof wanted>
const filters = pageQuery.extend(wanted.shape)
export type SettlementFilters = z.output<typeof filters>
/**
 * `total` is exact up to 10,000; beyond, `totalExact` is false. `sumFen` is the sum of the counted
 * settlements.
 */
const page = definePage(settlementRow).extend({ totalExact: z.boolean(), sumFen: z.number().int() })
const party = { onRow: '发起人、付款人、经费卡持有人、实验室主任与审核员、财务人员' }
const reason = z.object({ reason: requiredText('原因', 500) })

const voucher = (label: string) => line(label, 50)
export const refundBody = z.object({ number: voucher('退款凭证号'), refundedOn: day })
/** `seenNumber`: the number that the page showed, null if none; another one is not replaced unseen. */
export const postingBody = z.object({
  number: voucher('记账凭证号'),
  postedOn: day,
  seenNumber: voucher('记账凭证号').nullish(),
})
const finance = { onRow: '财务人员' }

export const invoiceTitleBody = z.object({
  title: line('发票抬头', 100),
  taxNumber: optionalLine('纳税人识别号', 20).refine(
    (s) => s === null || /^[0-9A-Z]{15,20}$/.test(s),
    '纳税人识别号应为 15–20 位数字或大写字母',
  ),
  email: optionalEmail,
})
export type InvoiceTitleBody = z.output<typeof invoiceTitleBody>
const invoiceNumber = z
  .string({ error: '请填写发票号码' })
  .trim()
  .regex(/^\d{8,20}$/, '发票号码应为 8–20 位数字')
/** `seenNumber`: as with a posting. */
export const invoiceBody = z.object({
  number: invoiceNumber,
  invoicedOn: day,
  seenNumber: invoiceNumber.nullish(),
})
export type InvoiceBody = z.output<typeof invoiceBody>

export const settlementCalls = {
  create: call({
    method: 'POST',
    path: '/api/settle-pay-order/create',
    summary: '发起结算',
    access: { onRow: '预约人或付款人' },
    body: settlementBody,
    reply: settlementDetail,
    idempotent: true,
  }),
  /**
   * Divides the given test orders, or all that `waitPay` lists for these filters, into settlements; nothing
   * is written.
   */
  plan: call({
    method: 'GET',
    path: '/api/v2/pay-order/plan',
    summary: '合并结算预览',
    access: 'signed-in',
    query: z.object({
      testOrderIds: ifAsked(idList('测试单编号不正确', SETTLEMENT_ORDERS_MAX)),
      keyword,
      labId: labRef.optional(),
      payerId: id.optional(),
    }),
    reply: settlementPlan,
  }),
  /**
   * Settlements that the caller started, pays for, owns a card of, or that concern the caller's labs; finance
   * sees all.
   */
  list: call({
    method: 'GET',
    path: '/api/settle-pay-order/list',
    summary: '结算单列表',
    access: 'signed-in',
    query: filters,
    reply: page,
  }),
  /** The same as `list`, under a second path. */
  search: call({
    method: 'GET',
    path: '/api/v2/pay-order/list',
    summary: '结算单查询',
    access: 'signed-in',
    query: filters,
    reply: page,
  }),
  /** All pages of `list`, or of the settlements that wait for the caller, as an Excel file, latest first. */
  export: call({
    method: 'GET',
    path: '/api/v2/pay-order/export',
    summary: '导出结算单',
    access: 'signed-in',
    query: wanted.extend({ scope: z.enum(['all', 'waiting']).default('all') }),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  detail: call({
    method: 'GET',
    path: '/api/settle-pay-order/detail',
    summary: '结算单详情',
    access: party,
    query: z.object({ id }),
    reply: settlementDetail,
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/pay-order/',
    summary: '结算单',
    access: party,
    query: z.object({ id }),
    reply: settlementDetail,
  }),
  bill: call({
    method: 'GET',
    path: '/api/v2/pay-order/{id}/bill',
    summary: '结算单打印信息',
    access: party,
    params: idParams,
    reply: printableBill,
  }),
  /**
   * Decides several settlements independently: the owner of a card agrees, finance deducts or confirms the
   * receipt, or a reversal is approved.
   */
  audit: call({
    method: 'POST',
    path: '/api/settle-pay-order/audit',
    summary: '审批结算单',
    access: { onRow: '经费卡持有人、财务人员' },
    body: settlementAuditBody,
    reply: z.array(verdict),
    idempotent: true,
  }),
  /** Confirmed test orders that the caller may settle as booker or payer. */
  waitPay: call({
    method: 'GET',
    path: '/api/settle/wait-pay',
    summary: '待结算的测试单',
    access: 'signed-in',
    query: pageQuery.extend({ keyword, labId: labRef.optional(), payerId: id.optional() }),
    reply: definePage(testOrderRow).extend({ totalExact: z.boolean(), sumFen: z.number().int() }),
  }),
  /** Settlements that wait for the caller: as owner of a card, as finance (also to refund), or to remit. */
  awaitingMe: call({
    method: 'GET',
    path: '/api/settle/settle-audit-pay-list',
    summary: '待我审批的结算单',
    access: 'signed-in',
    query: filters,
    reply: page,
  }),
  counts: call({
    method: 'GET',
    path: '/api/share/getOrderCount',
    summary: '待结算数量',
    access: 'signed-in',
    reply: z.object({ count: z.number().int(), waitPay: z.number().int(), awaitingMe: z.number().int() }),
  }),
  /**
   * Registers the voucher number and proof; the fields are sent beside the file. Used again after it was sent
   * back.
   */
  remit: call({
    method: 'POST',
    path: '/api/v2/pay-order/{id}/remittance',
    summary: '登记汇款',
    access: { onRow: '发起人或付款人' },
    params: idParams,
    body: remittanceBody,
    reply: settlementDetail,
    idempotent: true,
    upload: { field: 'proof', maxFiles: 1, maxBytes: 20_000_000, accept: ['image', 'pdf'] },
  }),
  /** By the starter, the payer or finance, before it is settled. */
  cancel: call({
    method: 'POST',
    path: '/api/v2/pay-order/{id}/cancel',
    summary: '取消结算',
    access: { onRow: '发起人、付款人或财务人员' },
    params: idParams,
    body: reason,
    reply: settlementDetail,
    idempotent: true,
  }),
  /** Records that a reversed remittance was paid back. */
  refund: call({
    method: 'POST',
    path: '/api/v2/pay-order/{id}/refund',
    summary: '登记退款',
    access: finance,
    params: idParams,
    body: refundBody,
    reply: settlementDetail,
    idempotent: true,
  }),
  /**
   * Enters the accounting voucher and its day, before or after the deduction; entering it again corrects it.
   */
  post: call({
    method: 'POST',
    path: '/api/v2/pay-order/{id}/posting',
    summary: '登记记账凭证',
    access: finance,
    params: idParams,
    body: postingBody,
    reply: settlementDetail,
    idempotent: true,
  }),
  /** Says for whom the invoice is, until it is issued; the payer's next remittance begins with it. */
  nameInvoice: call({
    method: 'POST',
    path: '/api/v2/pay-order/{id}/invoice-title',
    summary: '填写开票信息',
    access: { onRow: '发起人或付款人' },
    params: idParams,
    body: invoiceTitleBody,
    reply: settlementDetail,
    idempotent: true,
  }),
  /** Enters the invoice that finance has issued; entering it again corrects it. */
  issueInvoice: call({
    method: 'POST',
    path: '/api/v2/pay-order/{id}/invoice',
    summary: '登记发票',
    access: finance,
    params: idParams,
    body: invoiceBody,
    reply: settlementDetail,
    idempotent: true,
  }),
  askReversal: call({
    method: 'POST',
    path: '/api/v2/pay-order/{id}/reversal',
    summary: '申请冲正',
    access: { onRow: '付款人、实验室主任或财务人员' },
    params: idParams,
    body: reason,
    reply: settlementDetail,
    idempotent: true,
  }),
}
