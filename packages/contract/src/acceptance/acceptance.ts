import { z } from 'zod'
import { call } from '../kernel/call.ts'
import {
  at,
  day,
  flag,
  id,
  idParams,
  ifAsked,
  instant,
  keyword,
  opinion,
  optionalLine,
  requiredText,
  seenRevision,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { importedItem } from '../purchase/rows.ts'
import { stageReached } from '../purchase/stage.ts'

// Delivered pieces are inspected one by one, signed for, and audited by the equipment office.

export const acceptanceStates = [
  'draft',
  'awaiting_signatures',
  'awaiting_dept_head',
  'awaiting_audit',
  'accepted',
  'cancelled',
] as const
export type AcceptanceState = (typeof acceptanceStates)[number]
/** States after which an acceptance no longer changes. */
export const endedAcceptanceStates = ['accepted', 'cancelled'] as const satisfies readonly AcceptanceState[]
export const acceptanceStateWords: Record<AcceptanceState, string> = {
  draft: '验收中',
  awaiting_signatures: '待会签',
  awaiting_dept_head: '待院系审核',
  awaiting_audit: '待设备处审核',
  accepted: '验收通过',
  cancelled: '已取消',
}

export const acceptanceEvents = [
  'create',
  'change',
  'submit',
  'sign',
  'object',
  'approve',
  'send_back',
  'recall',
  'cancel',
] as const
export type AcceptanceEvent = (typeof acceptanceEvents)[number]
export const acceptanceEventWords: Record<AcceptanceEvent, string> = {
  create: '新建验收',
  change: '填写验收',
  submit: '提交验收',
  sign: '会签同意',
  object: '会签不同意',
  approve: '审核通过',
  send_back: '退回',
  recall: '撤回修改',
  cancel: '取消验收',
}

/**
 * By unit price, with the limits in the dictionaries acceptance_*_from. The requester accepts `small`
 * purchases together with another person of the laboratory; several people of the college accept the others.
 */
export const acceptanceScales = ['small', 'medium', 'large'] as const
export type AcceptanceScale = (typeof acceptanceScales)[number]
export const acceptanceScaleWords: Record<AcceptanceScale, string> = {
  small: '小型（自行验收）',
  medium: '中型（学院验收）',
  large: '大型（学院验收）',
}

export const pieceVerdictWords = { accept: '接收', refuse: '退回供应商' } as const
export const signVerdictWords = { agree: '同意', disagree: '不同意' } as const
const pieceVerdict = z.enum(['accept', 'refuse'], { error: '请选择接收或退回' })
const signVerdict = z.enum(['agree', 'disagree'], { error: '请选择同意或不同意' })

/** The displayed number of an acceptance: YS00000012. */
export const acceptanceNumber = (id: number): string => `YS${String(id).padStart(8, '0')}`

export const MAX_ACCEPTANCE_PICTURES = 30

export const acceptanceRefusals = {
  PLACE_MISSING: '请填写验收地点',
  DAY_MISSING: '请填写验收日期',
  DAY_FUTURE: '验收日期不能晚于今天',
  CONCLUSION_MISSING: '请填写验收结论',
  CHECK_MISSING: '请逐项填写检查结果',
  CHECK_NOTE: '检查不合格时请说明情况',
  NO_PIECES: '请至少选择一台设备',
  PIECE_UNJUDGED: '请选择接收或退回',
  PIECE_REASON: '退回供应商时请说明原因',
  NUMBER_MISSING: '请填写铭牌上的出厂编号',
  NUMBER_DIFFERS: '出厂编号与供应商填写的不一致，请核对铭牌；确实不符的应退回供应商',
  PICTURE_MISSING: '请上传验收照片',
  MEMBERS_MISSING: '会签人数不足',
  MEMBER_SELF: '验收人本人不能同时作为会签人员',
  MEMBER_TWICE: '同一会签人员只能填写一次',
  SIGN_OTHERS: '只能由尚未会签的会签人员本人会签，他人不能代签',
  MEMBER_UNKNOWN: '会签人员不存在或已停用',
  PIECE_TWICE: '同一台设备只能填写一次',
  PIECE_TAKEN: '所选设备不能验收：可能不属于该申购、尚未核对或已在其他验收单中',
  NOTHING_LEFT: '该申购没有待验收的设备',
  TOO_MANY_PICTURES: `最多上传 ${MAX_ACCEPTANCE_PICTURES} 张照片`,
} as const

/** Data of a piece: the contract's price, and what the supplier entered. */
export const pieceFacts = z.object({
  id: z.number(),
  name: z.string(),
  model: z.string().nullable(),
  spec: z.string().nullable(),
  manufacturer: z.string().nullable(),
  country: z.string().nullable(),
  suppliedNumber: z.string().nullable(),
  madeOn: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  indicators: z.string().nullable(),
  accessories: z.string().nullable(),
  hazards: z.string().nullable(),
  priceFen: z.number().int(),
})
export type PieceFacts = z.output<typeof pieceFacts>

export const acceptanceActions = [
  'create',
  'change',
  'submit',
  'sign',
  'approve',
  'send_back',
  'recall',
  'cancel',
] as const

export const acceptanceRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(acceptanceStates),
  stateAt: at,
  scale: z.enum(acceptanceScales),
  purchase: z.object({ id: z.number(), number: z.string(), title: z.string() }),
  supplier: ref.nullable(),
  receiver: ref,
  dept: ref,
  pieceCount: z.number().int(),
  /** In fen, without the pieces that go back to the supplier. */
  totalFen: z.number().int(),
  createdAt: at,
  can: z.array(z.enum(acceptanceActions)),
})
export type AcceptanceRow = z.output<typeof acceptanceRow>

