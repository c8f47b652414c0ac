import { z } from 'zod'
import { ledgerBusinesses, ledgerKinds } from '../fund-card/fund-card.ts'
import { call, done, type Access } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, day, flag, id, ifAsked, line } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { edit, view } from '../kernel/permissions.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { payWays } from '../settlement/settlement.ts'
import { testOrderStates } from '../test-order/test-order.ts'

// Amounts billed, paid and paid back form one journal (decision 070). The reports sum it, divide it between
// recipients, and close it by month.

/** Whose money: of the whole campus, of the labs that the person directs, or paid by the person. */
export const financeScopes = ['all', 'lab', 'own'] as const
export type FinanceScope = (typeof financeScopes)[number]
export const financeScopeWords: Record<FinanceScope, string> = {
  all: '全校',
  lab: '我负责的实验室',
  own: '我付款的',
}

/** Events of a bill in the journal. */
export const entryKinds = ['billed', 'received', 'reversed', 'refunded', 'written_off'] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryKindWords: Record<EntryKind, string> = {
  billed: '应收',
  received: '实收',
  reversed: '冲正',
  refunded: '退款',
  written_off: '核销',
}

/** Kinds of lines in a bill. */
export const feeWords = {
  start: '开机费',
  time: '机时费',
  sample: '样品测试费',
  material: '耗材费',
  discount: '优惠减免',
  cancel_fee: '取消费与爽约费',
  other: '其他费用',
} as const
export type Fee = keyof typeof feeWords
export const fees = Object.keys(feeWords) as [Fee, ...Fee[]] // the keys are exactly these, at least one

export const reportKeys = [
  'dept',
  'lab',
  'device',
  'payer',
  'payerDept',
  'fee',
  'way',
  'tier',
  'month',
] as const
export type ReportKey = (typeof reportKeys)[number]
export const reportKeyWords: Record<ReportKey, string> = {
  dept: '单位',
  lab: '实验室',
  device: '仪器',
  payer: '付款人（课题组）',
  payerDept: '付款人单位',
  fee: '费用项目',
  way: '结算方式',
  tier: '价格档',
  month: '月份',
}

/** Sums in fen. Amounts that take money back (reversals, refunds, write-offs) are negative. */
export const amounts = [
  'billedFen',
  'lateBilledFen',
  'receivedFen',
  'reversedFen',
  'lateFen',
  'netFen',
  'refundedFen',
  'writtenOffFen',
] as const
export type Amount = (typeof amounts)[number]
export const amountWords: Record<Amount, { title: string; formula: string }> = {
  billedFen: { title: '应收', formula: '期间内确认的测试单金额之和；同一期间内更正的按更正后计' },
  lateBilledFen: {
    title: '应收后期调整',
    formula: '期间内对已结账月份测试单费用的更正（差额），不改变已结账月份，单独列示',
  },
  receivedFen: {
    title: '实收',
    formula: '期间内已扣款或已确认到账的结算单金额之和，以扣款、确认到账的时间为准',
  },
  reversedFen: { title: '冲正', formula: '期间内冲正的结算单金额（负数），不含对已结账月份的冲正' },
  lateFen: { title: '实收后期调整', formula: '期间内对已结账月份结算单的冲正（负数），单独列示' },
  netFen: { title: '净收入', formula: '实收 + 冲正 + 实收后期调整（后两项为负数）' },
  refundedFen: {
    title: '已退款',
    formula: '线下汇款冲正后已退还付款人的金额（负数）；净收入在冲正时已减少，不重复扣减',
  },
  writtenOffFen: { title: '核销', formula: '期间内核销、不再收取的测试单金额（负数）' },
}
export const sums = z.object(
  Object.fromEntries(amounts.map((a) => [a, z.number().int()])) as Record<Amount, z.ZodNumber>,
)
export type Sums = z.output<typeof sums>

const access: Access = { onRow: '财务人员；实验室主任（本实验室）；付款人（本人付款的）' }
const clerks: Access = { anyOf: view('FINANCIAL') }
const closers: Access = { anyOf: edit('FINANCIAL') }

/** The figures include everything posted up to this instant. */
const asOf = at

