import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import {
  at,
  day,
  flag,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  opinion,
  requiredText,
  seenAt,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { attachment, batchItems, historyEntry, progressStep, ref, verdict } from '../kernel/rows.ts'
import { stageReached } from '../purchase/stage.ts'

// The supplier enters data for each piece it delivers, and the tendering office checks them against the
// contract.

export const deliveryStates = ['awaiting_entry', 'awaiting_check', 'checked', 'ended'] as const
export type DeliveryState = (typeof deliveryStates)[number]
export const deliveryStateWords: Record<DeliveryState, string> = {
  awaiting_entry: '待填写设备信息',
  awaiting_check: '待核对',
  checked: '已核对',
  ended: '合同已终止',
}
export const deliveryEvents = ['open', 'submit', 'approve', 'send_back', 'reopen', 'end'] as const
export type DeliveryEvent = (typeof deliveryEvents)[number]
export const deliveryEventWords: Record<DeliveryEvent, string> = {
  open: '开始供货',
  submit: '提交设备信息',
  approve: '核对通过',
  send_back: '退回修改',
  reopen: '退换重填',
  end: '终止合同',
}

/** States of each single instrument of a purchase. */
export const pieceStates = ['expected', 'entered', 'checked', 'accepted', 'stored', 'struck'] as const
export type PieceState = (typeof pieceStates)[number]
export const pieceStateWords: Record<PieceState, string> = {
  expected: '待供应商填写',
  entered: '待核对',
  checked: '待验收',
  accepted: '已验收',
  stored: '已入库',
  struck: '已终止',
}

/** The displayed number of a delivery: GH00000012. */
export const deliveryNumber = (deliveryId: number): string => `GH${String(deliveryId).padStart(8, '0')}`

export const MAX_DELIVERY_FILES = 50
/** Most pieces saved with one call. */
export const MAX_PIECES_AT_ONCE = 50

export const deliveryRefusals = {
  NOT_ENTERED: '还有设备未填写，请全部填写后提交',
  NUMBER_TAKEN: '该厂家、型号的出厂编号已登记，请核对铭牌',
  NUMBER_TWICE: '出厂编号重复，每台设备的出厂编号应不同',
  MADE_FUTURE: '生产日期不能晚于今天',
  PIECE_OTHER: '所选设备不属于该供货单',
  PIECE_CLOSED: '该设备已核对，不能再修改',
  NOT_OPEN: '当前状态不能修改设备信息',
  PIECES_MOVED: '设备状态已变化，请刷新后重试',
  TOO_MANY_FILES: `一张供货单最多上传 ${MAX_DELIVERY_FILES} 个文件`,
} as const

export const deliveryActions = ['save', 'submit', 'approve', 'send_back', 'members'] as const

export const deliveryRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(deliveryStates),
  stateAt: at,
  purchase: z.object({ id: z.number(), number: z.string(), title: z.string() }),
  supplier: ref,
  contractNumber: z.string().nullable(),
  /** The delivery day agreed in the contract. */
  deliverBy: z.string().nullable(),
  pieceCount: z.number().int(),
  /** Number of pieces not entered yet, or not entered before the contract ended. */
  expectedCount: z.number().int(),
  totalFen: z.number().int(),
  can: z.array(z.enum(deliveryActions)),
})
export type DeliveryRow = z.output<typeof deliveryRow>

export const deliveryPiece = z.object({
  id: z.number(),
  itemId: z.number(),
  /** Number of the piece within its item: 1, 2, 3 … */
  number: z.number().int(),
  state: z.enum(pieceStates),
  name: z.string(),
  model: z.string().nullable(),
  spec: z.string().nullable(),
  manufacturer: z.string().nullable(),
  country: z.string().nullable(),
  factoryNumber: z.string().nullable(),
  madeOn: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  indicators: z.string().nullable(),
  accessories: z.string().nullable(),
  hazards: z.string().nullable(),
  priceFen: z.number().int(),
  /** Why it was sent back; null once it is entered again. */
  refusedReason: z.string().nullable(),
  /** The piece may be entered or corrected now. */
  open: z.boolean(),
  updatedAt: at,
})
export type DeliveryPiece = z.output<typeof deliveryPiece>

/** The contract's data for the item. */
export const contractItem = z.object({
  id: z.number(),
  name: z.string(),
  model: z.string().nullable(),
  spec: z.string().nullable(),
  manufacturer: z.string().nullable(),
  country: z.string().nullable(),
  quantity: z.number().int(),
  priceFen: z.number().int().nullable(),
})
export type ContractItem = z.output<typeof contractItem>

