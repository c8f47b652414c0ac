import {
  bookingEventWords,
  liveStates,
  sampleEventWords,
  type BookingRole,
  type SampleEvent,
} from '@portal/contract/booking/booking'
import { type BillState, type BookingDetail, type BookingRow } from '@portal/contract/booking/row'
import type { BoundAnswer } from '@portal/contract/form/binding'
import { approvalSteps } from '@portal/contract/approval/approval'
import type { Logged, Placed } from '../../kernel/strip.rules.ts'
import type { RowWords } from '../form/form.service.ts'
import { findYesNeeds, isOwnPayment } from './approvals.rules.ts'
import { bookingFlow, approvalOfState } from './booking.flow.ts'
import type { Loaded } from './booking.process.ts'
import { judgeLab, judgeStatus } from './booking.rules.ts'
import type { ListedRow } from './booking.store.ts'
import type { ConductRow } from './conduct.store.ts'
import type { HistoryRow } from './history.store.ts'
import { lacksSum } from './news.rules.ts'
import { showSample } from './use/sample.view.ts'
import type { SampleRow } from './use/sample.store.ts'
import {
  judgeCancel,
  wordCancel,
  splitPeriod,
  isDown,
  NOT_QUALIFIED,
  wordMiss,
  findStartWindow,
  isTimely,
} from './timing.rules.ts'
import type { Attachment } from '@portal/contract/kernel/rows'

/** A reply before serialisation: instants are still `Date`s. */
type Dated<T> = T extends readonly (infer E)[]
  ? Dated<E>[]
  : { [K in keyof T]: K extends 'at' | `${string}At` ? (null extends T[K] ? Date | null : Date) : T[K] }

export const showRow = (b: ListedRow, roles: ReadonlySet<BookingRole>, now: Date): Dated<BookingRow> => ({
  id: b.id,
  state: b.state,
  stateAt: b.stateAt,
  kind: b.kind,
  device: { id: b.deviceId, serialId: b.deviceSerialId, name: b.deviceName },
  lab: { id: b.labId, name: b.labName },
  seat: b.seat,
  capacity: b.capacity,
  ...splitPeriod(b.period),
  booker: { id: b.bookerId, name: b.bookerName },
  experimenter: { id: b.experimenterId, name: b.experimenterName },
  payer: { id: b.payerId, name: b.payerName },
  payerGone: b.payerGone,
  purpose: b.purpose,
  payMode: b.payMode,
  estimateFen: b.estimateFen,
  lacksSum: lacksSum({ period: b.period, quote: b.openQuote }),
  feeFen: b.feeFen,
  sampleCount: b.sampleCount,
  createdAt: b.createdAt,
  can: bookingFlow.can(b.state, roles).filter((event) => isTimely(event, { ...b, roles }, b, now)),
})

/** The steps of the booking itself, in the words of its flow. */
export const listSteps = (log: readonly HistoryRow[]): Logged[] =>
  log.filter((l) => l.business === 'booking').map((l) => ({ ...l, actor: l.who }))

/** The history for people to read: approvals are titled by their step, sample events by the sample. */
const showHistory = (log: readonly HistoryRow[]) =>
  log.map((l) => {
    const { event, who, reason, at } = l
    if (l.business === 'booking_sample')
      return {
        event,
        title: `${sampleEventWords[event as unknown as SampleEvent]}：${l.sampleName ?? ''}`,
        who,
        reason,
        at,
      } // logged by sampleFlow
    const approval =
      l.from && (event === 'approve' || event === 'refuse') ? approvalOfState[l.from] : undefined
    return {
      event,
      title: approval
        ? `${approvalSteps.booking[approval]}：${event === 'approve' ? '通过' : '驳回'}`
        : bookingEventWords[event],
      who,
      reason,
      at,
    }
  })

export const showConduct = (c: ConductRow) => ({
  uses: { here: c.here, lastHereAt: c.lastHereAt, all: c.all },
  qualification: c.qualificationRequired ? { granted: c.granted, validUntil: c.validUntil } : null,
  violations: c.violations,
})

export interface Surroundings {
  samples: SampleRow[]
  /** The form answers for each sample. */
  rowWords: RowWords
  attachments: (Omit<Attachment, 'createdAt'> & { createdAt: Date })[]
  answers: (Omit<BoundAnswer, 'at'> & { at: Date })[]
  log: HistoryRow[]
  progress: Placed[]
  bill: { state: BillState; at: Date } | null
  fundCard: { id: number; number: string | null; name: string | null } | null
  extendUntil: Date | null
  occupied: { text: string; bookingId: number | null } | null
  conduct: ReturnType<typeof showConduct> | null
  /** The parts of the purpose that are codes. */
  said: Pick<BookingDetail, 'fundingSource' | 'disciplines' | 'serviceMode'>
  zone: string
}
type Dates =
  | 'startedAt'
  | 'finishedAt'
  | 'samples'
  | 'attachments'
  | 'answers'
  | 'conduct'
  | 'progress'
  | 'bill'
  | 'history'
  | 'cancelTerms'
  | 'startWindow'
  | 'extendUntil'
  | keyof BookingRow
export function showDetail(b: Loaded, roles: ReadonlySet<BookingRole>, s: Surroundings, now: Date) {
  const terms = judgeCancel(b, b, now, isDown(b))
  const isLive = liveStates.some((state) => state === b.state)
  return {
    ...showRow(b, roles, now),
    project: b.project,
    projectNumber: b.projectNumber,
    nature: b.nature,
    ...s.said,
    phone: b.phone,
    remark: b.remark,
    reason: b.reason,
    conduct: s.conduct,
    overridden: b.overridden ?? [],
    quote: b.quote,
    fundCard: s.fundCard,
    heldFen: b.heldFen,
    gridMinutes: b.gridMinutes,
    startedAt: b.startedAt,
    finishedAt: b.finishedAt,
    endKind: b.endKind,
    occupied: s.occupied,
    samples: s.samples.map((sample, i) => showSample(sample, s.rowWords.cells[i] ?? [], b.state, roles)),
    sampleColumns: s.rowWords.columns,
    attachments: s.attachments,
    answers: s.answers,
    progress: s.progress,
    bill: s.bill,
    history: showHistory(s.log),
    deviceDown: isLive
      ? ([...judgeLab(b), ...judgeStatus({ status: b.deviceStatus, statusNote: b.deviceNote })][0]?.message ??
        (b.unqualified ? NOT_QUALIFIED : null))
      : null,
    hoursClosed: isLive && b.closedAt !== null,
    cancelTerms: terms && { ...terms, text: wordCancel(terms, b, s.zone) },
    missText: b.state === 'awaiting_use' && !isDown(b) ? wordMiss(b, b, s.zone) : null,
    startWindow: findStartWindow(b, b),
    extendUntil: s.extendUntil,
    asks: { ...findYesNeeds(b), payment: isOwnPayment(b) },
  } satisfies Omit<BookingDetail, Dates> & Record<Dates, unknown>
}

/** The reply of a call that took a step. */
export const showStepped = (b: Pick<ListedRow, 'id' | 'state' | 'period' | 'seat' | 'estimateFen'>) => ({
  id: b.id,
  state: b.state,
  ...splitPeriod(b.period),
  seat: b.seat,
  estimateFen: b.estimateFen,
})
