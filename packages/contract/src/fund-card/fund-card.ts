import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
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
  optionalLine,
  requiredText,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { edit, view } from '../kernel/permissions.ts'
import { ref } from '../kernel/rows.ts'
import { SETTLEMENT_ORDERS_MAX } from '../settlement/settlement.ts'

/** Can a card pay today? The balance is not considered. */
export const fundCardStates = ['usable', 'not_yet', 'expired', 'disabled'] as const
export type FundCardState = (typeof fundCardStates)[number]
export const fundCardStateWords: Record<FundCardState, string> = {
  usable: '可用',
  not_yet: '未生效',
  expired: '已过期',
  disabled: '已停用',
}

export const ledgerKinds = ['topup', 'freeze', 'release', 'deduct', 'reverse', 'adjust'] as const
export type LedgerKind = (typeof ledgerKinds)[number]
export const ledgerKindWords: Record<LedgerKind, string> = {
  topup: '充值',
  freeze: '冻结',
  release: '解冻',
  deduct: '扣款',
  reverse: '冲正',
  adjust: '调整',
}

/**
 * The purpose of a movement: `row` is the id of the booking or settlement; a movement by finance has a number
 * of its own.
 */
export const ledgerBusinesses = ['booking', 'settlement', 'stock_in', 'movement'] as const
export type LedgerBusiness = (typeof ledgerBusinesses)[number]
export const ledgerBusinessWords: Record<LedgerBusiness, string> = {
  booking: '预约',
  settlement: '结算',
  stock_in: '入库报销',
  movement: '财务操作',
}

export const fundCardRefusals = {
  CARD_MISSING: '经费卡不存在',
  CARD_DISABLED: '经费卡已停用',
  CARD_NOT_YET: '经费卡尚未生效',
  CARD_EXPIRED: '经费卡已过期',
  CARD_NOT_YOURS: '您不是该经费卡的持有人，也未获得授权',
  CARD_GRANT_NOT_YET: '经费卡授权尚未生效',
  CARD_GRANT_EXPIRED: '经费卡授权已过期',
  CARD_PER_USE: '超出授权的单次额度',
  CARD_TOTAL: '超出授权的总额度',
  CARD_BALANCE: '经费卡余额不足',
  CARD_SUSPENDED: '该经费卡已经停用',
  CARD_RESUMED: '该经费卡已经启用',
  CARD_NUMBER_TAKEN: '该经费卡号已存在',
  CARD_IN_USE: '该经费卡已有流水，或已用于预约、申购，不能删除；如不再使用，请停用',
  CARD_COVERS: '操作后经费卡可用额度将小于零（可用额度 = 余额 − 冻结 + 信用额度）',
  GRANT_OWNER: '持有人无需授权',
  GRANT_GONE: '该授权已取消，未做修改；如仍需授权，请重新添加',
  GRANT_BELOW_USED: '总额度不能低于该用户已使用的金额',
} as const

export const fundCardEvents = [
  'edit',
  'remove',
  'top_up',
  'adjust',
  'suspend',
  'resume',
  'authorise',
  'view_ledger',
] as const
const can = z.array(z.enum(fundCardEvents))

/**
 * A card with its amounts, for its owner and finance. `availableFen = balanceFen − frozenFen + creditFen`.
 */
export const fundCardRow = z.object({
  id: z.number(),
  number: z.string(),
  name: z.string(),
  projectCode: z.string().nullable(),
  owner: ref,
  dept: ref.nullable(),
  balanceFen: z.number().int(),
  frozenFen: z.number().int(),
  /** How far the available amount may fall below zero, in fen. */
  creditFen: z.number().int(),
  availableFen: z.number().int(),
  /** First and last day on which the card can be used; null means no limit. */
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  enabled: z.boolean(),
  state: z.enum(fundCardStates),
  /** Why the card was disabled; null if no reason was given. */
  disabledReason: z.string().nullable(),
  remark: z.string().nullable(),
  createdAt: at,
  can,
})
export type FundCardRow = z.output<typeof fundCardRow>

/** Limits of what an authorised person may spend with a card. */
const limits = {
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  perUseLimitFen: z.number().int().nullable(),
  totalLimitFen: z.number().int().nullable(),
  usedFen: z.number().int(),
}
export const fundCardUserRow = z.object({
  user: ref.extend({ username: z.string(), deptName: z.string().nullable() }),
  ...limits,
  createdAt: at,
})
export type FundCardUserRow = z.output<typeof fundCardUserRow>

/**
 * A card that the caller owns or may use. Only the owner sees the card's amounts: an authorised person sees
 * only `usableFen`.
 */