export const deliveryDetail = deliveryRow.extend({
  requester: ref,
  dept: ref,
  /** Why it was sent back, reopened or ended. */
  reason: z.string().nullable(),
  items: z.array(contractItem),
  pieces: z.array(deliveryPiece),
  files: z.array(attachment),
  /** Progress of the purchase; the supplier learns nothing else about it. */
  stage: stageReached,
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
export type DeliveryDetail = z.output<typeof deliveryDetail>

const optionalDay = z
  .union([z.literal('').transform(() => null), day])
  .nullish()
  .transform((d) => d ?? null)
export const pieceBody = z
  .object({
    id,
    seenAt,
    factoryNumber: line('出厂编号', 60),
    manufacturer: line('生产厂家', 100),
    model: line('型号', 100),
    spec: text('规格', 2000),
    country: line('产地', 50),
    madeOn: optionalDay,
    warrantyUntil: optionalDay,
    indicators: text('主要技术指标', 2000),
    accessories: text('附件与备件', 2000),
    hazards: text('危险与安全说明', 1000),
  })
  .refine((p) => p.madeOn === null || p.warrantyUntil === null || p.warrantyUntil >= p.madeOn, {
    message: '质保期不能早于生产日期',
    path: ['warrantyUntil'],
  })
export type PieceBody = z.output<typeof pieceBody>

/** `from` and `to` are days of the contract, on which a delivery begins. */
const filters = pageQuery.extend({
  keyword,
  state: ifAsked(z.enum(deliveryStates)),
  supplierId: ifAsked(id),
  purchaseId: ifAsked(id),
  overdue: flag,
  from: ifAsked(day),
  to: ifAsked(day),
})
export type DeliveryFilters = z.output<typeof filters>

const member = { onRow: '供应商人员' }
const party = { onRow: '供应商人员、申购人、设备处、招标办' }

export const deliveryCalls = {
  /**
   * A supplier sees its own deliveries, a requester those of their purchases, the offices all. Sorts by id,
   * stateAt. `keyword` finds numbers, titles and suppliers.
   */
  list: call({
    method: 'GET',
    path: '/api/v2/delivery',
    summary: '供货单列表',
    access: 'signed-in',
    query: filters,
    reply: definePage(deliveryRow).extend({ totalExact: z.boolean() }),
  }),
  export: call({
    method: 'GET',
    path: '/api/v2/delivery/export',
    summary: '导出供货单',
    access: 'signed-in',
    query: filters.omit({ page: true, size: true, order_by: true }),
    reply: z.null(),
    raw: true,
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/delivery/{id}',
    summary: '供货单',
    access: party,
    params: idParams,
    reply: deliveryDetail,
  }),
  /** Saves some of the pieces; repeatable until all are submitted. */
  save: call({
    method: 'PUT',
    path: '/api/v2/delivery/{id}/pieces',
    summary: '填写设备信息',
    access: member,
    params: idParams,
    body: z.object({
      pieces: z
        .array(pieceBody, { error: '请填写设备信息' })
        .min(1, '请填写设备信息')
        .max(MAX_PIECES_AT_ONCE, `一次最多保存 ${MAX_PIECES_AT_ONCE} 台`)
        .refine((all) => new Set(all.map((p) => p.id)).size === all.length, '同一台设备只能填写一次'),
    }),
    reply: deliveryDetail,
  }),
  submit: call({
    method: 'POST',
    path: '/api/v2/delivery/{id}/submit',
    summary: '提交设备信息',
    access: member,
    params: idParams,
    reply: deliveryDetail,
  }),
  addFile: call({
    method: 'POST',
    path: '/api/v2/delivery/{id}/files',
    summary: '上传随机资料',
    access: member,
    params: idParams,
    upload: { field: 'file', maxFiles: 1, maxBytes: 20_000_000, accept: ['image', 'pdf', 'office'] },
    perMinute: 60,
    reply: attachment,
  }),
  removeFile: call({
    method: 'DELETE',
    path: '/api/v2/delivery/{id}/files/{fileId}',
    summary: '删除随机资料',
    access: member,
    params: idParams.extend({ fileId: z.uuid('文件编号不正确') }),
    reply: done,
  }),
  /** When sent back with `pieces`, only those have to be entered again; without, all can be corrected. */
  audit: call({
    method: 'POST',
    path: '/api/v2/delivery/audit',
    summary: '核对设备信息',
    access: { anyOf: ['TENDER_ALL'] },
    body: z
      .object({
        items: batchItems(deliveryStates),
        verdict: z.enum(['approve', 'send_back'], { error: '请选择通过或退回' }),
        reason: opinion,
        pieces: z
          .array(z.object({ pieceId: id, reason: requiredText('退回原因', 200) }))
          .max(1000, '设备过多')
          .default([]),
      })
      .refine((v) => v.verdict === 'approve' || v.reason !== null, {
        error: '请填写退回原因',
        path: ['reason'],
      })
      .refine((v) => v.pieces.length === 0 || (v.verdict === 'send_back' && v.items.length === 1), {
        error: '逐台退回一次只能处理一张供货单',
        path: ['pieces'],
      }),
    reply: z.array(verdict),
    idempotent: true,
  }),
}
