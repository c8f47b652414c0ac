import { z } from 'zod'
import { call } from '../kernel/call.ts'
import {
  amountFen,
  day,
  flag,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  opinion,
  optionalLine,
  requiredText,
  seenRevision,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { labRef } from '../kernel/refs.ts'
import { attachment, batchItems, verdict } from '../kernel/rows.ts'
import { dutyFreeNumber, importPriceInput, importUnitFen } from './import-price.ts'
import { purchaseMethods, purchaseRefusals, purchaseStates } from './purchase.ts'
import { supplierOption } from '../supplier/supplier.ts'
import { preciousCase } from './precious-case.ts'
import { purchaseDetail, purchaseRow, purchaseRules } from './rows.ts'
import { purchaseSources } from './sources.ts'

const price = (label: string) => amountFen.refine((fen) => fen > 0, `${label}必须大于零`)
const fileId = z.uuid('材料编号不正确')

const itemFields = z.object({
  name: line('设备名称', 100),
  englishName: optionalLine('英文名称', 200),
  model: optionalLine('型号', 100),
  spec: text('规格与技术要求', 2000),
  categoryId: id.nullish().transform((v) => v ?? null),
  manufacturer: optionalLine('生产厂家', 100),
  country: optionalLine('国别', 50),
  imported: z.boolean({ error: '请选择是否进口' }).default(false),
  quantity: z
    .number({ error: '请填写数量' })
    .int('数量应为整数')
    .min(1, '数量至少为 1')
    .max(1000, '数量不能超过 1000'),
  unitPriceFen: price('单价'),
  priceBasis: text('价格依据', 500),
  justification: text('购置或进口理由', 2000),
  /** The components of an imported piece's price; null for domestic ones. */
  importPrice: importPriceInput.nullish().transform((v) => v ?? null),
  /** The case for a precious instrument, required when the purchase is submitted. */
  preciousCase: preciousCase.nullish().transform((v) => v ?? null),
})
export const purchaseItemInput = itemFields
  .transform((i) => (i.imported ? i : { ...i, importPrice: null }))
  .superRefine((i, c) => {
    if (i.importPrice && importUnitFen(i.importPrice) !== i.unitPriceFen)
      c.addIssue({ code: 'custom', message: purchaseRefusals.IMPORT_PRICE_SUM, path: ['unitPriceFen'] })
  })

/** A draft may be incomplete; the submission names the missing fields. */
export const purchaseBody = z.object({
  title: line('申购名称', 100),
  labId: labRef.nullish().transform((v) => v ?? null),
  sources: purchaseSources,
  purpose: text('购置理由', 4000),
  expectedOn: day.nullish().transform((v) => v ?? null),
  remark: text('备注', 500),
  items: z.array(purchaseItemInput).max(50, '一张申购单最多 50 项设备').default([]),
  /** Files uploaded before with `upload`. Files left out are removed. */
  papers: z
    .array(z.object({ fileId, kind: line('材料种类', 50) }))
    .max(60, '最多 60 份材料')
    .default([]),
})
export type PurchaseBody = z.output<typeof purchaseBody>

const yuanFilter = ifAsked(
  z.coerce
    .number<number | string>({ error: '金额不正确' })
    .int('金额不正确')
    .min(0, '金额不正确')
    .max(1e12, '金额不正确'),
)
const filters = pageQuery.extend({
  keyword,
  /** `mine`: requested by the caller. `waiting`: a step of it waits for the caller. */
  scope: z.enum(['all', 'mine', 'waiting']).default('all'),
  state: ifAsked(z.enum(purchaseStates)),
  deptId: ifAsked(id),
  method: ifAsked(z.enum(purchaseMethods)),
  precious: flag,
  imported: flag,
  minFen: yuanFilter,
  maxFen: yuanFilter,
  from: ifAsked(day),
  to: ifAsked(day),
})
export type PurchaseFilters = z.output<typeof filters>

const contractBody = z.object({
  number: line('合同编号', 50),
  on: day,
  deliverBy: day,
  /** A value of the dictionary contract_payment_way. */
  paymentWay: optionalLine('付款方式', 50),
  paymentNote: optionalLine('付款说明', 500),
  warrantyMonths: z
    .number({ error: '质保月数不正确' })
    .int('质保月数应为整数')
    .min(0, '质保月数不能为负数')
    .max(600, '质保月数不能超过 600')
    .nullish()
    .transform((v) => v ?? null),
  warrantyUntil: day.nullish().transform((v) => v ?? null),
  /** 履约保证金: an amount, or a percentage of the contract's amount. */
  bondFen: price('履约保证金')
    .nullish()
    .transform((v) => v ?? null),
  bondPercent: z
    .number({ error: '比例不正确' })
    .min(0.01, '比例必须大于零')
    .max(100, '比例不能超过 100')
    .multipleOf(0.01, '比例最多两位小数')
    .nullish()
    .transform((v) => v ?? null),
  bondReturn: optionalLine('退还条件', 200),
  prices: z
    .array(z.object({ itemId: id, priceFen: price('合同单价') }), {
      error: purchaseRefusals.CONTRACT_ITEMS,
    })
    .min(1, purchaseRefusals.CONTRACT_ITEMS)
    .max(50, '最多 50 项设备'),
  /** The signed contract, uploaded before with `upload`. */
  fileIds: z.array(fileId, { error: '请上传合同' }).min(1, '请上传合同').max(10, '最多 10 个文件'),
})

const party = { onRow: '申购人、院系负责人、设备处、招标办、财务人员、论证专家' }
const requester = { onRow: '申购人' }
const office = { onRow: '设备处或招标办' }
const reason = z.object({ reason: requiredText('原因', 500) })

export const purchaseCalls = {
  rules: call({
    method: 'GET',
    path: '/api/v2/purchase/rules',
    summary: '申购规则',
    access: 'signed-in',
    reply: purchaseRules,
  }),
  /** Sorts by id, budgetFen, stateAt. */
  list: call({
    method: 'GET',
    path: '/api/v2/purchase/list',
    summary: '申购列表',
    access: 'signed-in',
    query: filters,
    reply: definePage(purchaseRow).extend({ totalExact: z.boolean(), sumFen: z.number().int() }),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/purchase/export',
    summary: '导出申购',
    access: 'signed-in',
    query: filters,
    reply: z.null(),
    raw: true,
    perMinute: 20,
  }),
  counts: call({
    method: 'GET',
    path: '/api/v2/purchase/counts',
    summary: '申购数量',
    access: 'signed-in',
    reply: z.object({ waiting: z.number().int(), drafts: z.number().int(), open: z.number().int() }),
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/purchase/{id}',
    summary: '申购详情',
    access: party,
    params: idParams,
    reply: purchaseDetail,
  }),
  upload: call({
    method: 'POST',
    path: '/api/v2/purchase/paper',
    summary: '上传申购材料',
    access: 'signed-in',
    reply: z.array(attachment),
    upload: { field: 'files', maxFiles: 10, maxBytes: 20_000_000, accept: ['image', 'pdf', 'office'] },
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/purchase',
    summary: '新建申购',
    access: { onRow: '本校人员' },
    body: purchaseBody,
    reply: purchaseDetail,
    idempotent: true,
  }),
  change: call({
    method: 'PUT',
    path: '/api/v2/purchase/{id}',
    summary: '修改申购',
    access: requester,
    params: idParams,
    body: purchaseBody,
    keeps: true,
    reply: purchaseDetail,
  }),
  submit: call({
    method: 'POST',
    path: '/api/v2/purchase/{id}/submit',
    summary: '提交申购',
    access: requester,
    params: idParams,
    reply: purchaseDetail,
    idempotent: true,
  }),
  cancel: call({
    method: 'POST',
    path: '/api/v2/purchase/{id}/cancel',
    summary: '取消申购',
    access: { onRow: '申购人、设备处或招标办' },
    params: idParams,
    body: reason,
    reply: purchaseDetail,
  }),
  decide: call({
    method: 'POST',
    path: '/api/v2/purchase/decide',
    summary: '审批申购',
    access: { onRow: '院系负责人、设备处' },
    idempotent: true,
    reply: z.array(verdict),
    body: z
      .object({
        items: batchItems(purchaseStates),
        verdict: z.enum(['approve', 'refuse', 'send_back'], { error: '请选择通过、退回或驳回' }),
        reason: opinion,
      })
      .refine((v) => v.verdict === 'approve' || v.reason !== null, { error: '请填写原因', path: ['reason'] }),
  }),
  /** Approved suppliers for the requester of a general purchase, which is bought directly. */
  suppliers: call({
    method: 'GET',
    path: '/api/v2/purchase/{id}/suppliers',
    summary: '可选供应商',
    access: requester,
    params: idParams,
    query: z.object({ keyword }),
    reply: z.array(supplierOption),
  }),
  /** Quotations that prove the price comparison of a general purchase. */
  quote: call({
    method: 'PUT',
    path: '/api/v2/purchase/{id}/quotes',
    summary: '登记报价',
    access: requester,
    params: idParams,
    reply: purchaseDetail,
    body: z
      .object({
        quotes: z
          .array(z.object({ supplierId: id, amountFen: price('报价'), note: optionalLine('说明', 200) }), {
            error: '请填写报价',
          })
          .max(20, '最多登记 20 家报价'),
      })
      .superRefine((b, c) => {
        b.quotes.forEach((q, i) => {
          if (b.quotes.findIndex((x) => x.supplierId === q.supplierId) < i)
            c.addIssue({
              code: 'custom',
              message: '同一供应商只能登记一次',
              path: ['quotes', i, 'supplierId'],
            })
        })
      }),
  }),
  award: call({
    method: 'POST',
    path: '/api/v2/purchase/{id}/award',
    summary: '确定供应商',
    access: requester,
    params: idParams,
    body: z.object({ supplierId: id, reason: requiredText('选择理由', 500) }),
    reply: purchaseDetail,
    idempotent: true,
  }),
  voidAward: call({
    method: 'POST',
    path: '/api/v2/purchase/{id}/void-award',
    summary: '成交作废',
    access: office,
    params: idParams,
    body: reason,
    reply: purchaseDetail,
    idempotent: true,
  }),
  /**
   * Ends the contract for pieces not yet accepted: the purchase is completed with the accepted ones, or ends
   * without any.
   */
  terminate: call({
    method: 'POST',
    path: '/api/v2/purchase/{id}/terminate',
    summary: '终止合同',
    access: { onRow: '设备处' },
    params: idParams,
    body: reason,
    reply: purchaseDetail,
    idempotent: true,
  }),
  /**
   * Enters the number of the duty certificate, which arrives late; possible until the last piece is in stock.
   */
  certify: call({
    method: 'PUT',
    path: '/api/v2/purchase/{id}/duty-certificate',
    summary: '登记征免税证明',
    access: { onRow: '设备处' },
    params: idParams,
    body: z.object({ itemId: id, number: dutyFreeNumber }),
    reply: purchaseDetail,
  }),
  /**
   * Price per piece of each item. The sum over all pieces is the contract's amount and may not exceed the
   * award.
   */
  signContract: call({
    method: 'POST',
    path: '/api/v2/purchase/{id}/contract',
    summary: '登记合同',
    access: office,
    params: idParams,
    reply: purchaseDetail,
    idempotent: true,
    body: contractBody,
  }),
  /** Until the first piece is checked: what was mistyped, with the price of the pieces. */
  correctContract: call({
    method: 'POST',
    path: '/api/v2/purchase/{id}/contract/correct',
    summary: '更正合同',
    access: office,
    params: idParams,
    reply: purchaseDetail,
    idempotent: true,
    body: contractBody.extend({ reason: requiredText('更正原因', 500), revision: seenRevision }),
  }),
}