export const myFundCardRow = fundCardRow
  .pick({
    id: true,
    number: true,
    name: true,
    projectCode: true,
    owner: true,
    dept: true,
    validFrom: true,
    validTo: true,
    enabled: true,
    state: true,
    disabledReason: true,
    can: true,
  })
  .extend({
    relation: z.enum(['owner', 'authorised']),
    /** The most the caller can spend with the card now, in fen; never below 0. */
    usableFen: z.number().int(),
    sums: z
      .object({
        balanceFen: z.number().int(),
        frozenFen: z.number().int(),
        creditFen: z.number().int(),
        availableFen: z.number().int(),
      })
      .nullable(),
    authorisation: z.object(limits).nullable(),
  })
export type MyFundCardRow = z.output<typeof myFundCardRow>

export const ledgerRow = z.object({
  id: z.number(),
  kind: z.enum(ledgerKinds),
  balanceDeltaFen: z.number().int(),
  frozenDeltaFen: z.number().int(),
  /** The card's amounts after the movement; null for authorised persons, who may not see them. */
  balanceAfterFen: z.number().int().nullable(),
  frozenAfterFen: z.number().int().nullable(),
  business: z.enum(ledgerBusinesses),
  rowId: z.number(),
  /** The person in whose name it was spent (the payer), or the finance clerk who entered it. */
  user: ref.nullable(),
  /**
   * The bookers and experimenters, and the devices, of the booking or of the settlement's orders, each named
   * once; null if no device was used.
   */
  use: z.object({ people: z.array(ref), devices: z.array(ref) }).nullable(),
  note: z.string().nullable(),
  at,
})
export type LedgerRow = z.output<typeof ledgerRow>

const daysInOrder = (v: { validFrom?: string | null | undefined; validTo?: string | null | undefined }) =>
  !v.validFrom || !v.validTo || v.validFrom <= v.validTo
const inOrder = { error: '结束日期不能早于开始日期', path: ['validTo'] }

const enabled = z.boolean({ error: '请选择是否启用' })
const cardFields = z.object({
  number: line('经费卡号', 50).regex(/^[\w.\-/()（）]+$/u, '经费卡号只能使用字母、数字和 . - _ / ( )'),
  name: line('经费卡名称', 100),
  projectCode: optionalLine('项目编号', 50),
  ownerId: id,
  /** Left out of a new card: the owner's dept. */
  deptId: id.nullish(),
  creditFen: amountFen.default(0),
  validFrom: day.nullish(),
  validTo: day.nullish(),
  enabled: enabled.default(true),
  remark: text('备注', 500),
})
export const fundCardBody = cardFields.refine(daysInOrder, inOrder)
export type FundCardBody = z.output<typeof fundCardBody>
export const fundCardChange = cardFields
  .extend({ ownerId: id.optional(), enabled: enabled.optional() })
  .refine(daysInOrder, inOrder)
export type FundCardChange = z.output<typeof fundCardChange>

const limitFen = amountFen.refine((fen) => fen > 0, '额度必须大于零').nullish()
export const authorisationBody = z
  .object({
    validFrom: day.nullish(),
    validTo: day.nullish(),
    perUseLimitFen: limitFen,
    totalLimitFen: limitFen,
    /** The body changes an existing authorisation. If that was revoked meanwhile, it is not granted again. */
    standing: z.boolean().optional(),
  })
  .refine(daysInOrder, inOrder)
export type AuthorisationBody = z.output<typeof authorisationBody>

export const topUpBody = z.object({
  amountFen: amountFen.refine((fen) => fen > 0, '充值金额必须大于零'),
  reason: requiredText('充值说明', 200),
})
/** Amount added to the balance in fen; may be negative. */
export const adjustBody = z.object({
  deltaFen: z
    .number({ error: '请填写调整金额' })
    .int('金额最多两位小数')
    .min(-10_000_000_000, '金额过大')
    .max(10_000_000_000, '金额过大')
    .refine((fen) => fen !== 0, '调整金额不能为零'),
  reason: requiredText('调整原因', 200),
})

const ledgerFilters = { kind: z.enum(ledgerKinds).optional(), from: day.optional(), to: day.optional() }
const ledgerReaders = { onRow: '持有人、财务人员；被授权人仅见本人记录' }
/** Amounts received, spent, and added to the frozen sum, in fen. */
export const ledgerSums = z.object({
  inFen: z.number().int(),
  outFen: z.number().int(),
  frozenFen: z.number().int(),
})
export type LedgerSums = z.output<typeof ledgerSums>
/** Most rows of an exported ledger. */
export const LEDGER_EXPORT_MAX = 100_000

const cardFilters = { keyword, ownerId: id.optional(), deptId: id.optional(), enabled: flag }
/** Most rows of an exported list of cards. */
export const CARD_EXPORT_MAX = 50_000

const userParams = z.object({ id, userId: id })
const ownerOrFinance = { onRow: '持有人或财务人员' }

