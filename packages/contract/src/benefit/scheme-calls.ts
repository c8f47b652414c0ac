import { z } from 'zod'
import { call, done, type Access } from '../kernel/call.ts'
import { amountFen, day, idParams, seenRevision } from '../kernel/fields.ts'
import { yearKinds } from './benefit.ts'
import { classPrefix, schemeRules } from './scheme.ts'

// Evaluation schemes by year. The equipment office edits them, every signed-in person may read them.

const scope = {
  prefixes: z
    .array(classPrefix, { error: '请填写评价范围' })
    .min(1, '请至少填写一个分类号')
    .max(20, '分类号最多 20 个'),
  minPriceFen: amountFen,
}
const schemeHead = z.object({
  yearKind: z.enum(yearKinds, { error: '请选择年度类型' }),
  year: z
    .number({ error: '请填写年度' })
    .int('年度不正确')
    .min(2000, '年度应在 2000 至 2098 之间')
    .max(2098, '年度应在 2000 至 2098 之间'),
  dueOn: day.nullable(),
  ...scope,
})
/** Head and rules side by side, as in the form, so that errors appear at their fields. */
const schemeBody = schemeHead.extend(schemeRules.shape)
export type SchemeBody = z.output<typeof schemeBody>
export const schemeRow = schemeHead.extend({
  id: z.number(),
  /** Number of times it was changed; a change sends the one that its form began with. */
  revision: z.number().int(),
  rules: schemeRules,
  /** Number of evaluations under the scheme, and how many of them are published. */
  evaluations: z.number().int(),
  published: z.number().int(),
  /**
   * `edit`: change everything; `due`: change only the due day, because evaluations have already been decided
   * by the scheme.
   */
  can: z.array(z.enum(['edit', 'due', 'remove', 'start'])),
})
export type SchemeRow = z.output<typeof schemeRow>

const office: Access = { anyOf: ['PURCHASE_ALL'] }
export const schemeCalls = {
  schemes: call({
    method: 'GET',
    path: '/api/v2/benefit/scheme',
    summary: '效益评价方案',
    access: 'signed-in',
    reply: z.object({ items: z.array(schemeRow), can: z.array(z.enum(['add'])) }),
  }),
  addScheme: call({
    method: 'POST',
    path: '/api/v2/benefit/scheme',
    summary: '新增效益评价方案',
    access: office,
    body: schemeBody,
    reply: z.object({ id: z.number() }),
  }),
  changeScheme: call({
    method: 'PUT',
    path: '/api/v2/benefit/scheme/{id}',
    summary: '修改效益评价方案',
    access: office,
    params: idParams,
    body: schemeBody.extend({ revision: seenRevision }),
    reply: done,
  }),
  setDue: call({
    method: 'PUT',
    path: '/api/v2/benefit/scheme/{id}/due',
    summary: '调整效益评价填报截止日期',
    access: office,
    params: idParams,
    body: z.object({ dueOn: day.nullable() }),
    reply: done,
  }),
  removeScheme: call({
    method: 'DELETE',
    path: '/api/v2/benefit/scheme/{id}',
    summary: '删除效益评价方案',
    access: office,
    params: idParams,
    reply: done,
  }),
  /** Starts some hundred evaluations with each request; the client repeats it until none are left. */
  start: call({
    method: 'POST',
    path: '/api/v2/benefit/scheme/{id}/start',
    summary: '发起年度效益评价',
    access: office,
    params: idParams,
    reply: z.object({ started: z.number().int(), left: z.number().int() }),
  }),
}
