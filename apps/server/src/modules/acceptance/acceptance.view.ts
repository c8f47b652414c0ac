import { makeRef } from '@portal/contract/kernel/rows'
import {
  acceptanceNumber,
  type AcceptanceDetail,
  type AcceptanceEvent,
  type AcceptanceRow,
} from '@portal/contract/acceptance/acceptance'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { ImportedItem } from '@portal/contract/purchase/rows'
import type { StageReached } from '@portal/contract/purchase/stage'
import type { Trail } from '../../kernel/binding.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import { acceptanceFlow, type AcceptanceProcess } from './acceptance.flow.ts'
import type * as store from './acceptance.store.ts'
import type * as parts from './parts.store.ts'

type Roles = ReadonlySet<AcceptanceProcess['role']>
type Action = AcceptanceRow['can'][number]
const actionOf: Partial<Record<AcceptanceEvent, Action>> = {
  change: 'change',
  submit: 'submit',
  sign: 'sign',
  approve: 'approve',
  send_back: 'send_back',
  recall: 'recall',
  cancel: 'cancel',
}
const listActions = (a: store.AcceptanceRow, roles: Roles): Action[] =>
  acceptanceFlow.can(a.state, roles).flatMap((event) => actionOf[event] ?? [])

export const showRow = (a: store.AcceptanceRow, roles: Roles) =>
  ({
    id: a.id,
    number: acceptanceNumber(a.id),
    state: a.state,
    stateAt: a.stateAt,
    scale: a.scale,
    purchase: { id: a.purchaseId, number: purchaseNumber(a.purchaseId), title: a.title },
    supplier: makeRef(a.supplierId, a.supplier),
    receiver: { id: a.receiverId, name: a.receiver },
    dept: { id: a.deptId, name: a.dept },
    pieceCount: a.pieceCount,
    totalFen: a.totalFen,
    createdAt: a.createdAt,
    can: listActions(a, roles),
  }) satisfies Record<keyof AcceptanceRow, unknown>

const findMember = (m: parts.MemberRow) => ({
  user: { id: m.userId, name: m.name },
  dept: m.dept,
  duty: m.duty,
  verdict: m.verdict,
  opinion: m.opinion,
  signedAt: m.signedAt,
})

export interface Surroundings {
  stage: StageReached
  imports: ImportedItem[]
  roles: Roles
  /** Pieces are left for another acceptance, and the caller may create it. */
  again: boolean
  checks: parts.CheckRow[]
  pieces: parts.PieceRow[]
  outside: parts.PieceFactsRow[]
  members: parts.MemberRow[]
  membersMin: number
  pictures: FileRow[]
  trail: Trail
}
export const showDetail = (a: store.Acceptance, about: Surroundings) =>
  ({
    ...showRow(a, about.roles),
    can: [...listActions(a, about.roles), ...(about.again ? ['create' as const] : [])],
    contractNumber: a.contractNumber,
    contractFen: a.contractFen,
    place: a.place,
    acceptedOn: a.acceptedOn,
    conclusion: a.conclusion,
    reason: a.reason,
    revision: a.revision,
    checks: about.checks,
    pieces: about.pieces,
    outside: about.outside,
    members: about.members.map(findMember),
    membersMin: about.membersMin,
    imports: about.imports,
    stage: about.stage,
    pictures: about.pictures.map(showAttachment),
    // Medium and large acceptances are signed by the college.
    progress: about.trail.progress.map((p) =>
      p.key === 'sign' && a.scale !== 'small' ? { ...p, title: '学院会签' } : p,
    ),
    history: about.trail.history,
  }) satisfies Record<keyof AcceptanceDetail, unknown>
