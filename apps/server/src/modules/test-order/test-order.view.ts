import { testOrderEventWords, testOrderNumber, type TestOrderDetail, type TestOrderEvent, type TestOrderRow } from '@portal/contract/test-order/test-order'
import { settlementNumber } from '@portal/contract/settlement/settlement'
import type { HistoryEntry } from '@portal/contract/kernel/rows'
import { attachmentOf, type FileRow } from '../file/file.service.ts'
import type { Logged, Place } from './progress.rules.ts'
import { awaitedAt, isAwaiting, testOrderFlow, type TestOrderRole } from './test-order.flow.ts'
import type { OrderDetail, OrderRow, SampleRow } from './test-order.store.ts'

/** A reply before it is written out: instants are still Dates. */
type Dated<T> = { [K in keyof T]: K extends `${string}At` ? (T[K] extends string ? Date : Date | null) : T[K] }

/** What a person is to an order. The awaited role belongs to exactly those who may act on the waiting task. */
export function rolesOf(order: Pick<OrderRow, 'state' | 'bookerId' | 'payerId'>, userId: number, actable: boolean): Set<TestOrderRole> {
  const roles = new Set<TestOrderRole>()
  if (order.bookerId === userId || order.payerId === userId) roles.add('owner')
  if (actable && isAwaiting(order.state)) roles.add(awaitedAt[order.state].role)
  return roles
}

/** What the buttons say: `take` is starting a settlement. */
const actionOf: Partial<Record<TestOrderEvent, TestOrderRow['can'][number]>> = { fill: 'fill', submit: 'submit', approve: 'approve', confirm: 'confirm', return: 'return', take: 'settle' }

export const rowOf = (order: OrderRow, userId: number, actable: boolean): Dated<TestOrderRow> => ({
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
  lateCancel: order.lateCancel, noShow: order.noShow,
  can: testOrderFlow.can(order.state, rolesOf(order, userId, actable)).flatMap((event) => actionOf[event] ?? []),
})

export const historyOf = (log: readonly Logged[]): (Omit<HistoryEntry, 'at'> & { at: Date })[] =>
  log.map((l) => ({ event: l.event, title: testOrderEventWords[l.event as TestOrderEvent] ?? l.event, who: l.actor ?? '系统', reason: l.reason, at: l.at })) // the log holds events of this flow only

export interface Surroundings {
  userId: number
  actable: boolean
  samples: SampleRow[]
  files: FileRow[]
  log: Logged[]
  progress: Place[]
  dueAt: Date | null
}
export const detailOf = (order: OrderDetail, s: Surroundings) => ({
  ...rowOf(order, s.userId, s.actable),
  experimenter: { id: order.experimenterId, name: order.experimenterName },
  purpose: order.purpose,
  project: order.project,
  planStartAt: order.planStartAt,
  planEndAt: order.planEndAt,
  samples: s.samples,
  quote: order.quote,
  bill: order.bill,
  result: order.result,
  remark: order.remark,
  reason: order.reason,
  filledBy: order.filledById === null ? null : { id: order.filledById, name: order.filledByName ?? '' },
  confirmedAt: order.confirmedAt,
  confirmedBySystem: order.confirmedBySystem,
  dueAt: s.dueAt,
  settlementNumber: order.settlementId === null ? null : settlementNumber(order.settlementId),
  files: s.files.map(attachmentOf),
  progress: s.progress,
  history: historyOf(s.log),
}) satisfies Record<keyof TestOrderDetail, unknown>