const asked = z.object({
  /** Left out: the widest scope that the person has. */
  scope: ifAsked(z.enum(financeScopes, { error: '请选择范围' })),
  from: day,
  /** The last day, included. */
  to: day,
})
export type Asked = z.output<typeof asked>
const narrowed = asked.extend({
  labId: labRef.optional(),
  deptId: ifAsked(id),
  deviceId: deviceRef.optional(),
  payerId: ifAsked(id),
  /** 0: payers who belong to no department of the university. */
  payerDeptId: ifAsked(z.coerce.number<number | string>().int().min(0)),
  fee: ifAsked(z.enum(fees, { error: '请选择费用项目' })),
  way: ifAsked(z.enum(payWays, { error: '请选择结算方式' })),
  tier: ifAsked(z.enum(['dept', 'campus', 'school', 'company'], { error: '请选择价格档' })),
})
export type Narrowed = z.output<typeof narrowed>

const table = call({
  method: 'GET',
  path: '/api/v2/finance-report/table',
  summary: '收入报表',
  access,
  query: narrowed.extend(pageQuery.shape).extend({ by: z.enum(reportKeys, { error: '请选择报表维度' }) }),
  reply: definePage(
    sums.extend({
      /** Key of the row: an id, a month `YYYY-MM`, or a word of the contract. */
      key: z.string(),
      name: z.string(),
      /** Instruments only: the number and the laboratory it belongs to now. */
      about: z.object({ serialId: z.string(), lab: z.string() }).nullable(),
    }),
  ).extend({ sum: sums, asOf }),
})
export type ReportRow = z.output<typeof table.reply>['items'][number]

const entries = call({
  method: 'GET',
  path: '/api/v2/finance-report/entry',
  summary: '收支明细',
  access,
  query: narrowed.extend(pageQuery.shape).extend({
    kind: ifAsked(z.enum(entryKinds, { error: '请选择类型' })),
    /** Only entries that correct closed months. */
    late: flag,
  }),
  reply: definePage(
    z.object({
      id: z.number(),
      at,
      kind: z.enum(entryKinds),
      late: z.boolean(),
      /** When the corrected entry was posted. */
      originAt: at,
      testOrderId: z.number(),
      settlementId: z.number().nullable(),
      way: z.enum(payWays).nullable(),
      device: ref,
      lab: ref,
      dept: ref,
      payer: ref,
      fee: z.enum(fees),
      amountFen: z.number().int(),
    }),
  ).extend({ sumFen: z.number().int(), asOf }),
})
export type EntryRow = z.output<typeof entries.reply>['items'][number]

export const cardSums = z.object({
  openingFen: z.number().int(),
  topupFen: z.number().int(),
  adjustFen: z.number().int(),
  deductedFen: z.number().int(),
  reversedFen: z.number().int(),
  closingFen: z.number().int(),
  /** The frozen part of the closing balance. */
  frozenFen: z.number().int(),
})
export type CardSums = z.output<typeof cardSums>
export const cardSumWords: Record<keyof CardSums, { title: string; formula: string }> = {
  openingFen: { title: '期初余额', formula: '期间第一天开始时的余额' },
  topupFen: { title: '入账', formula: '期间内财务登记的入账' },
  adjustFen: { title: '调整', formula: '期间内财务登记的调整，增加为正、减少为负' },
  deductedFen: { title: '扣款', formula: '期间内结算与采购报销的扣款（负数）' },
  reversedFen: { title: '冲正退回', formula: '期间内冲正退回卡上的金额' },
  closingFen: { title: '期末余额', formula: '期初余额 + 入账 + 调整 + 扣款 + 冲正退回' },
  frozenFen: { title: '其中冻结', formula: '期末余额中为预约、结算和入库报销冻结、尚未扣款的部分' },
}
const cards = call({
  method: 'GET',
  path: '/api/v2/finance-report/card',
  summary: '经费卡收支报表',
  access,
  query: asked.extend(pageQuery.shape),
  reply: definePage(
    cardSums.extend({ id: z.number(), number: z.string(), name: z.string(), owner: z.string() }),
  ).extend({ sum: cardSums, asOf }),
})
export type CardReportRow = z.output<typeof cards.reply>['items'][number]

const cardEntries = call({
  method: 'GET',
  path: '/api/v2/finance-report/card-entry',
  summary: '经费卡流水明细',
  access,
  query: asked.extend(pageQuery.shape).extend({ cardId: id }),
  reply: definePage(
    z.object({
      id: z.number(),
      at,
      kind: z.enum(ledgerKinds),
      balanceDeltaFen: z.number().int(),
      frozenDeltaFen: z.number().int(),
      balanceAfterFen: z.number().int(),
      frozenAfterFen: z.number().int(),
      business: z.enum(ledgerBusinesses),
      rowId: z.number(),
      note: z.string().nullable(),
    }),
  ),
})
export type CardEntryRow = z.output<typeof cardEntries.reply>['items'][number]

