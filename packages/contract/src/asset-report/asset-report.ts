import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, id, idParams, ifAsked, keyword, text } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceKey, deviceRef } from '../kernel/refs.ts'
import { attachment, historyEntry, ref } from '../kernel/rows.ts'

// 固定资产填报: a person who works with a device reports its keeper, place and condition. The equipment office
// accepts the report or returns it.

export const assetStates = ['submitted', 'returned', 'accepted', 'withdrawn'] as const
export type AssetState = (typeof assetStates)[number]
export const assetStateWords: Record<AssetState, string> = {
  submitted: '待设备处审核',
  returned: '已退回',
  accepted: '已接受',
  withdrawn: '已撤回',
}

export const assetEvents = ['submit', 'resubmit', 'accept', 'return', 'withdraw'] as const
export type AssetEvent = (typeof assetEvents)[number]
export const assetEventWords: Record<AssetEvent, string> = {
  submit: '提交',
  resubmit: '重新提交',
  accept: '接受',
  return: '退回',
  withdraw: '撤回',
}

export const assetConditionWords = {
  in_use: '在用',
  idle: '多余',
  to_repair: '待修',
  to_scrap: '待报废',
  missing: '丢失',
  other: '其他',
} as const
export type AssetCondition = keyof typeof assetConditionWords
const conditions = Object.keys(assetConditionWords) as [AssetCondition, ...AssetCondition[]]

export const assetRefusals = {
  ASSET_SCRAPPED: '该仪器已报废，不再填报',
  ASSET_OPEN: '该仪器已有一份未办结的填报，请先处理它',
  CUSTODIAN_GONE: '填报的保管人账号已停用，请退回后由填报人更换保管人',
  ROOM_GONE: '填报的房间已被删除，请退回后由填报人重新选择房间',
} as const
export const MAX_ASSET_PICTURES = 6

const can = z.array(z.enum(assetEvents))
export const assetRow = z.object({
  id: z.number(),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  dept: ref,
  reporter: ref,
  custodian: ref,
  room: z.object({ id: z.number(), name: z.string(), building: z.string() }).nullable(),
  condition: z.enum(conditions),
  remark: z.string().nullable(),
  state: z.enum(assetStates),
  stateAt: at,
  createdAt: at,
  can,
})
export type AssetRow = z.output<typeof assetRow>
export const assetDetail = assetRow.extend({
  /** The values in the asset records, which accepting the report would replace. */
  known: z.object({ custodian: z.string().nullable(), room: z.string().nullable(), status: z.string() }),
  pictures: z.array(attachment),
  history: z.array(historyEntry),
})
export type AssetDetail = z.output<typeof assetDetail>

export const assetBody = z.object({
  /** The returned report that is submitted again; left out: a new report. */
  id: id.nullish(),
  deviceId: deviceRef,
  custodianId: id,
  roomId: id,
  condition: z.enum(conditions, { error: '请选择现状' }),
  remark: text('备注', 500),
  pictureIds: z
    .array(z.uuid('图片编号不正确'))
    .max(MAX_ASSET_PICTURES, `最多 ${MAX_ASSET_PICTURES} 张图片`)
    .default([]),
})

const party = { onRow: '填报人与设备处' }
const reason = z.object({ reason: text('原因', 200) })
const stepped = z.object({ state: z.enum(assetStates) })

const reports = call({
  method: 'GET',
  path: '/api/v2/asset-report/list',
  summary: '固定资产填报记录',
  access: 'signed-in',
  query: pageQuery.extend({
    /** `mine`: the caller's reports; `all`: everybody's, for the equipment office. */
    scope: z.enum(['mine', 'all'], { error: '范围不正确' }).default('mine'),
    keyword,
    deviceId: ifAsked(deviceKey),
    state: ifAsked(z.enum(assetStates, { error: '状态不正确' })),
    condition: ifAsked(z.enum(conditions, { error: '现状不正确' })),
  }),
  reply: definePage(assetRow),
})

export const assetReportCalls = {
  list: reports,
  export: defineExport(reports, '导出固定资产填报'),
  get: call({
    method: 'GET',
    path: '/api/v2/asset-report/{id}',
    summary: '固定资产填报详情',
    access: party,
    params: idParams,
    reply: assetDetail,
  }),
  submit: call({
    method: 'POST',
    path: '/api/v2/asset-report',
    summary: '提交固定资产填报',
    access: { onRow: '与该仪器有关的人员' },
    body: assetBody,
    reply: z.object({ id: z.number() }),
  }),
  accept: call({
    method: 'POST',
    path: '/api/v2/asset-report/{id}/accept',
    summary: '接受固定资产填报',
    access: party,
    params: idParams,
    reply: stepped,
  }),
  return: call({
    method: 'POST',
    path: '/api/v2/asset-report/{id}/return',
    summary: '退回固定资产填报',
    access: party,
    params: idParams,
    body: reason,
    reply: stepped,
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/v2/asset-report/{id}/withdraw',
    summary: '撤回固定资产填报',
    access: party,
    params: idParams,
    reply: stepped,
  }),
  /** Uploads pictures for a report not yet submitted. */
  attach: call({
    method: 'POST',
    path: '/api/v2/asset-report/picture',
    summary: '上传固定资产图片',
    access: 'signed-in',
    upload: { field: 'files', maxFiles: MAX_ASSET_PICTURES, maxBytes: 10_000_000, accept: ['image'] },
    reply: z.array(attachment),
  }),
}
