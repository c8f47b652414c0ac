import { z } from 'zod'
import { ownUsername } from '../account/own-username.ts'
import { password } from '../account/password.ts'
import { call, done } from '../kernel/call.ts'
import {
  at,
  day,
  email,
  flag,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  opinion,
  optionalLine,
  phone,
  requiredText,
  seenRevision,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { isCreditCode } from './credit-code.ts'

// Companies that sell to the university, with their accounts and documents.

export const supplierStates = [
  'invited',
  'awaiting_papers',
  'awaiting_audit',
  'approved',
  'returned',
  'suspended',
] as const
export type SupplierState = (typeof supplierStates)[number]
export const supplierStateWords: Record<SupplierState, string> = {
  invited: '待激活',
  awaiting_papers: '待完善资料',
  awaiting_audit: '待审核',
  approved: '已通过',
  returned: '已退回',
  suspended: '已停用',
}

export const supplierEvents = [
  'invite',
  'activate',
  'submit',
  'approve',
  'send_back',
  'suspend',
  'resume',
  'expire',
] as const
export type SupplierEvent = (typeof supplierEvents)[number]
export const supplierEventWords: Record<SupplierEvent, string> = {
  invite: '邀请注册',
  activate: '激活账号',
  submit: '提交审核',
  approve: '审核通过',
  send_back: '退回修改',
  suspend: '停用',
  resume: '恢复',
  expire: '证照到期',
}

/** Days for which an invitation is valid. */
export const INVITATION_DAYS = 7
/** Days before a document expires at which the company is notified. */
export const PAPER_WARNING_DAYS = 30
/** Value of the dictionary supplier_paper: a company without a valid licence cannot sell. */
export const LICENCE = 'licence'

export const licenceWords = {
  missing: '未上传',
  valid: '有效',
  expiring: '即将到期',
  expired: '已到期',
} as const
export type LicenceState = keyof typeof licenceWords
const licenceStates = Object.keys(licenceWords) as [LicenceState, ...LicenceState[]]

export const supplierRefusals = {
  CREDIT_CODE_TAKEN: '该统一社会信用代码的供应商已存在，请在列表中查找',
  INVITATION_GONE: '邀请链接无效、已使用或已过期，请联系学校招标办重新发送',
  SUPPLIER_ALREADY: '您已登录供应商账号，请先退出再激活另一家企业的账号',
  NOT_SUPPLIER: '您不是供应商人员，不能使用该功能',
  INCOMPLETE: '企业资料尚未完善',
  PAPER_KIND: '请选择证照种类',
  PAPER_TWICE: '同一份文件只能登记一次',
  NOT_APPROVED: '该供应商尚未通过审核或已停用',
  LICENCE_EXPIRED: '该供应商的营业执照已到期，请其更新后再操作',
  OTHER_COMPANY: '该用户不是这家供应商的人员',
  LAST_MEMBER: '供应商至少要保留一名人员',
  STATE: '当前状态不能修改企业资料',
} as const

/** Actions that are not steps of the flow: save the form, change the account, manage the company's people. */
export const supplierActions = [
  'invite',
  'save',
  'submit',
  'account',
  'approve',
  'send_back',
  'suspend',
  'resume',
  'members',
] as const

const creditCode = z
  .string({ error: '请填写统一社会信用代码' })
  .trim()
  .toUpperCase()
  .length(18, '统一社会信用代码为 18 位')
  .refine(isCreditCode, '统一社会信用代码不正确，请核对（校验码不符）')

export const supplierRow = z.object({
  id: z.number(),
  name: z.string(),
  creditCode: z.string(),
  state: z.enum(supplierStates),
  stateAt: at,
  contact: z.string(),
  phone: z.string(),
  email: z.string(),
  licence: z.enum(licenceStates),
  /** Last day of the licence; null: it does not expire, or is missing. */
  licenceTo: z.string().nullable(),
  invitedAt: at,
  can: z.array(z.enum(supplierActions)),
})
export type SupplierRow = z.output<typeof supplierRow>

export const supplierPaper = z.object({
  kind: z.string(),
  label: z.string(),
  number: z.string().nullable(),
  validFrom: z.string().nullable(),
  /** Null: it does not expire. */
  validTo: z.string().nullable(),
  expired: z.boolean(),
  file: attachment,
})
export type SupplierPaper = z.output<typeof supplierPaper>

export const supplierMember = ref.extend({
  username: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  enabled: z.boolean(),
  since: at,
})

export const supplierDetail = supplierRow.extend({
  address: z.string().nullable(),
  legalPerson: z.string().nullable(),
  businessScope: z.string().nullable(),
  bankName: z.string().nullable(),
  bankAccount: z.string().nullable(),
  invoiceTitle: z.string().nullable(),
  invoiceAddress: z.string().nullable(),
  /** Why it was sent back or suspended. */
  reason: z.string().nullable(),
  /** When the open invitation expires; null if there is none. */
  invitedUntil: at.nullable(),
  papers: z.array(supplierPaper),
  members: z.array(supplierMember),
  /** Number of times the audited data were saved. */
  revision: z.number().int(),
  /** What is missing for the audit; empty: it can be submitted. */
  faults: z.array(z.string()),
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type SupplierDetail = z.output<typeof supplierDetail>

export const supplierOption = ref.extend({ creditCode: z.string() })

const optionalDay = z
  .union([z.literal('').transform(() => null), day])
  .nullish()
  .transform((d) => d ?? null)
const paperBody = z
  .object({
    /** From the reply of `uploadPaper`, or of an existing document. */
    fileId: z.uuid('请上传文件'),
    kind: line('证照种类', 40),
    number: optionalLine('证照编号', 60),
    validFrom: optionalDay,
    validTo: optionalDay,
  })
  .refine((p) => p.validFrom === null || p.validTo === null || p.validTo >= p.validFrom, {
    message: '有效期止不能早于有效期起',
    path: ['validTo'],
  })
export type PaperBody = z.output<typeof paperBody>

/** All audited data: documents left out are removed. Completeness is checked on submission. */
export const companyBody = z.object({
  legalPerson: optionalLine('法定代表人', 50),
  address: optionalLine('注册地址', 200),
  businessScope: text('经营范围', 2000),
  papers: z
    .array(paperBody, { error: '请上传证照' })
    .max(30, '证照最多 30 份')
    .refine((all) => new Set(all.map((p) => p.fileId)).size === all.length, supplierRefusals.PAPER_TWICE),
  revision: seenRevision,
})
export type CompanyBody = z.output<typeof companyBody>

/** Data that the company changes without an audit. */
export const supplierAccountBody = z.object({
  contact: line('联系人', 50),
  phone,
  email,
  bankName: optionalLine('开户银行', 100),
  bankAccount: z
    .union([
      z.literal('').transform(() => null),
      z
        .string()
        .trim()
        .regex(/^[0-9 -]{8,40}$/, '银行账号应为 8–40 位数字'),
    ])
    .nullish()
    .transform((t) => t ?? null),
  invoiceTitle: optionalLine('发票抬头', 100),
  invoiceAddress: optionalLine('发票寄送地址', 200),
})
export type SupplierAccountBody = z.output<typeof supplierAccountBody>

const contactBody = z.object({ contact: line('联系人', 50), phone, email })
export const inviteBody = contactBody.extend({ name: line('企业名称', 100), creditCode })
export type InviteBody = z.output<typeof inviteBody>
export type ContactBody = z.output<typeof contactBody>
/** Name and code stay as they are unless given. */
const inviteAgainBody = inviteBody.partial({ name: true, creditCode: true })

const token = z
  .string({ error: supplierRefusals.INVITATION_GONE })
  .regex(/^[\w-]{43}$/, supplierRefusals.INVITATION_GONE)
const reason = z.object({ reason: requiredText('原因', 500) })
const filters = pageQuery.extend({
  keyword,
  state: ifAsked(z.enum(supplierStates)),
  /** Only approved suppliers whose licence expires soon or has expired. */
  expiring: flag,
})
export type SupplierFilters = z.output<typeof filters>

const offices = { anyOf: ['PURCHASE_ALL', 'TENDER_ALL'] } as const
const auditor = { anyOf: ['TENDER_ALL'] } as const
const own = { onRow: '供应商人员' }

export const supplierCalls = {
  /** Sorts by id, name, stateAt. `keyword` finds names (also by pinyin), codes and contacts. */
  list: call({
    method: 'GET',
    path: '/api/v2/supplier',
    summary: '供应商列表',
    access: offices,
    query: filters,
    reply: definePage(supplierRow).extend({ totalExact: z.boolean() }),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/supplier/export',
    summary: '导出供应商',
    access: offices,
    query: filters.omit({ page: true, size: true, order_by: true }),
    reply: z.null(),
    raw: true,
  }),
  /** Approved suppliers with a valid licence, for selects. */
  options: call({
    method: 'GET',
    path: '/api/v2/supplier/options',
    summary: '可选供应商',
    access: offices,
    query: z.object({ keyword }),
    reply: z.array(supplierOption),
  }),
  /** Mails the contact a link that opens the company's account. */
  invite: call({
    method: 'POST',
    path: '/api/v2/supplier',
    summary: '邀请供应商注册',
    access: offices,
    body: inviteBody,
    reply: supplierDetail,
  }),
  /**
   * Sends a new invitation, also to another person of the company, or with its mistyped name put right; the
   * previous link becomes void.
   */
  inviteAgain: call({
    method: 'POST',
    path: '/api/v2/supplier/{id}/invite',
    summary: '重新发送邀请',
    access: offices,
    params: idParams,
    body: inviteAgainBody,
    reply: supplierDetail,
  }),
  /** The invited company. The token is sent in the body, because addresses are logged. */
  invitation: call({
    method: 'POST',
    path: '/api/v2/supplier/invitation',
    summary: '查看供应商邀请',
    access: 'public',
    writes: false,
    perMinute: 20,
    body: z.object({ token }),
    reply: z.object({ name: z.string(), contact: z.string(), until: at }),
  }),
  /** The first person of the company chooses a username and password. */
  activate: call({
    method: 'POST',
    path: '/api/v2/supplier/activate',
    summary: '激活供应商账号',
    access: 'public',
    writes: false,
    perMinute: 10,
    body: z
      .object({ token, username: ownUsername, password, name: line('姓名', 50), phone })
      .refine((b) => !b.password.toLowerCase().includes(b.username), {
        message: '密码不能包含用户名',
        path: ['password'],
      }),
    reply: z.object({ username: z.string() }),
  }),
  mine: call({
    method: 'GET',
    path: '/api/v2/supplier/mine',
    summary: '本企业资料',
    access: own,
    reply: supplierDetail,
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/supplier/{id}',
    summary: '供应商详情',
    access: { onRow: '供应商人员、设备处、招标办' },
    params: idParams,
    reply: supplierDetail,
  }),
  /** Uploads a file of a document before the form is saved. */
  uploadPaper: call({
    method: 'POST',
    path: '/api/v2/supplier/mine/paper',
    summary: '上传证照文件',
    access: own,
    upload: { field: 'file', maxFiles: 1, maxBytes: 20_000_000, accept: ['image', 'pdf'] },
    perMinute: 60,
    reply: attachment,
  }),
  save: call({
    method: 'PUT',
    path: '/api/v2/supplier/mine',
    summary: '保存企业资料',
    access: own,
    body: companyBody,
    keeps: true,
    reply: supplierDetail,
  }),
  /**
   * Saves the data and requests the audit. An approved company that changes audited data is audited again.
   */
  submit: call({
    method: 'POST',
    path: '/api/v2/supplier/mine/submit',
    summary: '提交企业资料审核',
    access: own,
    body: companyBody,
    reply: supplierDetail,
  }),
  account: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/supplier/mine/account',
    summary: '修改供应商账号与开票信息',
    access: own,
    body: supplierAccountBody,
    reply: supplierDetail,
  }),
  audit: call({
    method: 'POST',
    path: '/api/v2/supplier/audit',
    summary: '审核供应商',
    access: auditor,
    body: z
      .object({
        items: batchItems(supplierStates),
        verdict: z.enum(['approve', 'send_back'], { error: '请选择通过或退回' }),
        reason: opinion,
      })
      .refine((v) => v.verdict === 'approve' || v.reason !== null, {
        error: '请填写退回原因',
        path: ['reason'],
      }),
    reply: z.array(verdict),
    idempotent: true,
  }),
  suspend: call({
    method: 'POST',
    path: '/api/v2/supplier/{id}/suspend',
    summary: '停用供应商',
    access: auditor,
    params: idParams,
    body: reason,
    reply: supplierDetail,
  }),
  /** Ends a suspension; the company is audited again. */
  resume: call({
    method: 'POST',
    path: '/api/v2/supplier/{id}/resume',
    summary: '恢复供应商',
    access: auditor,
    params: idParams,
    reply: supplierDetail,
  }),
  /** Adds a person of the company. The password is shown once and must be changed. */
  addMember: call({
    method: 'POST',
    path: '/api/v2/supplier/{id}/members',
    summary: '添加供应商人员',
    access: offices,
    writes: false,
    params: idParams,
    body: z.object({ username: ownUsername, name: line('姓名', 50), email, phone }),
    reply: z.object({ username: z.string(), password: z.string() }),
  }),
  removeMember: call({
    method: 'DELETE',
    path: '/api/v2/supplier/{id}/members/{userId}',
    summary: '移除供应商人员',
    access: offices,
    params: idParams.extend({ userId: id }),
    reply: done,
  }),
}
