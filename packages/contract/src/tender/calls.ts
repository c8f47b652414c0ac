import { z } from 'zod'
import { call, documentUpload } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import {
  amountFen,
  day,
  id,
  idParams,
  ifAsked,
  instant,
  keyword,
  line,
  requiredText,
  seenRevision,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { attachment, batchItems, verdict } from '../kernel/rows.ts'
import { tenderDetail, tenderOutcome, tenderRow } from './rows.ts'
import { MIN_PRICE_POINTS, scorings, tenderMethods, tenderRefusals, tenderStates } from './tender.ts'

export const MAX_DOCUMENTS = 10
export const MAX_QUOTATION_FILES = 5

const points = (label: string, min: number) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}应为整数`)
    .min(min, `${label}不能低于 ${min}`)
    .max(100, `${label}不能超过 100`)
/** Left out: the drafted rule stays. */
const scoringBody = z
  .object({
    kind: z.enum(scorings, { error: '请选择评审办法' }),
    pricePoints: points('价格分', MIN_PRICE_POINTS),
    commercialPoints: points('商务分', 0),
  })
  .refine((s) => s.pricePoints + s.commercialPoints <= 100, {
    error: tenderRefusals.POINTS_OVER,
    path: ['commercialPoints'],
  })

export const tenderBody = z.object({
  title: line('项目名称', 120),
  announcementHtml: z
    .string({ error: '请填写公告正文' })
    .max(300_000, '公告正文过长')
    .refine((s) => !s.includes('\u0000'), '公告正文含有不能使用的字符')
    .default(''),
  opensAt: instant.nullish().transform((v) => v ?? null),
  minQuotations: z
    .number({ error: '请填写最少报价家数' })
    .int('最少报价家数应为整数')
    .min(1, '最少报价家数至少为 1')
    .max(20, '最少报价家数不能超过 20'),
  /** 最高限价: announced with the tender. A higher quotation is refused before it is sealed. */
  maxPriceFen: amountFen
    .refine((fen) => fen > 0, '最高限价必须大于零')
    .nullish()
    .transform((v) => v ?? null),
  supplierIds: z
    .array(id)
    .max(50, '最多邀请 50 家供应商')
    .refine((ids) => new Set(ids).size === ids.length, '同一供应商只能邀请一次')
    .default([]),
  scoring: scoringBody.optional(),
  /** All attachments of the tender; attachments left out are removed. */
  fileIds: z.array(z.uuid('附件不正确')).max(MAX_DOCUMENTS, `最多 ${MAX_DOCUMENTS} 个附件`).default([]),
})
export type TenderBody = z.output<typeof tenderBody>

const positive = amountFen.refine((fen) => fen > 0, '金额必须大于零')
/** Parses a number, because form fields sent beside files are text. */
const number = <T extends z.ZodType<unknown, number>>(schema: T) =>
  z.preprocess((v) => (typeof v === 'string' && v.trim() !== '' ? Number(v) : v), schema)
const list = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => {
    if (typeof v !== 'string') return v
    try {
      return JSON.parse(v) as unknown
    } catch {
      return null
    }
  }, schema)

/** A quotation. It is sent beside its files as text fields, with `prices` as JSON. */
export const quotationBody = z.object({
  amountFen: number(positive),
  deliveryDays: number(
    z
      .number({ error: '请填写交货天数' })
      .int('交货天数应为整数')
      .min(1, '交货天数至少为 1')
      .max(1000, '交货天数不能超过 1000'),
  ),
  warrantyMonths: number(
    z
      .number({ error: '请填写质保月数' })
      .int('质保月数应为整数')
      .min(0, '质保月数不能为负数')
      .max(600, '质保月数不能超过 600'),
  ),
  note: text('说明', 2000),
  prices: list(
    z
      .array(z.object({ itemId: id, unitPriceFen: positive }), { error: '请逐项填写单价' })
      .min(1, '请逐项填写单价')
      .max(50, '最多 50 项'),
  ),
  /** Replace the earlier quotation; it is removed when this one is saved. */
  replace: z.preprocess(
    (v) => (v === 'true' ? true : v === 'false' ? false : v),
    z.boolean({ error: '请选择是否替换' }).default(false),
  ),
})
export type QuotationBody = z.output<typeof quotationBody>

export const MAX_MEMBERS = 15
export const committeeBody = z.object({
  members: z
    .array(
      z.object({
        userId: id,
        unit: line('工作单位', 100),
        title: line('职称', 50),
        chair: z.boolean({ error: '请选择是否组长' }).default(false),
      }),
      { error: '请添加评审小组成员' },
    )
    .max(MAX_MEMBERS, `评审小组最多 ${MAX_MEMBERS} 人`)
    .superRefine((members, c) => {
      members.forEach((m, i) => {
        if (members.findIndex((x) => x.userId === m.userId) < i)
          c.addIssue({ code: 'custom', message: '同一人只能添加一次', path: [i, 'userId'] })
      })
    }),
})

const score = (label: string) =>
  z
    .number({ error: `请填写${label}` })
    .min(0, `${label}不能为负数`)
    .max(100, `${label}不能超过 100`)
    .multipleOf(0.01, `${label}最多两位小数`)
    .nullish()
    .transform((v) => v ?? null)
export const opinionBody = z.object({
  items: z
    .array(
      z.object({
        quotationId: id,
        qualified: z.boolean({ error: '请选择是否合格' }),
        technicalScore: score('技术分'),
        commercialScore: score('商务分'),
        words: text('评审意见', 1000),
      }),
      { error: '请逐份评审报价' },
    )
    .min(1, '没有需要评审的报价')
    .max(200, '报价过多'),
  opinion: text('总体意见', 2000),
})
export type OpinionBody = z.output<typeof opinionBody>

const office = { anyOf: ['TENDER_ALL'] } as const
const party = { onRow: '招标办、设备处、申购人、可以参与的供应商、评审小组成员' }
const bidder = { onRow: '可以参与的供应商' }
const filters = pageQuery.extend({
  keyword,
  state: ifAsked(z.enum(tenderStates, { error: '状态不正确' })),
  method: ifAsked(z.enum(tenderMethods, { error: '采购方式不正确' })),
  /** For suppliers. `open`: the supplier may quote now. `mine`: the supplier has quoted. */
  scope: ifAsked(z.enum(['all', 'open', 'mine'], { error: '范围不正确' })),
  /** Days of the opening. */
  from: ifAsked(day),
  to: ifAsked(day),
  purchaseId: ifAsked(id),
})
export type TenderFilters = z.output<typeof filters>

const resultList = call({
  method: 'GET',
  path: '/api/v2/tender/results',
  summary: '成交结果',
  access: 'signed-in',
  query: pageQuery.extend({ keyword }),
  reply: definePage(tenderOutcome).extend({ totalExact: z.boolean() }),
})

export const tenderCalls = {
  /**
   * The offices see all tenders; suppliers those they may quote in or did; others those of their purchases
   * and those they evaluate.
   */
  list: call({
    method: 'GET',
    path: '/api/v2/tender',
    summary: '招标列表',
    access: 'signed-in',
    query: filters,
    reply: definePage(tenderRow).extend({ totalExact: z.boolean() }),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/tender/export',
    summary: '导出招标',
    access: { anyOf: ['TENDER_ALL', 'PURCHASE_ALL'] },
    query: filters.omit({ page: true, size: true, order_by: true }),
    reply: z.null(),
    raw: true,
  }),
  counts: call({
    method: 'GET',
    path: '/api/v2/tender/counts',
    summary: '各状态招标数量',
    access: 'signed-in',
    reply: z.array(z.object({ state: z.enum(tenderStates), count: z.number().int() })),
  }),
  results: resultList,
  exportResults: defineExport(resultList, '导出成交结果'),
  get: call({
    method: 'GET',
    path: '/api/v2/tender/{id}',
    summary: '招标详情',
    access: party,
    params: idParams,
    reply: tenderDetail,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v2/tender/{id}',
    summary: '修改招标',
    access: office,
    params: idParams,
    body: tenderBody.extend({ revision: seenRevision }),
    keeps: true,
    reply: tenderDetail,
  }),
  attach: call({
    method: 'POST',
    path: '/api/v2/tender/attachment',
    summary: '上传招标文件',
    access: office,
    reply: attachment,
    upload: documentUpload,
  }),
  announce: call({
    method: 'POST',
    path: '/api/v2/tender/{id}/announce',
    summary: '发布招标公告',
    access: office,
    params: idParams,
    body: z.object({ revision: seenRevision }),
    reply: tenderDetail,
  }),
  /**
   * Not `idempotent`: the server stores the hash of such a request beside its key, and a person could test
   * guessed amounts against the hash. A supplier has only one quotation in a tender, so a repeated request
   * changes nothing anyway.
   */
  quote: call({
    method: 'POST',
    path: '/api/v2/tender/{id}/quotation',
    summary: '提交密封报价',
    access: bidder,
    params: idParams,
    body: quotationBody,
    reply: tenderDetail,
    upload: {
      field: 'files',
      maxFiles: MAX_QUOTATION_FILES,
      maxBytes: 10_000_000,
      accept: ['image', 'pdf', 'office', 'text', 'zip'],
    },
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/v2/tender/{id}/quotation/withdraw',
    summary: '撤回报价',
    access: bidder,
    params: idParams,
    reply: tenderDetail,
  }),
  open: call({
    method: 'POST',
    path: '/api/v2/tender/{id}/open',
    summary: '开标',
    access: office,
    params: idParams,
    reply: tenderDetail,
  }),
  /** Announces several drafts, or opens several due tenders; each is judged independently. */
  take: call({
    method: 'POST',
    path: '/api/v2/tender/take',
    summary: '批量发布公告或开标',
    access: office,
    reply: z.array(verdict),
    body: z.object({
      items: batchItems(tenderStates),
      step: z.enum(['announce', 'open'], { error: '请选择发布公告或开标' }),
    }),
  }),
  /** Members who have signed stay; others may be replaced until the evaluation is concluded. */
  committee: call({
    method: 'PUT',
    path: '/api/v2/tender/{id}/committee',
    summary: '组建评审小组',
    access: office,
    params: idParams,
    body: committeeBody,
    reply: tenderDetail,
  }),
  /** A signed opinion cannot be changed. */
  sign: call({
    method: 'POST',
    path: '/api/v2/tender/{id}/opinion',
    summary: '签署评审意见',
    access: { onRow: '该招标的评审小组成员' },
    params: idParams,
    body: opinionBody,
    reply: tenderDetail,
    idempotent: true,
  }),
  conclude: call({
    method: 'POST',
    path: '/api/v2/tender/{id}/conclusion',
    summary: '汇总评审并确定推荐顺序',
    access: office,
    params: idParams,
    body: z.object({ summary: requiredText('评审结论', 2000) }),
    reply: tenderDetail,
    idempotent: true,
  }),
  /** An award to any supplier but the first recommended needs a reason. */
  award: call({
    method: 'POST',
    path: '/api/v2/tender/{id}/award',
    summary: '确定成交供应商',
    access: office,
    params: idParams,
    body: z.object({ quotationId: id, reason: text('成交理由', 1000) }),
    reply: tenderDetail,
    idempotent: true,
  }),
  /** Ends the tender without award and drafts the next round. */
  fail: call({
    method: 'POST',
    path: '/api/v2/tender/{id}/fail',
    summary: '宣布流标',
    access: office,
    params: idParams,
    body: z.object({ reason: requiredText('流标原因', 500) }),
    reply: tenderDetail,
    idempotent: true,
  }),
}