export const fundCardCalls = {
  /** Sorts by number, name, balance, available, createdAt. */
  list: call({
    method: 'GET',
    path: '/api/v2/fund-card/list',
    summary: '经费卡列表',
    access: { anyOf: view('FINANCIAL') },
    query: pageQuery.extend(cardFilters),
    reply: definePage(fundCardRow),
  }),
  /** With the columns of the import, so that the file can be corrected and imported again. */
  export: call({
    method: 'GET',
    path: '/api/v2/fund-card/export',
    summary: '导出经费卡',
    access: { anyOf: view('FINANCIAL') },
    query: z.object(cardFilters),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  /** Cards that the caller owns, then cards that the caller may use. */
  mine: call({
    method: 'GET',
    path: '/api/v2/fund-card/my',
    summary: '我的经费卡',
    access: 'signed-in',
    query: pageQuery.extend({
      keyword,
      usable: flag,
      /**
       * Test orders of the caller to be settled. Amounts frozen for their bookings count as usable, because
       * the settlement releases them first.
       */
      testOrderIds: ifAsked(idList('测试单编号不正确', SETTLEMENT_ORDERS_MAX)),
    }),
    reply: definePage(myFundCardRow),
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/fund-card/{id}',
    summary: '经费卡详情',
    access: { onRow: '持有人、被授权人或财务人员' },
    params: idParams,
    reply: myFundCardRow.extend({
      remark: z.string().nullable(),
      relation: z.enum(['owner', 'authorised', 'finance']),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/fund-card',
    summary: '新建经费卡',
    access: { anyOf: edit('FINANCIAL') },
    body: fundCardBody,
    reply: z.object({ id: z.number() }),
  }),
  /** Owner and `enabled` change only if the body contains them. */
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/fund-card/{id}',
    summary: '修改经费卡',
    access: { anyOf: edit('FINANCIAL') },
    params: idParams,
    body: fundCardChange,
    reply: done,
  }),
  /** Only a card without any movement can be deleted. */
  remove: call({
    method: 'DELETE',
    path: '/api/v2/fund-card/{id}',
    summary: '删除经费卡',
    access: { anyOf: edit('FINANCIAL') },
    params: idParams,
    reply: done,
  }),
  /** A disabled card pays for nothing new; amounts already frozen are still settled. */
  suspend: call({
    method: 'POST',
    path: '/api/v2/fund-card/{id}/suspend',
    summary: '停用经费卡',
    access: { anyOf: edit('FINANCIAL') },
    params: idParams,
    body: z.object({ reason: requiredText('停用原因', 200) }),
    reply: done,
  }),
  resume: call({
    method: 'POST',
    path: '/api/v2/fund-card/{id}/resume',
    summary: '启用经费卡',
    access: { anyOf: edit('FINANCIAL') },
    params: idParams,
    reply: done,
  }),
  topUp: call({
    method: 'POST',
    path: '/api/v2/fund-card/{id}/top-up',
    summary: '经费卡充值',
    access: { anyOf: edit('FINANCIAL') },
    params: idParams,
    body: topUpBody,
    reply: ledgerRow,
    idempotent: true,
  }),
  adjust: call({
    method: 'POST',
    path: '/api/v2/fund-card/{id}/adjust',
    summary: '经费卡调整',
    access: { anyOf: edit('FINANCIAL') },
    params: idParams,
    body: adjustBody,
    reply: ledgerRow,
    idempotent: true,
  }),
  users: call({
    method: 'GET',
    path: '/api/v2/fund-card/{id}/users',
    summary: '经费卡授权列表',
    access: ownerOrFinance,
    params: idParams,
    query: pageQuery,
    reply: definePage(fundCardUserRow),
  }),
  /** Grants or changes an authorisation. */
  authorise: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/fund-card/{id}/users/{userId}',
    summary: '授权使用经费卡',
    access: ownerOrFinance,
    params: userParams,
    body: authorisationBody,
    reply: done,
  }),
  revoke: call({
    method: 'DELETE',
    path: '/api/v2/fund-card/{id}/users/{userId}',
    summary: '取消经费卡授权',
    access: ownerOrFinance,
    params: userParams,
    reply: done,
  }),
  /**
   * Newest first, paged by key: `before` is the last id of the previous page, `next` is null on the last
   * page. Authorised people see only their own entries.
   */
  ledger: call({
    method: 'GET',
    path: '/api/v2/fund-card/{id}/ledger',
    summary: '经费卡流水',
    access: ledgerReaders,
    params: idParams,
    query: z.object({
      before: id.optional(),
      size: z.coerce.number<number | string>().int().min(1).max(1000).default(20),
      ...ledgerFilters,
    }),
    reply: z.object({
      items: z.array(ledgerRow),
      next: z.number().nullable(),
      /** Sums of all filtered movements; first page only. */ sums: ledgerSums.nullable(),
    }),
  }),
  ledgerExport: call({
    method: 'GET',
    path: '/api/v2/fund-card/{id}/ledger/export',
    summary: '导出经费卡流水',
    access: ledgerReaders,
    params: idParams,
    query: z.object(ledgerFilters),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
}