/** Time since the bill was first confirmed. */
export const ages = ['d30', 'd90', 'd180', 'older'] as const
export const ageWords: Record<(typeof ages)[number], string> = {
  d30: '30 天内',
  d90: '31–90 天',
  d180: '91–180 天',
  older: '180 天以上',
}
const aged = z.object({
  orders: z.number().int(),
  totalFen: z.number().int(),
  d30: z.number().int(),
  d90: z.number().int(),
  d180: z.number().int(),
  older: z.number().int(),
})
export type Aged = z.output<typeof aged>
const outstanding = call({
  method: 'GET',
  path: '/api/v2/finance-report/outstanding',
  summary: '待收款账龄表',
  access,
  query: asked.extend(pageQuery.shape),
  reply: definePage(aged.extend({ id: z.number(), name: z.string(), dept: z.string().nullable() })).extend({
    sum: aged,
    asOf,
  }),
})
export type OutstandingRow = z.output<typeof outstanding.reply>['items'][number]
const unpaid = call({
  method: 'GET',
  path: '/api/v2/finance-report/unpaid',
  summary: '待收款测试单',
  access,
  query: asked.extend(pageQuery.shape).extend({ payerId: ifAsked(id) }),
  reply: definePage(
    z.object({
      id: z.number(),
      device: ref,
      lab: ref,
      payer: ref,
      billedAt: at,
      days: z.number().int(),
      amountFen: z.number().int(),
      /** The current state. */
      state: z.enum(testOrderStates),
      settlementId: z.number().nullable(),
    }),
  ),
})
export type UnpaidRow = z.output<typeof unpaid.reply>['items'][number]

const summary = call({
  method: 'GET',
  path: '/api/v2/finance-report/summary',
  summary: '收支总览',
  addsUp: true,
  access,
  query: asked,
  reply: z.object({
    scope: z.enum(financeScopes),
    scopes: z.array(z.enum(financeScopes)),
    sums,
    /** Unpaid amounts at the beginning and at the end of the period, in fen. */
    openingFen: z.number().int(),
    closingFen: z.number().int(),
    /** Reversed remittances not paid back at the end of the period, in fen. */
    toRefundFen: z.number().int(),
    /** Null if the person may see no cards. */
    cards: cardSums.nullable(),
    /**
     * Deductions in the card ledger for settlements, and the sum of settlements paid by card. The two must be
     * equal.
     */
    cardsPaidFen: z.number().int().nullable(),
    settledByCardFen: z.number().int(),
    /** Closed months of the period, `YYYY-MM`. */
    closedMonths: z.array(z.string()),
    asOf,
  }),
})
export type FinanceSummary = z.output<typeof summary.reply>

// ── Division ─────────────────────────────────────────────────────────────────

export const recipients = ['central', 'college', 'lab', 'operator'] as const
export type Recipient = (typeof recipients)[number]
export const recipientWords: Record<Recipient, string> = {
  central: '学校',
  college: '院系',
  lab: '实验室',
  operator: '机组',
}
const basisPoints = z
  .number({ error: '请填写比例' })
  .int('比例最多两位小数')
  .min(0, '比例不能为负数')
  .max(10_000, '比例不能超过 100%')
/** Shares in hundredths of a per cent. */
export const parts = z.object({
  central: basisPoints,
  college: basisPoints,
  lab: basisPoints,
  operator: basisPoints,
})
export type Parts = z.output<typeof parts>
export const WHOLE = 10_000
export const sumParts = (p: Parts): number => recipients.reduce((sum, r) => sum + p[r], 0)
const year = z.coerce
  .number<number | string>({ error: '请填写年度' })
  .int('请填写年度')
  .min(2000, '年度应在 2000 至 2099 之间')
  .max(2099, '年度应在 2000 至 2099 之间')

export const financeRefusals = {
  SHARES_WHOLE: '四项比例之和必须等于 100%',
  SHARES_CLOSED: '该年度已有月份结账，分配比例不能再更改',
  SHARES_TWICE: '该年度、单位和分类已设置比例，请修改已有的一条',
  MONTH_CLOSED: '该月已经结账',
  MONTH_ORDER: '月份须按顺序结账，请先结清更早的月份',
  MONTH_NOT_OVER: '该月尚未结束，不能结账',
  MONTH_OPEN: '有事项须先处理，处理后才能结账',
  MONTH_EMPTY: '该月之前没有需要结账的收支',
  ACCOUNTS_MISSING: '请先设置该年度的会计科目，再导出凭证',
  PERIOD_BACKWARDS: '结束日期不能早于开始日期',
  PERIOD_LONG: '报表期间最长 11 年',
} as const