export const acceptancePiece = pieceFacts.extend({
  verdict: pieceVerdict.nullable(),
  factoryNumber: z.string().nullable(),
  reason: z.string().nullable(),
})
export type AcceptancePiece = z.output<typeof acceptancePiece>
export const acceptanceMember = z.object({
  user: ref,
  dept: z.string().nullable(),
  duty: z.string(),
  verdict: signVerdict.nullable(),
  opinion: z.string().nullable(),
  signedAt: at.nullable(),
})
export type AcceptanceMember = z.output<typeof acceptanceMember>

export const acceptanceDetail = acceptanceRow.extend({
  contractNumber: z.string().nullable(),
  /** Of the whole contract, of which the acceptance may be a part. */
  contractFen: z.number().int(),
  place: z.string().nullable(),
  acceptedOn: z.string().nullable(),
  conclusion: z.string().nullable(),
  /** Why it was sent back, objected to or cancelled. */
  reason: z.string().nullable(),
  /** Number of times its content was saved. */
  revision: z.number().int(),
  checks: z.array(
    z.object({
      item: z.string(),
      label: z.string(),
      ok: z.boolean().nullable(),
      note: z.string().nullable(),
    }),
  ),
  pieces: z.array(acceptancePiece),
  /**
   * Delivered and checked pieces that are in no open acceptance. They can be added to this one, or follow in
   * a further one.
   */
  outside: z.array(pieceFacts),
  members: z.array(acceptanceMember),
  /**
   * How many members have to sign besides the receiver. They belong to the laboratory or, for all but small
   * acceptances, to the dept.
   */
  membersMin: z.number().int(),
  pictures: z.array(attachment),
  /** One item for each of its pieces that comes from abroad. */
  imports: z.array(importedItem),
  stage: stageReached,
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type AcceptanceDetail = z.output<typeof acceptanceDetail>

const twice = (values: readonly unknown[]) => new Set(values).size < values.length
/**
 * The data known so far; completeness is checked on submission. Pieces left out follow in a further
 * acceptance.
 */
export const acceptanceBody = z
  .object({
    revision: seenRevision,
    place: optionalLine('验收地点', 100),
    acceptedOn: day.nullish().transform((d) => d ?? null),
    conclusion: text('验收结论', 1000),
    checks: z
      .array(
        z.object({
          item: z.string().trim().min(1, '检查项目不正确').max(50, '检查项目不正确'),
          ok: z
            .boolean()
            .nullish()
            .transform((v) => v ?? null),
          note: optionalLine('情况说明', 200),
        }),
      )
      .max(50, '检查项目过多')
      .default([]),
    pieces: z
      .array(
        z.object({
          id,
          verdict: pieceVerdict.nullish().transform((v) => v ?? null),
          factoryNumber: optionalLine('出厂编号', 60),
          reason: optionalLine('退回原因', 200),
        }),
      )
      .min(1, acceptanceRefusals.NO_PIECES)
      .max(1000, '一张验收单最多 1000 台设备'),
    members: z
      .array(z.object({ userId: id, duty: optionalLine('分工', 50).transform((s) => s ?? '') }))
      .max(30, '会签人员最多 30 人')
      .default([]),
  })
  .superRefine((v, c) => {
    if (twice(v.pieces.map((p) => p.id)))
      c.addIssue({ code: 'custom', message: acceptanceRefusals.PIECE_TWICE, path: ['pieces'] })
    if (twice(v.members.map((m) => m.userId)))
      c.addIssue({ code: 'custom', message: acceptanceRefusals.MEMBER_TWICE, path: ['members'] })
    v.pieces.forEach((p, i) => {
      if (p.verdict === 'refuse' && p.reason === null)
        c.addIssue({
          code: 'custom',
          message: acceptanceRefusals.PIECE_REASON,
          path: ['pieces', i, 'reason'],
        })
    })
  })
export type AcceptanceBody = z.output<typeof acceptanceBody>

export const signBody = z
  .object({
    verdict: signVerdict,
    opinion: text('会签意见', 500),
    /**
     * `stateAt` of the acceptance as the signer saw it, because a signature applies only to the submitted
     * version.
     */
    stateAt: instant.nullish(),
  })
  .refine((v) => v.verdict === 'agree' || v.opinion !== null, {
    error: '不同意时请填写意见',
    path: ['opinion'],
  })

export const acceptanceAuditBody = z
  .object({
    items: batchItems(acceptanceStates),
    verdict: z.enum(['approve', 'send_back'], { error: '请选择通过或退回' }),
    reason: opinion,
  })
  .refine((v) => v.verdict === 'approve' || v.reason !== null, { error: '请填写退回原因', path: ['reason'] })

/** `keyword` finds numbers, titles of purchases, and the people who receive the pieces. */
const filters = z.object({
  keyword,
  state: ifAsked(z.enum(acceptanceStates, { error: '状态不正确' })),
  /** `college`: all scales that several people sign. */
  scale: ifAsked(z.enum([...acceptanceScales, 'college'], { error: '规模不正确' })),
  purchaseId: ifAsked(id),
  /** Only acceptances that wait for the caller. */
  waiting: flag,
  from: ifAsked(day),
  to: ifAsked(day),
})
const query = pageQuery.extend(filters.shape)
export type AcceptanceFilters = z.output<typeof query>

const party = { onRow: '验收人、会签人员、院系负责人、设备处' }
const receiver = { onRow: '验收人' }
const detailOf = { params: idParams, reply: acceptanceDetail }

export const acceptanceCalls = {
  /**
   * The caller's own acceptances, those the caller signs, and those of the dept the caller heads; the
   * equipment office sees all. `total` is exact up to 10,000.
   */
  list: call({
    method: 'GET',
    path: '/api/v2/acceptance',
    summary: '验收单列表',
    access: 'signed-in',
    query,
    reply: definePage(acceptanceRow).extend({ totalExact: z.boolean() }),
  }),
  counts: call({
    method: 'GET',
    path: '/api/v2/acceptance/counts',
    summary: '验收单数量',
    access: 'signed-in',
    reply: z.object({
      states: z.array(z.object({ state: z.enum(acceptanceStates), count: z.number().int() })),
      waiting: z.number().int(),
      /**
       * `waiting` by the screen on which the caller acts: to fill in or sign for oneself, to fill in or sign
       * for the college, to audit.
       */
      waitingAt: z.object({ self: z.number().int(), college: z.number().int(), audit: z.number().int() }),
    }),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/acceptance/export',
    summary: '导出验收单',
    access: 'signed-in',
    query: filters,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/acceptance/{id}',
    summary: '验收单',
    access: party,
    ...detailOf,
  }),
  /** For delivered pieces in no open acceptance; the system opens the first acceptance itself. */
  create: call({
    method: 'POST',
    path: '/api/v2/acceptance',
    summary: '新建验收单',
    access: { onRow: '申购人' },
    body: z.object({ purchaseId: id }),
    reply: acceptanceDetail,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v2/acceptance/{id}',
    summary: '填写验收单',
    access: receiver,
    body: acceptanceBody,
    keeps: true,
    idempotent: true,
    ...detailOf,
  }),
  addPictures: call({
    method: 'POST',
    path: '/api/v2/acceptance/{id}/picture',
    summary: '上传验收照片',
    access: receiver,
    params: idParams,
    reply: z.array(attachment),
    upload: { field: 'files', maxFiles: 10, maxBytes: 10_000_000, accept: ['image'] },
  }),
  removePicture: call({
    method: 'DELETE',
    path: '/api/v2/acceptance/{id}/picture/{fileId}',
    summary: '删除验收照片',
    access: receiver,
    params: z.object({ id, fileId: z.uuid('文件编号不正确') }),
    reply: z.null(),
  }),
  submit: call({
    method: 'POST',
    path: '/api/v2/acceptance/{id}/submit',
    summary: '提交验收单',
    access: receiver,
    body: z.object({ revision: seenRevision }),
    idempotent: true,
    ...detailOf,
  }),
  sign: call({
    method: 'POST',
    path: '/api/v2/acceptance/{id}/sign',
    summary: '会签验收单',
    access: { onRow: '会签人员' },
    body: signBody,
    ...detailOf,
  }),
  audit: call({
    method: 'POST',
    path: '/api/v2/acceptance/audit',
    summary: '审核验收单',
    access: { onRow: '设备处、院系负责人' },
    body: acceptanceAuditBody,
    reply: z.array(verdict),
    idempotent: true,
  }),
  /** The receiver takes the acceptance back to fill it in again, while others sign or the office audits. */
  recall: call({
    method: 'POST',
    path: '/api/v2/acceptance/{id}/recall',
    summary: '撤回验收单',
    access: receiver,
    ...detailOf,
  }),
  cancel: call({
    method: 'POST',
    path: '/api/v2/acceptance/{id}/cancel',
    summary: '取消验收单',
    access: receiver,
    body: z.object({ reason: requiredText('原因', 500) }),
    ...detailOf,
  }),
}
