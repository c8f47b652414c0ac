import { z } from 'zod'
import { call } from '../kernel/call.ts'
import {
  at,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  requiredText,
  seenRevision,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { historyEntry, ref } from '../kernel/rows.ts'
import { panelKinds, panelKindWords, panelStates, panelVerdictWords, professionWords } from './panel.ts'

const listKeys = <T extends object>(words: T) =>
  Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]
const profession = z.enum(listKeys(professionWords), { error: '请选择专家类别' })
const verdictField = z.enum(listKeys(panelVerdictWords), { error: '请选择同意或不同意' })

export const panelActions = ['change', 'call', 'recall', 'sign', 'print'] as const

/** Requirements that a panel must meet before its experts are asked. */
export const panelNeeds = z.object({
  minExperts: z.number().int(),
  odd: z.boolean(),
  minLawyers: z.number().int(),
  outsideOnly: z.boolean(),
  unanimous: z.boolean(),
  /** Only associate professors, equivalent ranks, or higher. */
  seniorOnly: z.boolean(),
  /** At most a third of the experts may belong to the requester's dept. */
  ownThird: z.boolean(),
  /** At most a third of the experts may belong to the university. */
  campusThird: z.boolean(),
})
export type PanelNeeds = z.output<typeof panelNeeds>

export const panelRow = z.object({
  id: z.number(),
  business: z.enum(['purchase', 'scrap']),
  rowId: z.number(),
  kind: z.enum(panelKinds),
  state: z.enum(panelStates),
  stateAt: at,
  /** Title of the row that the panel judges. */
  title: z.string(),
  requester: ref,
  experts: z.number().int(),
  signed: z.number().int(),
  /**
   * Number of approving votes; null for an expert who has not signed yet, because the other votes are secret
   * until then.
   */
  agreed: z.number().int().nullable(),
  /** The caller has to sign. */
  mine: z.boolean(),
  createdAt: at,
})
export type PanelRow = z.output<typeof panelRow>

export const panelExpert = z.object({
  id: z.number(),
  user: ref,
  profession: z.enum(listKeys(professionWords)),
  outside: z.boolean(),
  unit: z.string(),
  title: z.string(),
  verdict: z.enum(listKeys(panelVerdictWords)).nullable(),
  opinion: z.string().nullable(),
  signedAt: at.nullable(),
  /** SHA-256 in hexadecimal, over panel, expert, verdict, opinion and time. */
  seal: z.string().nullable(),
})
export type PanelExpert = z.output<typeof panelExpert>

export const panelDetail = panelRow.extend({
  needs: panelNeeds,
  /** The text that the experts judge. */
  statement: z.string(),
  conclusion: z.string().nullable(),
  members: z.array(panelExpert),
  /** Number of times the panel's composition was saved. */
  revision: z.number().int(),
  history: z.array(historyEntry),
  can: z.array(z.enum(panelActions)),
})
export type PanelDetail = z.output<typeof panelDetail>

export const panelBody = z
  .object({
    revision: seenRevision,
    statement: text('论证说明', 4000),
    members: z
      .array(
        z.object({
          userId: id,
          profession,
          outside: z.boolean({ error: '请选择是否校外专家' }),
          unit: line('工作单位', 100),
          title: line('职称', 50),
        }),
        { error: '请添加专家' },
      )
      .max(30, '专家最多 30 人'),
  })
  .superRefine((b, c) => {
    b.members.forEach((m, i) => {
      if (b.members.findIndex((x) => x.userId === m.userId) < i)
        c.addIssue({ code: 'custom', message: '同一专家只能添加一次', path: ['members', i, 'userId'] })
    })
  })

const filters = z.object({
  kind: ifAsked(z.enum(panelKinds, { error: `论证类别只能是${Object.values(panelKindWords).join('、')}` })),
  state: ifAsked(z.enum(panelStates)),
  keyword,
  scope: z.enum(['all', 'mine', 'waiting']).default('all'),
})
export type PanelFilters = z.output<typeof filters>

const seen = { onRow: '申请人、专家、设备处及能查看所论证事项的人员' }
const caller = { onRow: '申请人或设备处' }

export const panelCalls = {
  /** Panels that the caller called or sits on; the equipment office sees all. */
  list: call({
    method: 'GET',
    path: '/api/v2/panel/list',
    summary: '论证列表',
    access: 'signed-in',
    query: pageQuery.extend(filters.shape),
    reply: definePage(panelRow).extend({ totalExact: z.boolean() }),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/panel/export',
    summary: '导出论证',
    access: 'signed-in',
    query: filters,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  /** Panels that the caller has to compose or sign. */
  waiting: call({
    method: 'GET',
    path: '/api/v2/panel/waiting',
    summary: '待办论证数量',
    access: 'signed-in',
    reply: z.object({ precious: z.number().int(), import: z.number().int(), scrap: z.number().int() }),
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/panel/{id}',
    summary: '论证详情',
    access: seen,
    params: idParams,
    reply: panelDetail,
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/panel/{id}',
    summary: '组建专家组',
    access: caller,
    params: idParams,
    body: panelBody,
    reply: panelDetail,
  }),
  call: call({
    method: 'POST',
    path: '/api/v2/panel/{id}/call',
    summary: '发起论证',
    access: caller,
    params: idParams,
    body: z.object({ revision: seenRevision }),
    reply: panelDetail,
  }),
  /** Voids the panel; a new one with the same experts is started. */
  recall: call({
    method: 'POST',
    path: '/api/v2/panel/{id}/recall',
    summary: '撤回论证重新组建',
    access: caller,
    params: idParams,
    body: z.object({ reason: requiredText('原因', 500) }),
    reply: panelDetail,
  }),
  sign: call({
    method: 'POST',
    path: '/api/v2/panel/{id}/sign',
    summary: '签署论证意见',
    access: { onRow: '该论证的专家本人' },
    params: idParams,
    idempotent: true,
    body: z.object({ verdict: verdictField, opinion: requiredText('论证意见', 4000) }),
    reply: panelDetail,
  }),
}
