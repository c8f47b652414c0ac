import { makeRef } from '@portal/contract/kernel/rows'
import {
  settlementNumber,
  settlementRefusals,
  type SettlementDetail,
  type SettlementEvent,
  type SettlementRow,
} from '@portal/contract/settlement/settlement'
import { testOrderNumber } from '@portal/contract/test-order/test-order'
import type { Trail } from '../../kernel/binding.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import type { Invoice } from './invoice.store.ts'
import { flowOf, type Settlement } from './settlement.flow.ts'
import { isInvoiced, mayIssueInvoice, mayNameInvoice, mayPost } from './settlement.rules.ts'
import type {
  ItemRow,
  SettlementDetail as DetailRow,
  SettlementRow as ListRow,
  ShareRow,
} from './settlement.store.ts'

type Action = SettlementRow['can'][number]
const actionOf: Partial<Record<SettlementEvent, Action>> = {
  agree: 'approve',
  deduct: 'approve',
  receive: 'approve',
  reverse: 'approve',
  refuse: 'refuse',
  refuse_reversal: 'refuse',
  send_back: 'send_back',
  remit: 'remit',
  cancel: 'cancel',
  ask_reversal: 'ask_reversal',
  refund: 'refund',
}
const listActions = (s: ListRow, roles: ReadonlySet<Settlement['role']>): Action[] => [
  ...flowOf[s.way].can(s.state, roles).flatMap((event) => actionOf[event] ?? []),
  ...(mayPost(s, roles) ? (['post'] as const) : []),
  'print',
]

export const showRow = (
  s: ListRow,
  roles: ReadonlySet<Settlement['role']>,
  books: SettlementRow['books'] = null,
) =>
  ({
    id: s.id,
    number: settlementNumber(s.id),
    state: s.state,
    stateAt: s.stateAt,
    way: s.way,
    starter: { id: s.starterId, name: s.starterName },
    payer: { id: s.payerId, name: s.payerName },
    lab: { id: s.labId, name: s.labName },
    totalFen: s.totalFen,
    itemCount: s.itemCount,
    createdAt: s.createdAt,
    settledAt: s.settledAt,
    books,
    can: listActions(s, roles),
  }) satisfies Record<keyof SettlementRow, unknown>

const findItem = (i: ItemRow) => ({
  testOrderId: i.testOrderId,
  number: testOrderNumber(i.testOrderId),
  bookingId: i.bookingId,
  device: { id: i.deviceId, name: i.deviceName, serialId: i.deviceSerialId },
  booker: { id: i.bookerId, name: i.bookerName },
  startAt: i.startAt,
  endAt: i.endAt,
  sampleCount: i.sampleCount,
  lines: i.lines,
  amountFen: i.amountFen,
})

const findShare = (h: ShareRow) => ({
  card: { id: h.cardId, name: h.cardName, number: h.cardNumber },
  owner: { id: h.ownerId, name: h.ownerName },
  amountFen: h.amountFen,
  ownerApprovedAt: h.ownerApprovedAt,
})

const NO_INVOICE: Invoice = { title: null, taxNumber: null, email: null, number: null, invoicedOn: null }
function showInvoice(
  s: DetailRow,
  { invoice = NO_INVOICE, roles }: Pick<Surroundings, 'invoice' | 'roles'>,
): SettlementDetail['invoice'] {
  if (s.way !== 'offline') return null
  const names = isInvoiced(s) && mayNameInvoice(roles) && invoice.number === null
  const issues = isInvoiced(s) && mayIssueInvoice(roles)
  return { ...invoice, can: [...(names ? ['name' as const] : []), ...(issues ? ['issue' as const] : [])] }
}

export interface Surroundings {
  roles: ReadonlySet<Settlement['role']>
  items: ItemRow[]
  /** The shares that the caller may see. */
  shares: ShareRow[]
  proof: FileRow | undefined
  sameVoucher: number[]
  remitTo: SettlementDetail['remitTo']
  /** Undefined: nobody has said for whom it is. */
  invoice: Invoice | undefined
  meId: number
  trail: Trail
}
export const showDetail = (s: DetailRow, about: Surroundings) =>
  ({
    ...showRow(s, about.roles),
    items: about.items.map(findItem),
    shares: about.shares.map(findShare),
    remitTo: about.remitTo,
    remittance:
      s.voucherNumber === null
        ? null
        : {
            voucherNumber: s.voucherNumber,
            remitter: s.remitter ?? '',
            remittedOn: s.remittedOn ?? '',
            proof: about.proof ? showAttachment(about.proof) : null,
            sameVoucher: about.sameVoucher.map((id) => ({ id, number: settlementNumber(id) })),
          },
    invoice: showInvoice(s, about),
    remark: s.remark,
    reason: s.reason,
    settledBy: makeRef(s.settledById, s.settledByName),
    posting: s.postingNumber === null ? null : { number: s.postingNumber, postedOn: s.postedOn ?? '' },
    refundOpen: s.way === 'offline' && s.state === 'reversed',
    refund:
      s.refundedAt === null
        ? null
        : {
            number: s.refundNumber ?? '',
            refundedOn: s.refundedOn ?? '',
            at: s.refundedAt,
            by: { id: s.refundedById ?? 0, name: s.refundedByName ?? '' },
          },
    barred:
      s.state === 'awaiting_reversal' && s.settledById === about.meId
        ? settlementRefusals.OWN_REVERSAL
        : null,
    progress: about.trail.progress,
    history: about.trail.history,
  }) satisfies Record<keyof SettlementDetail, unknown>
