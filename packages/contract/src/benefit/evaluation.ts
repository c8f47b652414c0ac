import { z } from 'zod'
import { assetDevice, assetFilters, countedPage, fileIds } from '../asset/parts.ts'
import { call, type Access } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, id, idParams, ifAsked, opinion, requiredText, revision, text } from '../kernel/fields.ts'
import { pageQuery } from '../kernel/page.ts'
import { attachment, batchItems, historyEntry, progressStep, verdict } from '../kernel/rows.ts'
import { benefitStates, yearKinds } from './benefit.ts'
import { benefitGrades, benefitInputs, benefitItems, figures, schemeRules } from './scheme.ts'

// Evaluations of instruments, from the first figures to the grade.

export const benefitRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(benefitStates),
  stateAt: at,
  device: assetDevice,
  dept: z.string(),
  scheme: z.object({ id: z.number(), yearKind: z.enum(yearKinds), year: z.number().int() }),
  dueOn: z.string().nullable(),
  /** In hundredths of a point; null until the evaluation is published. */
  total: z.number().int().nullable(),
  grade: z.enum(benefitGrades).nullable(),
  can: z.array(z.enum(['change', 'submit', 'judge', 'accept', 'send_back', 'cancel'])),
})
export type BenefitRow = z.output<typeof benefitRow>

const reason = requiredText('理由', 500)
const correction = z.object({
  figure: z.enum(figures, { error: '请选择更正的数据' }),
  /** Corrected value, in minutes, people or fen. */
  value: z
    .number({ error: '请填写更正后的数值' })
    .int('数值不正确')
    .min(0, '数值不能为负数')
    .max(1_000_000_000_000, '数值过大'),
  reason,
})
const judgement = z.object({
  item: z.enum(benefitItems, { error: '请选择评价项目' }),
  score: z
    .number({ error: '请填写得分' })
    .int('得分最多两位小数')
    .min(0, '得分不能为负数')
    .max(1_000_000, '得分过大'),
  reason,
})

export const benefitDetail = benefitRow.extend({
  rules: schemeRules,
  /**
   * `counted`: figures counted by the platform, up to now or at publication. `inputs`: the same figures with
   * the corrections applied.
   */
  inputs: benefitInputs,
  counted: benefitInputs,
  items: z.array(
    z.object({
      item: z.enum(benefitItems),
      formula: z.string(),
      computed: z.number().int(),
      /** The score set by the office, else the computed one. */
      score: z.number().int(),
      weight: z.number().int(),
      weighted: z.number().int(),
      judged: z.object({ reason: z.string() }).nullable(),
    }),
  ),
  /** The result as it would be now, or as published. */
  expected: z.object({ total: z.number().int(), grade: z.enum(benefitGrades) }),
  corrections: z.array(correction),
  note: z.string().nullable(),
  priceFen: z.number().nullable(),
  from: z.string(),
  to: z.string(),
  reason: z.string().nullable(),
  /** Number of times the content was saved. */
  revision: z.number().int(),
  files: z.array(attachment),
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type BenefitDetail = z.output<typeof benefitDetail>

const defineCount = (label: string, least: number) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}应为整数`)
    .min(least, `${label}不能小于 ${least}`)
    .max(10_000, `${label}不能大于 10000`)
    .nullable()
const reportBody = z.object({
  revision,
  functionsTotal: defineCount('功能总数', 1),
  functionsUsed: defineCount('利用功能数', 0),
  functionsNew: defineCount('新开发功能数', 0),
  corrections: z.array(correction).max(figures.length, '更正的数据过多'),
  note: text('说明', 2000),
  fileIds,
})
export type ReportBody = z.output<typeof reportBody>

const filters = {
  keyword: assetFilters.keyword,
  scope: z.enum(['all', 'waiting'], { error: '范围不正确' }).default('all'),
  deviceId: assetFilters.deviceId,
  labId: assetFilters.labId,
  schemeId: ifAsked(id),
  state: ifAsked(z.enum(benefitStates)),
}
export type BenefitFilters = z.output<z.ZodObject<typeof filters>>
const party: Access = { onRow: '仪器联系人、所在实验室负责人、单位负责人、设备处' }
const keeper: Access = { onRow: '仪器联系人、所在实验室负责人' }
const judge: Access = { onRow: '设备处' }

const list = call({
  method: 'GET',
  path: '/api/v2/benefit/evaluation',
  summary: '效益评价列表',
  access: 'signed-in',
  query: pageQuery.extend(filters),
  reply: countedPage(benefitRow),
})
export const evaluationCalls = {
  list,
  export: defineExport(list, '导出效益评价'),
  get: call({
    method: 'GET',
    path: '/api/v2/benefit/evaluation/{id}',
    summary: '效益评价详情',
    access: party,
    params: idParams,
    reply: benefitDetail,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v2/benefit/evaluation/{id}',
    summary: '填写效益评价',
    access: keeper,
    params: idParams,
    body: reportBody,
    reply: benefitDetail,
    keeps: true,
  }),
  submit: call({
    method: 'POST',
    path: '/api/v2/benefit/evaluation/{id}/submit',
    summary: '提交效益评价',
    access: keeper,
    params: idParams,
    reply: benefitDetail,
    idempotent: true,
  }),
  judge: call({
    method: 'PUT',
    path: '/api/v2/benefit/evaluation/{id}/judge',
    summary: '审核效益评价评分',
    access: judge,
    params: idParams,
    body: z.object({ revision, judged: z.array(judgement).max(benefitItems.length, '评价项目过多') }),
    reply: benefitDetail,
  }),
  decide: call({
    method: 'POST',
    path: '/api/v2/benefit/evaluation/decide',
    summary: '通过或退回效益评价',
    access: judge,
    reply: z.array(verdict),
    idempotent: true,
    body: z
      .object({
        items: batchItems(benefitStates),
        verdict: z.enum(['approve', 'refuse'], { error: '请选择通过或退回' }),
        reason: opinion,
      })
      .refine((v) => v.verdict === 'approve' || v.reason !== null, { error: '请填写原因', path: ['reason'] }),
  }),
  cancel: call({
    method: 'POST',
    path: '/api/v2/benefit/evaluation/{id}/cancel',
    summary: '取消效益评价',
    access: judge,
    params: idParams,
    body: z.object({ reason: requiredText('原因', 500) }),
    reply: benefitDetail,
  }),
  attach: call({
    method: 'POST',
    path: '/api/v2/benefit/file',
    summary: '上传效益评价佐证材料',
    access: 'signed-in',
    reply: z.array(attachment),
    upload: { field: 'files', maxFiles: 10, maxBytes: 20_000_000, accept: ['image', 'pdf', 'office'] },
  }),
}
