import type { BoundAnswer } from '@portal/contract/form/binding'
import { makeRef } from '@portal/contract/kernel/rows'
import {
  testOrderNumber,
  type ResultFileAction,
  type TestOrderDetail,
  type TestOrderEvent,
  type TestOrderRow,
  type TestOrderVersion,
} from '@portal/contract/test-order/test-order'
import { settlementNumber } from '@portal/contract/settlement/settlement'
import { besidesIn } from '@portal/contract/use-ledger/training'
import type { Trail } from '../../kernel/binding.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import type { RowWords } from '../form/form.service.ts'
import { fillOutcomes } from './bill.rules.ts'
import { testOrderFlow, type TestOrder } from './test-order.flow.ts'
import type { Withdrawal } from './result-file.store.ts'
import type { OrderDetail, OrderRow, SampleRow } from './test-order.store.ts'
import type { VersionRow } from './version.store.ts'

/** A reply before serialisation: instants are still `Date`s. */
type Dated<T> = {
  [K in keyof T]: K extends `${string}At` ? (T[K] extends string ? Date : Date | null) : T[K]
}

/** The actions of the buttons: `take` is starting a settlement. */
const actionOf: Partial<Record<TestOrderEvent, TestOrderRow['can'][number]>> = {
  fill: 'fill',
  submit: 'submit',
  approve: 'approve',
  confirm: 'confirm',
  agree: 'agree',
  return: 'return',
  take: 'settle',
  correct: 'correct',
  propose_payer: 'propose_payer',
  accept_payer: 'accept_payer',
  decline_payer: 'decline_payer',
  propose_write_off: 'propose_write_off',
  write_off: 'write_off',
  decline_write_off: 'decline_write_off',
  withdraw: 'withdraw',
}

const listActions = (order: Pick<OrderRow, 'state'>, roles: ReadonlySet<TestOrder['role']>) =>
  testOrderFlow.can(order.state, roles).flatMap((event) => actionOf[event] ?? [])

export const showRow = (order: OrderRow, roles: ReadonlySet<TestOrder['role']>): Dated<TestOrderRow> => ({
  id: order.id,
  number: testOrderNumber(order.id),
  bookingId: order.bookingId,
  kind: order.kind,
  payMode: order.payMode,
  device: { id: order.deviceId, name: order.deviceName, serialId: order.deviceSerialId },
  lab: { id: order.labId, name: order.labName },
  booker: { id: order.bookerId, name: order.bookerName },
  payer: { id: order.payerId, name: order.payerName },
  state: order.state,
  stateAt: order.stateAt,
  startAt: order.startAt,
  endAt: order.endAt,
  sampleCount: order.sampleCount,
  estimateFen: order.estimateFen,
  totalFen: order.totalFen,
  settlementId: order.settlementId,
  createdAt: order.createdAt,
  lateCancel: order.lateCancel,
  noShow: order.noShow,
  payerGone: order.payerGone,
  proposed: order.proposed,
  refundOpen: order.refundOpen,
  can: listActions(order, roles),
})

export function showResultFile(file: FileRow, withdrawals: readonly Withdrawal[]) {
  const w = withdrawals.find((x) => x.fileId === file.id)
  return { ...showAttachment(file), withdrawn: w ? { at: w.at, who: w.who, reason: w.reason } : null }
}

const findVersion = (v: VersionRow) =>
  ({
    version: v.version,
    startAt: v.startAt,
    endAt: v.endAt,
    sampleCount: v.sampleCount,
    ...besidesIn(v),
    lines: v.bill.lines,
    totalFen: v.totalFen,
    result: v.result,
    remark: v.remark,
    filledBy: makeRef(v.filledById, v.filledByName),
    confirmedAt: v.confirmedAt,
    confirmedBySystem: v.confirmedBySystem,
    correctedBy: { id: v.correctedById, name: v.correctedByName },
    correctedAt: v.correctedAt,
    reason: v.reason,
  }) satisfies Record<keyof TestOrderVersion, unknown>

export interface Surroundings {
  roles: ReadonlySet<TestOrder['role']>
  opensBooking: boolean
  opensSettlement: boolean
  entersResults: TestOrderDetail['entersResults']
  samples: SampleRow[]
  rowWords: RowWords
  answers: (Omit<BoundAnswer, 'at'> & { at: Date })[]
  files: FileRow[]
  withdrawals: Withdrawal[]
  versions: VersionRow[]
  /** The actions on result files that are allowed now. */
  filesCan: ResultFileAction[]
  papers: FileRow[]
  trail: Trail
}
export const showDetail = (order: OrderDetail, s: Surroundings) =>
  ({
    ...showRow(order, s.roles),
    experimenter: { id: order.experimenterId, name: order.experimenterName },
    purpose: order.purpose,
    project: order.project,
    planStartAt: order.planStartAt,
    planEndAt: order.planEndAt,
    endKind: order.endKind,
    opensBooking: s.opensBooking,
    entersResults: s.entersResults,
    samples: fillOutcomes(s.samples, order.outcomes).map(({ answers: _, ...sample }, i) => ({
      ...sample,
      cells: s.rowWords.cells[i] ?? [],
    })),
    sampleColumns: s.rowWords.columns,
    quote: order.quote,
    bill: order.bill,
    ...besidesIn(order),
    result: order.result,
    remark: order.remark,
    answers: s.answers,
    reason: order.reason,
    filledBy: makeRef(order.filledById, order.filledByName),
    confirmedAt: order.confirmedAt,
    confirmedBySystem: order.confirmedBySystem,
    dueAt: s.trail.dueAt,
    settlementNumber: order.settlementId === null ? null : settlementNumber(order.settlementId),
    opensSettlement: s.opensSettlement,
    files: s.files.map((f) => showResultFile(f, s.withdrawals)),
    filesCan: s.filesCan,
    version: order.version,
    revision: order.revision,
    previousFen: order.previousFen,
    versions: s.versions.map(findVersion),
    proposal:
      order.proposed === null || order.proposedAt === null
        ? null
        : {
            kind: order.proposed,
            payer:
              order.proposedPayerId === null
                ? null
                : { id: order.proposedPayerId, name: order.proposedPayerName ?? '' },
            by:
              order.proposedById === null
                ? null
                : { id: order.proposedById, name: order.proposedByName ?? '' },
            at: order.proposedAt,
            reason: order.proposedReason ?? '',
          },
    papers: s.papers.map(showAttachment),
    progress: s.trail.progress,
    history: s.trail.history,
  }) satisfies Record<keyof TestOrderDetail, unknown>
