import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, id, idParams, ifAsked, requiredText } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { ref } from '../kernel/rows.ts'

// Differences between the bookings and what doors and meters measured (decision 090). The instrument's
// reviewer decides about each; a finding moves no money.

export const findingKindWords = {
  unbooked: '未预约上机',
  unused: '预约未使用',
  longer: '超时用机',
} as const
export type FindingKind = keyof typeof findingKindWords
export const findingKinds = Object.keys(findingKindWords) as [FindingKind, ...FindingKind[]]

export const findingStateWords = {
  open: '待核查',
  registered: '已按实际登记',
  forgiven: '不追究',
  violated: '已计违约',
} as const
export type FindingState = keyof typeof findingStateWords
export const findingStates = Object.keys(findingStateWords) as [FindingState, ...FindingState[]]

export const findingEventWords = {
  find: '发现',
  register: '按实际登记',
  forgive: '不追究',
  violate: '计为违约',
} as const
export type FindingEvent = keyof typeof findingEventWords

export const findingRefusals = {
  NOBODY_KNOWN: '不知道当事人，不能计为违约',
} as const

const findingRow = z.object({
  id: z.number(),
  kind: z.enum(findingKinds),
  state: z.enum(findingStates),
  stateAt: at,
  device: ref,
  lab: ref,
  /** Null: no door recorded a person. */
  person: ref.nullable(),
  bookingId: z.number().nullable(),
  /** The measured use; for a booking that was not used, the booked time. */
  from: at,
  to: at,
  decisionReason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  can: z.array(z.enum(['register', 'forgive', 'violate'])),
})
export type FindingRow = z.output<typeof findingRow>

const findings = call({
  method: 'GET',
  path: '/api/v2/iot/findings',
  summary: '用机核查',
  access: 'signed-in',
  query: pageQuery.omit({ order_by: true }).extend({
    state: ifAsked(z.enum(findingStates, { error: '状态不正确' })),
    kind: ifAsked(z.enum(findingKinds, { error: '类型不正确' })),
    id: ifAsked(id),
  }),
  reply: definePage(findingRow),
})
export const findingCalls = {
  findings,
  exportFindings: defineExport(findings, '导出用机核查'),
  decide: call({
    method: 'POST',
    path: '/api/v2/iot/findings/{id}/decide',
    summary: '处理用机核查',
    access: { onRow: '仪器的审核员，所在实验室的主任、管理员' },
    params: idParams,
    body: z.object({
      verdict: z.enum(['register', 'forgive', 'violate'], { error: '请选择处理结果' }),
      reason: requiredText('处理说明', 500),
    }),
    reply: done,
  }),
}
