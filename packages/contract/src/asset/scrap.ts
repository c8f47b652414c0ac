import { z } from 'zod'
import { call } from '../kernel/call.ts'
import {
  amountFen,
  at,
  day,
  idParams,
  ifAsked,
  opinion,
  optionalLine,
  requiredText,
  seenRevision,
  text,
} from '../kernel/fields.ts'
import { pageQuery } from '../kernel/page.ts'
import { deviceRef } from '../kernel/refs.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { panelKinds, panelStates } from '../panel/panel.ts'
import { scrapStates } from './asset.ts'
import { assetDevice, assetFilters, countedPage, fileIds } from './parts.ts'

export const scrapRefusals = {
  SCRAP_OPEN: '该仪器已有一份报废申请，请在“报废处置”中查看',
  SCRAPPED: '该仪器已经报废',
  SCRAP_BOOKED: '该仪器还有未结束的预约，请先处理，或选择“撤销全部预约”',
  SCRAP_IN_USE: '该仪器正在使用中，请在使用结束后再办理',
  SCRAP_REPAIR: '该仪器正在维修，请先完成或终止维修',
  SCRAP_TRANSFER: '该仪器正在调拨，请先办结调拨',
  CONDITION_MISSING: '请填写仪器现状',
  PRICE_MISSING: '仪器档案没有登记原值，请填写原值或估值',
  DISPOSED_FUTURE: '处置日期不能晚于今天',
} as const

export const disposalWayWords = {
  recycle: '回收拆解',
  sell: '变卖',
  transfer: '捐赠或划转',
  destroy: '销毁',
} as const
export type DisposalWay = keyof typeof disposalWayWords
const way = z.enum(Object.keys(disposalWayWords) as [DisposalWay, ...DisposalWay[]], {
  error: '请选择处置方式',
})

export const scrapRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(scrapStates),
  stateAt: at,
  device: assetDevice,
  requester: ref,
  /** Price when scrapping was requested, in fen; null if not known yet. */
  priceFen: z.number().nullable(),
  why: z.string(),
  incomeFen: z.number().nullable(),
  disposedOn: z.string().nullable(),
  createdAt: at,
  can: z.array(
    z.enum([
      'change',
      'submit',
      'approve',
      'send_back',
      'refuse',
      'cancel',
      'dispose',
      'correct_disposal',
      'print',
    ]),
  ),
})
export type ScrapRow = z.output<typeof scrapRow>

export const scrapDetail = scrapRow.extend({
  condition: z.string().nullable(),
  /** The device's record has no price, so the requester stated it. */
  priceStated: z.boolean(),
  dept: z.string(),
  room: z.string().nullable(),
  boughtOn: z.string().nullable(),
  /** Why it was refused, sent back or cancelled. */
  reason: z.string().nullable(),
  way: way.nullable(),
  recycler: z.string().nullable(),
  /** Number of times the registered disposal was corrected. */
  revision: z.number().int(),
  /** Number of live bookings that still prevent the scrapping. */
  bookings: z.number().int(),
  /** From this price on, in fen, a panel of experts judges first. */
  panelFromFen: z.number(),
  panels: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(panelKinds),
      state: z.enum(panelStates),
      conclusion: z.string().nullable(),
    }),
  ),
  files: z.array(attachment),
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type ScrapDetail = z.output<typeof scrapDetail>

const body = {
  why: requiredText('报废理由', 2000),
  condition: text('仪器现状', 2000),
  /** Used only if the device's record has no price. */
  priceFen: amountFen.nullish().transform((v) => v ?? null),
  fileIds,
}
const bookings = {
  /** Revoke live bookings with notice; otherwise live bookings are a refusal. */ revokeBookings: z
    .boolean()
    .default(false),
}
const disposal = z.object({
  way,
  recycler: optionalLine('回收单位', 100),
  incomeFen: amountFen,
  disposedOn: day,
})
export type Disposal = z.output<typeof disposal>

const filters = { ...assetFilters, state: ifAsked(z.enum(scrapStates)) }
export type ScrapFilters = z.output<z.ZodObject<typeof filters>>
const party = { onRow: '申请人、专家、实验室负责人、单位负责人、设备处' }
const requester = { onRow: '申请人' }

export const scrapCalls = {
  scraps: call({
    method: 'GET',
    path: '/api/v2/asset/scraps',
    summary: '报废列表',
    access: 'signed-in',
    query: pageQuery.extend(filters),
    reply: countedPage(scrapRow),
  }),
  exportScraps: call({
    method: 'GET',
    path: '/api/v2/asset/scraps/export',
    summary: '导出报废',
    access: 'signed-in',
    query: z.object(filters),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  scrap: call({
    method: 'GET',
    path: '/api/v2/asset/scraps/{id}',
    summary: '报废详情',
    access: party,
    params: idParams,
    reply: scrapDetail,
  }),
  draftScrap: call({
    method: 'POST',
    path: '/api/v2/asset/scraps',
    summary: '新建报废',
    access: { onRow: '仪器所在实验室负责人、仪器联系人、设备处' },
    body: z.object({ deviceId: deviceRef, ...body }),
    reply: scrapDetail,
    idempotent: true,
  }),
  changeScrap: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/asset/scraps/{id}',
    summary: '修改报废',
    access: requester,
    params: idParams,
    body: z.object(body),
    reply: scrapDetail,
  }),
  submitScrap: call({
    method: 'POST',
    path: '/api/v2/asset/scraps/{id}/submit',
    summary: '提交报废',
    access: requester,
    params: idParams,
    body: z.object(bookings),
    reply: scrapDetail,
    idempotent: true,
  }),
  decideScraps: call({
    method: 'POST',
    path: '/api/v2/asset/scraps/decide',
    summary: '审批报废',
    access: { onRow: '单位负责人、设备处' },
    reply: z.array(verdict),
    idempotent: true,
    body: z
      .object({
        items: batchItems(scrapStates),
        verdict: z.enum(['approve', 'send_back', 'refuse'], { error: '请选择通过、退回或驳回' }),
        reason: opinion,
      })
      .refine((v) => v.verdict === 'approve' || v.reason !== null, { error: '请填写原因', path: ['reason'] }),
  }),
  cancelScrap: call({
    method: 'POST',
    path: '/api/v2/asset/scraps/{id}/cancel',
    summary: '取消报废',
    access: { onRow: '申请人；草稿另有仪器所在实验室负责人、仪器联系人、设备处；待处置的由设备处' },
    params: idParams,
    body: z.object({ reason: requiredText('原因', 500) }),
    reply: scrapDetail,
  }),
  dispose: call({
    method: 'POST',
    path: '/api/v2/asset/scraps/{id}/dispose',
    summary: '登记处置',
    access: { onRow: '设备处' },
    params: idParams,
    body: disposal.extend(bookings),
    reply: scrapDetail,
    idempotent: true,
  }),
  /** What was mistyped in a registered disposal; the history says what stood there. */
  correctDisposal: call({
    method: 'POST',
    path: '/api/v2/asset/scraps/{id}/dispose/correct',
    summary: '更正处置登记',
    access: { onRow: '设备处' },
    params: idParams,
    body: disposal.extend({ reason: requiredText('更正原因', 500), revision: seenRevision }),
    reply: scrapDetail,
    idempotent: true,
  }),
}