const divided = z.object({
  amountFen: z.number().int(),
  central: z.number().int(),
  college: z.number().int(),
  lab: z.number().int(),
  operator: z.number().int(),
  /** Amount of years without configured shares. */
  unset: z.number().int(),
})
const distribution = call({
  method: 'GET',
  path: '/api/v2/finance-report/distribution',
  summary: '收入分配表',
  access,
  query: asked.extend(pageQuery.shape),
  reply: definePage(
    divided.extend({
      key: z.string(),
      month: z.string(),
      dept: ref,
      labOf: ref,
      category: z.string().nullable(),
      /** The year whose shares apply: the year in which the money was received. */
      year: z.number().int(),
      /** The shares as text: 30% / 20% / 40% / 10%; null if none are configured. */
      parts: z.string().nullable(),
    }),
  ).extend({ sum: divided, asOf }),
})
export type DistributionRow = z.output<typeof distribution.reply>['items'][number]
const received = call({
  method: 'GET',
  path: '/api/v2/finance-report/recipient',
  summary: '按受益方汇总的收入分配',
  access,
  query: asked.extend(pageQuery.shape),
  reply: definePage(
    z.object({
      key: z.string(),
      recipient: z.enum(recipients).nullable(),
      name: z.string(),
      amountFen: z.number().int(),
    }),
  ).extend({ sumFen: z.number().int(), asOf }),
})
export type RecipientRow = z.output<typeof received.reply>['items'][number]

export const shareRow = z.object({
  id: z.number(),
  year: z.number().int(),
  dept: ref.nullable(),
  category: ref.nullable(),
  parts,
  can: z.array(z.enum(['edit', 'remove'])),
})
export type ShareRow = z.output<typeof shareRow>
const shareBody = z.object({
  year,
  deptId: id.nullish(),
  categoryId: id.nullish(),
  parts: parts.refine((p) => sumParts(p) === WHOLE, financeRefusals.SHARES_WHOLE),
})

export const accountEntries = ['fund_card', 'offline', 'refund'] as const
export type AccountEntry = (typeof accountEntries)[number]
export const accountEntryWords: Record<AccountEntry, string> = {
  fund_card: '经费卡扣款（冲正为红字）',
  offline: '线下汇款到账（冲正为红字）',
  refund: '退还汇款',
}
const account = z.object({ debit: line('借方科目', 30), credit: line('贷方科目', 30) })
export const accountRow = account.extend({ entry: z.enum(accountEntries) })
export type AccountRow = z.output<typeof accountRow>

// ── Months ───────────────────────────────────────────────────────────────────

/** Open matters at the end of a month. Finance must decide these before closing the month. */
export const openMatters = ['finance', 'reversal', 'write_off', 'shares'] as const
/** These wait for other people: finance is warned, and the warning is stored with the month. */
export const warnedMatters = ['unpaid', 'unconfirmed', 'card_owner', 'remittance', 'refund'] as const
export const matters = [...openMatters, ...warnedMatters] as const
export type Matter = (typeof matters)[number]
export const matterWords: Record<Matter, string> = {
  finance: '待财务扣款或确认到账的结算单',
  reversal: '待审批的冲正申请',
  write_off: '待审批的核销',
  shares: '该年度没有设置收入分配比例',
  unpaid: '已确认、尚未收款的测试单',
  unconfirmed: '已使用、费用尚未确认的测试单',
  card_owner: '待卡主审批的结算单',
  remittance: '待登记汇款的结算单',
  refund: '已冲正、尚未退还的汇款',
}
export const matter = z.object({
  code: z.enum(matters),
  count: z.number().int(),
  amountFen: z.number().int(),
  /** Some of the settlements or test orders concerned. */
  rows: z.array(z.object({ of: z.enum(['settlement', 'test_order']), id: z.number() })),
})
export type MatterRow = z.output<typeof matter>

