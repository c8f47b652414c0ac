import { z } from 'zod'
import { disciplines } from '../booking/body.ts'
import { coded } from '../booking/row.ts'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import {
  at,
  day,
  flag,
  id,
  idParams,
  ifAsked,
  instant,
  keyword,
  optionalLine,
  requiredText,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { attachment, ref } from '../kernel/rows.ts'
import { besidesHours, saidBesides } from '../use-ledger/training.ts'
import { ledgerKindWords, useNatures, type LedgerKind } from '../use-ledger/use-ledger.ts'

// Uses without a booking, entered by hand with a document. An entry is never changed; a wrong one is revoked
// (decision 075).

export const entryKinds = ['unbooked', 'staff', 'teaching', 'maintenance'] as const satisfies LedgerKind[]
export type EntryKind = (typeof entryKinds)[number]
export const entryKindWord = (kind: EntryKind): string => ledgerKindWords[kind]
export const outsideTierWords = { school: '校外院校、科研单位', company: '校外企业' } as const
export type OutsideTier = keyof typeof outsideTierWords

export const MOST_INTERVALS = 20
export const MOST_PAPERS = 5
/** Longest use in hours; longer periods are entered as several uses. */
export const LONGEST_HOURS = 24 * 7

const interval = z
  .object({ startAt: instant, endAt: instant })
  .refine((i) => Date.parse(i.endAt) > Date.parse(i.startAt), {
    error: '结束时间应晚于开始时间',
    path: ['endAt'],
  })
  .refine((i) => Date.parse(i.endAt) - Date.parse(i.startAt) <= LONGEST_HOURS * 3_600_000, {
    error: `一段最长 ${LONGEST_HOURS / 24} 天，请分开填写`,
    path: ['endAt'],
  })
export const intervals = z
  .array(interval, { error: '请填写使用时段' })
  .min(1, '请填写使用时段')
  .max(MOST_INTERVALS, `一次登记最多 ${MOST_INTERVALS} 段`)
  .refine(
    (all) =>
      all.every((a, i) =>
        all.every(
          (b, j) =>
            j <= i ||
            Date.parse(a.endAt) <= Date.parse(b.startAt) ||
            Date.parse(b.endAt) <= Date.parse(a.startAt),
        ),
      ),
    '各时段不能重叠',
  )

const person = {
  userId: id.nullish(),
  /** For a user without an account. */
  outsideName: optionalLine('使用人姓名', 50),
  outsideTier: z
    .enum(Object.keys(outsideTierWords) as [OutsideTier, ...OutsideTier[]], { error: '请选择单位类型' })
    .nullish(),
}
export const entryBody = z
  .object({
    deviceId: deviceRef,
    kind: z.enum(entryKinds, { error: '请选择使用类型' }),
    ...person,
    intervals,
    samples: z
      .number({ error: '请填写样品数' })
      .int('样品数必须是整数')
      .min(0, '样品数不能为负数')
      .max(1_000_000, '样品数过大')
      .default(0),
    ...besidesHours.shape,
    nature: z.enum(useNatures, { error: '请选择用途类别' }).nullish(),
    project: optionalLine('课题名称', 200),
    projectNumber: optionalLine('课题编号', 50),
    fundingSource: optionalLine('经费来源'),
    disciplines: disciplines.default([]),
    serviceMode: optionalLine('服务方式'),
    /** Why it was not booked. */
    reason: requiredText('登记原因', 500),
    /** Why the entry overlaps with a known use. */
    overlapReason: text('重叠说明', 200),
    /** Documents uploaded before with `attach` and not yet attached to an entry. */
    paperIds: z
      .array(z.uuid('凭证编号不正确'), { error: '请上传凭证' })
      .min(1, '请上传凭证')
      .max(MOST_PAPERS, `最多 ${MOST_PAPERS} 个凭证`),
    /** The revoked entry that this one corrects. */
    replaces: id.nullish(),
  })
  .refine((b) => (b.userId == null) !== (b.outsideName === null), {
    error: '请选择使用人，或填写校外人员姓名（二者选一）',
    path: ['userId'],
  })
  .refine((b) => b.outsideName === null || b.outsideTier != null, {
    error: '请选择单位类型',
    path: ['outsideTier'],
  })

export const entryRow = z.object({
  id: z.number(),
  kind: z.enum(entryKinds),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  /** Null: the user has no account. */
  user: ref.nullable(),
  outsideName: z.string().nullable(),
  tier: z.enum(['dept', 'campus', 'school', 'company']),
  intervals: z.array(z.object({ startAt: at, endAt: at })),
  minutes: z.number().int(),
  samples: z.number().int(),
  ...saidBesides.shape,
  nature: z.enum(useNatures).nullable(),
  project: z.string().nullable(),
  projectNumber: z.string().nullable(),
  fundingSource: coded.nullable(),
  disciplines: z.array(coded),
  serviceMode: coded.nullable(),
  reason: z.string(),
  overlapReason: z.string().nullable(),
  enteredBy: ref,
  enteredAt: at,
  revoked: z.object({ by: ref, at, reason: z.string() }).nullable(),
  /** The entry that this one corrects, and the entry that corrects this one. */
  replaces: z.number().nullable(),
  replacedBy: z.number().nullable(),
  papers: z.array(attachment),
  can: z.array(z.enum(['revoke'])),
})
export type EntryRow = z.output<typeof entryRow>

/** A known use at the same time. */
export const knownUse = z.object({
  source: z.enum(['booking', 'entry']),
  id: z.number(),
  startAt: at,
  endAt: at,
})
export const entryJudgement = z.object({
  known: z.array(knownUse),
  /** The instrument has one seat, so the person must explain the overlap. */
  asksReason: z.boolean(),
  /** A note that does not prevent saving; null if there is none. */
  warning: z.string().nullable(),
  /** The lab in which the instrument was at the time. */
  lab: ref,
})

export const entryRefusals = {
  ENTRY_OVERLAPS: '该时段已有使用记录，请核对时段，或在“重叠说明”中写明原因',
  ENTRY_FUTURE: '使用时段应在当前时间之前',
  ENTRY_USER_UNKNOWN: '找不到这位使用人，或其账号已停用',
  ENTRY_PAPER_LOST: '凭证已失效，请重新上传',
  ENTRY_REVOKED: '这条登记已被撤销',
  ENTRY_NOT_REVOKED: '只能更正已撤销的登记，且一条只能更正一次',
} as const

const keepers = { onRow: '设备审核员，实验室主任、管理员，预约管理员' }
const list = call({
  method: 'GET',
  path: '/api/v2/use-entry/list',
  summary: '手工使用登记',
  access: 'signed-in',
  query: pageQuery.omit({ order_by: true }).extend({
    keyword,
    deviceId: deviceRef.optional(),
    labId: labRef.optional(),
    kind: ifAsked(z.enum(entryKinds, { error: '使用类型不正确' })),
    from: day.optional(),
    to: day.optional(),
    /** Include revoked entries. */
    revoked: flag,
  }),
  reply: definePage(entryRow),
})

export const useEntryCalls = {
  /** Entries of the instruments that the caller is in charge of. */
  list,
  export: defineExport(list, '导出手工使用登记'),
  get: call({
    method: 'GET',
    path: '/api/v2/use-entry/{id}',
    summary: '手工使用登记详情',
    access: keepers,
    params: idParams,
    reply: entryRow,
  }),
  /** For the form: instruments for which the caller may enter uses. */
  devices: call({
    method: 'GET',
    path: '/api/v2/use-entry/devices',
    summary: '可登记使用的仪器',
    access: 'signed-in',
    query: z.object({ keyword }),
    reply: z.array(ref.extend({ serialId: z.string(), lab: z.string() })),
  }),
  /** For the form: known uses at the entered times. */
  judge: call({
    method: 'POST',
    path: '/api/v2/use-entry/judge',
    summary: '核对使用时段',
    access: keepers,
    writes: false,
    body: z.object({ deviceId: deviceRef, intervals }),
    reply: entryJudgement,
  }),
  attach: call({
    method: 'POST',
    path: '/api/v2/use-entry/paper',
    summary: '上传使用凭证',
    access: 'signed-in',
    upload: {
      field: 'files',
      maxFiles: MOST_PAPERS,
      maxBytes: 20_000_000,
      accept: ['image', 'pdf', 'office'],
    },
    reply: z.array(attachment),
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/use-entry',
    summary: '登记使用',
    access: keepers,
    idempotent: true,
    body: entryBody,
    reply: entryRow,
  }),
  revoke: call({
    method: 'POST',
    path: '/api/v2/use-entry/{id}/revoke',
    summary: '撤销使用登记',
    access: keepers,
    params: idParams,
    body: z.object({ reason: requiredText('撤销原因', 200) }),
    reply: entryRow,
  }),
}
