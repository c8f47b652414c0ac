import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at, day, keyword, requiredText, text } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef } from '../kernel/refs.ts'
import { batchIds, ref } from '../kernel/rows.ts'

/** `expiring` is still valid, but ends within `EXPIRING_DAYS`. */
export const qualificationStates = ['valid', 'expiring', 'expired'] as const
export type QualificationState = (typeof qualificationStates)[number]
export const qualificationStateWords: Record<QualificationState, string> = {
  valid: '有效',
  expiring: '即将到期',
  expired: '已过期',
}
/** Days before the end at which a qualification counts as expiring and its holder is notified. */
export const EXPIRING_DAYS = 14

export const qualificationRefusals = {
  VALID_TO_PAST: '有效期不能早于今天',
  PERSON_UNKNOWN: '所选人员不存在或已停用',
  NOT_QUALIFIED: '所选人员没有该仪器的上机资格，请刷新后重试',
} as const

const term = {
  grantedBy: ref.nullable(),
  grantedAt: at,
  /** The last day of validity; null: no end. */
  validTo: z.string().nullable(),
  state: z.enum(qualificationStates),
  note: z.string().nullable(),
}
/** A person who may operate a device without supervision. */
export const qualificationRow = z.object({
  user: ref.extend({ username: z.string(), deptName: z.string().nullable() }),
  ...term,
  can: z.array(z.enum(['renew', 'withdraw'])),
})
export type QualificationRow = z.output<typeof qualificationRow>

/** A device that the caller may operate. `book`: it is open for self-operated bookings now. */
export const myQualificationRow = z.object({
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  ...term,
  can: z.array(z.enum(['book'])),
})
export type MyQualificationRow = z.output<typeof myQualificationRow>

const stateFilter = { state: z.enum(qualificationStates).optional() }
const filters = { keyword, ...stateFilter }

const managers = { onRow: '该仪器的审核员，本实验室主任、管理员，开放设置管理员' }
const params = z.object({ deviceId: deviceRef })
/** Most rows of an export. */
export const QUALIFICATION_EXPORT_MAX = 20_000

export const qualificationCalls = {
  /** People qualified for a device, latest first. */
  list: call({
    method: 'GET',
    path: '/api/v2/qualification/device/{deviceId}',
    summary: '仪器上机资格名单',
    access: managers,
    params,
    query: pageQuery.omit({ order_by: true }).extend(filters),
    reply: definePage(qualificationRow),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/qualification/device/{deviceId}/export',
    summary: '导出上机资格名单',
    access: managers,
    params,
    query: z.object(filters),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  /** Grants the qualification or renews it: replaces term and granter, and the note if one is given. */
  grant: call({
    method: 'POST',
    path: '/api/v2/qualification/device/{deviceId}',
    summary: '授予或续期上机资格',
    access: managers,
    params,
    body: z.object({ userIds: batchIds, validTo: day.nullish(), note: text('备注', 200) }),
    reply: z.object({ granted: z.number().int(), renewed: z.number().int() }),
    idempotent: true,
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/v2/qualification/device/{deviceId}/withdraw',
    summary: '取消上机资格',
    access: managers,
    params,
    body: z.object({ userIds: batchIds, reason: requiredText('取消原因', 200) }),
    reply: z.object({ withdrawn: z.number().int() }),
  }),
  mine: call({
    method: 'GET',
    path: '/api/v2/qualification/mine',
    summary: '我的上机资格',
    access: 'signed-in',
    query: pageQuery.omit({ order_by: true }).extend(stateFilter),
    reply: definePage(myQualificationRow),
  }),
}