const month = z.string({ error: '请选择月份' }).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份格式应为 2026-01')
export const monthStates = ['closed', 'next', 'running', 'waiting'] as const
export type MonthState = (typeof monthStates)[number]
export const monthStateWords: Record<MonthState, string> = {
  closed: '已结账',
  next: '待结账',
  running: '未结束',
  waiting: '须先结清更早的月份',
}
export const monthRow = z.object({
  month: z.string(),
  state: z.enum(monthStates),
  sums,
  closedAt: at.nullable(),
  closedBy: z.string().nullable(),
  can: z.array(z.enum(['close', 'vouchers'])),
})
export type MonthRow = z.output<typeof monthRow>
export const monthDetail = monthRow.extend({
  from: z.string(),
  to: z.string(),
  /** Matters to decide before closing, and warnings. For a closed month: as they were at closing. */
  open: z.array(matter),
  warnings: z.array(matter),
  /** For a closed month: does the journal still add up to the frozen figures? Null for other months. */
  agrees: z.boolean().nullable(),
  reports: z.array(z.object({ report: z.string(), rows: z.number().int() })),
  asOf,
})
const monthParams = z.object({ month })

export const financeReportCalls = {
  summary,
  table,
  exportTable: defineExport(table, '导出收入报表'),
  entries,
  exportEntries: defineExport(entries, '导出收支明细'),
  cards,
  exportCards: defineExport(cards, '导出经费卡收支报表'),
  cardEntries,
  exportCardEntries: defineExport(cardEntries, '导出经费卡流水明细'),
  outstanding,
  exportOutstanding: defineExport(outstanding, '导出待收款账龄表'),
  unpaid,
  exportUnpaid: defineExport(unpaid, '导出待收款测试单'),
  distribution,
  exportDistribution: defineExport(distribution, '导出收入分配表'),
  received,
  exportReceived: defineExport(received, '导出按受益方汇总的收入分配'),
  shares: call({
    method: 'GET',
    path: '/api/v2/finance-report/share',
    summary: '收入分配比例',
    access: clerks,
    query: z.object({ year }),
    reply: z.object({ items: z.array(shareRow), can: z.array(z.enum(['add'])) }),
  }),
  addShare: call({
    method: 'POST',
    path: '/api/v2/finance-report/share',
    summary: '新增收入分配比例',
    access: closers,
    body: shareBody,
    reply: z.object({ id: z.number() }),
  }),
  changeShare: call({
    method: 'PUT',
    path: '/api/v2/finance-report/share/{id}',
    summary: '修改收入分配比例',
    access: closers,
    params: z.object({ id }),
    body: z.object({ parts: shareBody.shape.parts }),
    reply: done,
  }),
  removeShare: call({
    method: 'DELETE',
    path: '/api/v2/finance-report/share/{id}',
    summary: '删除收入分配比例',
    access: closers,
    params: z.object({ id }),
    reply: done,
  }),
  accounts: call({
    method: 'GET',
    path: '/api/v2/finance-report/account',
    summary: '会计科目',
    access: clerks,
    query: z.object({ year }),
    reply: z.object({ items: z.array(accountRow), can: z.array(z.enum(['edit'])) }),
  }),
  setAccounts: call({
    method: 'PUT',
    path: '/api/v2/finance-report/account',
    summary: '设置会计科目',
    access: closers,
    body: z.object({ year, accounts: z.object({ fund_card: account, offline: account, refund: account }) }),
    reply: done,
  }),
  /** Closed and open months, latest first. */
  months: call({
    method: 'GET',
    path: '/api/v2/finance-report/month',
    summary: '月结',
    access: clerks,
    query: z.object({ year }),
    reply: z.object({ items: z.array(monthRow), years: z.array(z.number().int()), asOf }),
  }),
  month: call({
    method: 'GET',
    path: '/api/v2/finance-report/month/{month}',
    summary: '月结详情',
    access: clerks,
    params: monthParams,
    reply: monthDetail,
  }),
  close: call({
    method: 'POST',
    path: '/api/v2/finance-report/month/{month}/close',
    summary: '月结结账',
    access: closers,
    params: monthParams,
    reply: z.object({ month: z.string() }),
  }),
  /** One line for each settlement paid, reversed or paid back in the month; see docs/vouchers.md. */
  vouchers: call({
    method: 'GET',
    path: '/api/v2/finance-report/month/{month}/voucher',
    summary: '导出记账凭证 CSV',
    access: clerks,
    params: monthParams,
    query: z.object({ encoding: z.enum(['utf8', 'gbk'], { error: '请选择编码' }).default('utf8') }),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
}
