import {
  deliveryNumber,
  deliveryStateWords,
  type DeliveryDetail,
  type DeliveryEvent,
  type DeliveryPiece,
  type DeliveryRow,
} from '@portal/contract/delivery/delivery'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { StageReached } from '@portal/contract/purchase/stage'
import type { Trail } from '../../kernel/binding.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import { deliveryFlow, type Delivery } from './delivery.flow.ts'
import type { DeliveryDetail as DetailRow, DeliveryRow as ListRow, ItemRow } from './delivery.store.ts'
import type { PieceRow } from './piece.store.ts'

type Action = DeliveryRow['can'][number]
const isAction = (event: DeliveryEvent): event is Extract<DeliveryEvent, Action> =>
  event === 'submit' || event === 'approve' || event === 'send_back'

/** The right to submit includes saving before that. */
function listActions(v: ListRow, roles: ReadonlySet<Delivery['role']>): Action[] {
  const can = deliveryFlow.can(v.state, roles).filter(isAction)
  return can.includes('submit') ? ['save', ...can] : can
}

export const showRow = (v: ListRow, roles: ReadonlySet<Delivery['role']>) =>
  ({
    id: v.id,
    number: deliveryNumber(v.id),
    state: v.state,
    stateAt: v.stateAt,
    purchase: { id: v.purchaseId, number: purchaseNumber(v.purchaseId), title: v.title },
    supplier: { id: v.supplierId, name: v.supplier },
    contractNumber: v.contractNumber,
    deliverBy: v.deliverBy,
    pieceCount: v.pieceCount,
    expectedCount: v.expectedCount,
    totalFen: v.totalFen,
    can: listActions(v, roles),
  }) satisfies Record<keyof DeliveryRow, unknown>

const findPiece = (p: PieceRow, writable: boolean) =>
  ({
    id: p.id,
    itemId: p.itemId,
    number: p.number,
    state: p.state,
    name: p.name,
    model: p.model,
    spec: p.spec,
    manufacturer: p.manufacturer,
    country: p.country,
    factoryNumber: p.factoryNumber,
    madeOn: p.madeOn,
    warrantyUntil: p.warrantyUntil,
    indicators: p.indicators,
    accessories: p.accessories,
    hazards: p.hazards,
    priceFen: p.priceFen,
    refusedReason: p.refusedReason,
    open: writable && (p.state === 'expected' || p.state === 'entered'),
    updatedAt: p.updatedAt,
  }) satisfies Record<keyof DeliveryPiece, unknown>

export interface Surroundings {
  roles: ReadonlySet<Delivery['role']>
  stage: StageReached
  items: ItemRow[]
  pieces: PieceRow[]
  files: FileRow[]
  trail: Trail
  /** The company has no people left, and the caller may name a new person. */
  forsaken: boolean
}
export function showDetail(v: DetailRow, about: Surroundings) {
  const row = showRow(v, about.roles)
  return {
    ...row,
    can: [...row.can, ...(about.forsaken ? (['members'] as const) : [])],
    requester: { id: v.requesterId, name: v.requester },
    dept: { id: v.deptId, name: v.dept },
    reason: v.reason,
    items: about.items,
    pieces: about.pieces.map((p) => findPiece(p, row.can.includes('save'))),
    files: about.files.map(showAttachment),
    stage: about.stage,
    progress: about.trail.progress,
    history: about.trail.history,
  } satisfies Record<keyof DeliveryDetail, unknown>
}

export const exportColumns: SheetColumn<ListRow>[] = [
  { header: '供货单号', value: (v) => deliveryNumber(v.id) },
  { header: '申购单号', value: (v) => purchaseNumber(v.purchaseId) },
  { header: '申购名称', width: 32, value: (v) => v.title },
  { header: '供应商', width: 32, value: (v) => v.supplier },
  { header: '合同编号', width: 20, value: (v) => v.contractNumber },
  { header: '交货期限', value: (v) => v.deliverBy },
  { header: '台件数', value: (v) => v.pieceCount },
  { header: '未填写', value: (v) => v.expectedCount },
  { header: '合同金额（元）', money: true, value: (v) => v.totalFen / 100 },
  { header: '状态', value: (v) => deliveryStateWords[v.state] },
]
