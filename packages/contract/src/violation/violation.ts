import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, day, id, idParams, ifAsked, keyword, requiredText } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

// Violations of booking rules, and the person's appeals against them.

export const violationKindWords = {
  no_show: '爽约',
  late_cancel: '逾期取消',
  unbooked: '未预约上机',
  overstay: '超时用机',
} as const
export type ViolationKind = keyof typeof violationKindWords
export const violationKinds = Object.keys(violationKindWords) as [ViolationKind, ...ViolationKind[]]

export const violationStateWords = {
  standing: '有效',
  appealed: '申诉中',
  upheld: '维持',
  revoked: '已撤销',
} as const
export type ViolationState = keyof typeof violationStateWords
export const violationStates = Object.keys(violationStateWords) as [ViolationState, ...ViolationState[]]

export const violationEventWords = { appeal: '申诉', uphold: '维持', revoke: '撤销' } as const
export type ViolationEvent = keyof typeof violationEventWords

/** Days within which the person may appeal. */
export const APPEAL_DAYS = 15

export const violationScopeWords = { mine: '我的违约', lab: '实验室违约', all: '全部违约' } as const
export type ViolationScope = keyof typeof violationScopeWords

/** Told with a new violation: where the person may appeal, and until when. */
export const appealHint = `如有异议，可在 ${APPEAL_DAYS} 天内到“我的预约 → ${violationScopeWords.mine}”申诉。`

export const violationRefusals = {
  APPEAL_TOO_LATE: `违约记录产生 ${APPEAL_DAYS} 天内可以申诉，现已超过期限`,
  FEE_IN_SETTLEMENT:
    '该违约产生的费用正在结算，请发起人或付款人先“取消结算”，再撤销违约；不能取消的，请等财务扣款或确认到账，再撤销违约，由财务冲正',
} as const

const reason = requiredText('原因', 500)
export const violationRow = z.object({
  id: z.number(),
  kind: z.enum(Object.keys(violationKindWords) as [ViolationKind, ...ViolationKind[]]),
  state: z.enum(violationStates),
  stateAt: at,
  at,
  person: ref,
  device: ref.nullable(),
  /** The lab that was waiting for the user. */
  lab: ref.nullable(),
  bookingId: z.number().nullable(),
  /** The additional fee; null if there is none. */
  fee: z.object({ testOrderId: z.number(), amountFen: z.number(), settled: z.boolean() }).nullable(),
  appealUntil: at,
  appealReason: z.string().nullable(),
  decisionReason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  can: z.array(z.enum(['appeal', 'uphold', 'revoke'])),
})
export type ViolationRow = z.output<typeof violationRow>

/** Sorts by `at`. `keyword` finds people and instruments by their names; `from` and `to` are days of `at`. */
const violations = call({
  method: 'GET',
  path: '/api/v2/violation/list',
  summary: '违约记录',
  access: 'signed-in',
  query: pageQuery.extend({
    scope: z.enum(['mine', 'lab', 'all'], { error: '请选择范围' }).default('mine'),
    keyword,
    kind: ifAsked(z.enum(violationKinds, { error: '请选择违约类型' })),
    labId: labRef.optional(),
    state: ifAsked(z.enum(violationStates, { error: '请选择状态' })),
    from: day.optional(),
    to: day.optional(),
    id: ifAsked(id),
  }),
  reply: definePage(violationRow),
})

export const violationCalls = {
  list: violations,
  export: defineExport(violations, '导出违约记录'),
  appeal: call({
    method: 'POST',
    path: '/api/v2/violation/{id}/appeal',
    summary: '申诉违约',
    access: { onRow: '本人' },
    params: idParams,
    body: z.object({ reason }),
    reply: done,
  }),
  /** Decides an appeal; without an appeal, revokes a record made in error or upholds it. */
  decide: call({
    method: 'POST',
    path: '/api/v2/violation/{id}/decide',
    summary: '维持或撤销违约',
    access: { onRow: '实验室主任、管理员或系统管理员' },
    params: idParams,
    body: z.object({ verdict: z.enum(['uphold', 'revoke'], { error: '请选择处理结果' }), reason }),
    reply: done,
  }),
}
