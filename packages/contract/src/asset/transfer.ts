import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at, id, idParams, ifAsked, opinion, requiredText } from '../kernel/fields.ts'
import { pageQuery } from '../kernel/page.ts'
import { deviceRef } from '../kernel/refs.ts'
import { batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { transferStates } from './asset.ts'
import { assetDevice, assetFilters, chosen, countedPage } from './parts.ts'

export const transferRefusals = {
  TRANSFER_OPEN: '该仪器已有一份未办结的调拨申请，请在“仪器调拨”中查看',
  TRANSFER_NOWHERE: '调入的实验室、房间和保管人与现在相同',
  TRANSFER_CLOSED: '调入的实验室已停用',
  TRANSFER_MOVED: '仪器已不在原实验室：请拒绝该申请，由申请人按现在的实验室重新申请',
  SCRAPPED: '该仪器已报废或正在报废，不能办理',
} as const

export const transferRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(transferStates),
  stateAt: at,
  device: assetDevice,
  requester: ref,
  from: ref,
  to: ref,
  toRoom: z.string().nullable(),
  toKeeper: ref.nullable(),
  why: z.string(),
  createdAt: at,
  doneAt: at.nullable(),
  can: z.array(z.enum(['agree', 'refuse', 'cancel', 'print'])),
})
export type TransferRow = z.output<typeof transferRow>

export const transferDetail = transferRow.extend({
  fromDept: z.string(),
  toDept: z.string(),
  priceFen: z.number().nullable(),
  /** Why it was refused or cancelled. */
  reason: z.string().nullable(),
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type TransferDetail = z.output<typeof transferDetail>

const optionalId = id.nullish().transform((v) => v ?? null)
export const transferBody = z.object({
  deviceId: deviceRef,
  toLabId: chosen('请选择调入实验室'),
  toRoomId: optionalId,
  toKeeperId: optionalId,
  why: requiredText('调拨理由', 1000),
})
export type TransferBody = z.output<typeof transferBody>

const filters = { ...assetFilters, state: ifAsked(z.enum(transferStates)) }
export type TransferFilters = z.output<z.ZodObject<typeof filters>>
const party = { onRow: '申请人、双方实验室负责人、接收保管人、单位负责人、设备处' }

export const transferCalls = {
  transfers: call({
    method: 'GET',
    path: '/api/v2/asset/transfers',
    summary: '调拨列表',
    access: 'signed-in',
    query: pageQuery.extend(filters),
    reply: countedPage(transferRow),
  }),
  exportTransfers: call({
    method: 'GET',
    path: '/api/v2/asset/transfers/export',
    summary: '导出调拨',
    access: 'signed-in',
    query: z.object(filters),
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  transfer: call({
    method: 'GET',
    path: '/api/v2/asset/transfers/{id}',
    summary: '调拨详情',
    access: party,
    params: idParams,
    reply: transferDetail,
  }),
  requestTransfer: call({
    method: 'POST',
    path: '/api/v2/asset/transfers',
    summary: '申请调拨',
    access: { onRow: '仪器所在实验室负责人、仪器联系人、设备处' },
    body: transferBody,
    reply: transferDetail,
    idempotent: true,
  }),
  decideTransfers: call({
    method: 'POST',
    path: '/api/v2/asset/transfers/decide',
    summary: '同意或拒绝调拨',
    access: { onRow: '双方实验室主任' },
    reply: z.array(verdict),
    idempotent: true,
    body: z
      .object({
        items: batchItems(transferStates),
        verdict: z.enum(['approve', 'refuse'], { error: '请选择同意或拒绝' }),
        reason: opinion,
      })
      .refine((v) => v.verdict === 'approve' || v.reason !== null, { error: '请填写原因', path: ['reason'] }),
  }),
  cancelTransfer: call({
    method: 'POST',
    path: '/api/v2/asset/transfers/{id}/cancel',
    summary: '取消调拨',
    access: { onRow: '申请人' },
    params: idParams,
    body: z.object({ reason: requiredText('原因', 500) }),
    reply: transferDetail,
  }),
}
