import { makeRef } from '@portal/contract/kernel/rows'
import { acceptanceNumber } from '@portal/contract/acceptance/acceptance'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { Readiness } from '@portal/contract/opening/readiness'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import type { StageReached } from '@portal/contract/purchase/stage'
import {
  stockInNumber,
  type StockInDetail,
  type StockInEvent,
  type StockInPiece,
  type StockInRow,
} from '@portal/contract/stock-in/stock-in'
import type { Trail } from '../../kernel/binding.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import { stockInFlow, type StockInProcess } from './stock-in.flow.ts'
import { listWarnings, type Places } from './stock-in.rules.ts'
import type * as store from './stock-in.store.ts'

type Roles = ReadonlySet<StockInProcess['role']>
type Action = StockInRow['can'][number]
const findAction = (s: store.StockInRow, event: StockInEvent): Action | [] => {
  // In that state the office corrects the pieces, and nothing else.
  if (event === 'change') return s.state === 'awaiting_store' ? 'correct' : 'change'
  return event === 'open' ? [] : event
}
const listActions = (s: store.StockInRow, roles: Roles): Action[] =>
  stockInFlow.can(s.state, roles).flatMap((event) => findAction(s, event))

export const showRow = (s: store.StockInRow, roles: Roles) =>
  ({
    id: s.id,
    number: stockInNumber(s.id),
    state: s.state,
    stateAt: s.stateAt,
    purchase: { id: s.purchaseId, number: purchaseNumber(s.purchaseId), title: s.title },
    acceptance: { id: s.acceptanceId, number: acceptanceNumber(s.acceptanceId) },
    supplier: makeRef(s.supplierId, s.supplier),
    requester: { id: s.requesterId, name: s.requester },
    dept: { id: s.deptId, name: s.dept },
    pieceCount: s.pieceCount,
    totalFen: s.totalFen,
    payment: s.payment,
    voucherNumber: s.voucherNumber,
    paidOn: s.paidOn,
    createdAt: s.createdAt,
    can: listActions(s, roles),
  }) satisfies Record<keyof StockInRow, unknown>

const findPiece = (
  { labId, lab, roomId, room, keeperId, keeper, categoryId, category, deptCode: _, ...facts }: store.PieceRow,
  { ready, opens }: Pick<Surroundings, 'ready' | 'opens'>,
) =>
  ({
    ...facts,
    readiness: (facts.deviceId !== null && ready.get(facts.deviceId)) || null,
    opens: facts.deviceId !== null && opens(labId),
    lab: makeRef(labId, lab),
    room: makeRef(roomId, room),
    keeper: makeRef(keeperId, keeper),
    category: makeRef(categoryId, category),
  }) satisfies Record<keyof StockInPiece, unknown>

export interface Surroundings {
  roles: Roles
  opensAcceptance: boolean
  pieces: store.PieceRow[]
  places: Places
  invoices: store.InvoiceRow[]
  files: FileRow[]
  shares: PurchaseSource[]
  stage: StageReached
  trail: Trail
  /** Of the devices that pieces became. */
  ready: ReadonlyMap<number, Readiness>
  opens: (labId: number | null) => boolean
}
export function showDetail(s: store.StockIn, about: Surroundings) {
  const files = new Map(about.files.map((f) => [f.id, showAttachment(f)]))
  return {
    ...showRow(s, about.roles),
    opensAcceptance: about.opensAcceptance,
    contractNumber: s.contractNumber,
    contractFen: s.contractFen,
    warnings: listWarnings(s, about.places),
    shares: about.shares,
    stage: about.stage,
    acceptedOn: s.acceptedOn,
    remark: s.remark,
    reason: s.reason,
    revision: s.revision,
    pieces: about.pieces.map((p) => findPiece(p, about)),
    invoices: about.invoices.map(({ fileId, ...v }) => ({
      ...v,
      file: (fileId !== null && files.get(fileId)) || null,
    })),
    invoicedFen: about.invoices.reduce((sum, v) => sum + v.amountFen, 0),
    reimbursedBy: makeRef(s.reimbursedById, s.reimbursedBy),
    reimbursedAt: s.reimbursedAt,
    storedBy: makeRef(s.storedById, s.storedBy),
    storedAt: s.storedAt,
    progress: about.trail.progress,
    history: about.trail.history,
  } satisfies Record<keyof StockInDetail, unknown>
}
