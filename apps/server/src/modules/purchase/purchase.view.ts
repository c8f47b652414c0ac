import { makeRef } from '@portal/contract/kernel/rows'
import { purchaseNumber, type PurchaseEvent } from '@portal/contract/purchase/purchase'
import type {
  PurchaseAction,
  PurchaseDetail,
  PurchaseItem,
  PurchaseRow,
} from '@portal/contract/purchase/rows'
import type { StageReached } from '@portal/contract/purchase/stage'
import type { Trail } from '../../kernel/binding.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import { showRow as panelRowOf, type PanelRecord } from '../panel/panel.service.ts'
import type { ArrivalRow, ItemRow, QuoteRow } from './parts.store.ts'
import { maySubmit, listWarnings } from './purchase.rules.ts'
import { spreadAward } from './contract.rules.ts'
import { purchaseFlow, type Purchase } from './purchase.flow.ts'
import type { PurchaseDetail as DetailRow, PurchaseRecord } from './purchase.store.ts'

const actionsOf: Partial<Record<PurchaseEvent, PurchaseAction[]>> = {
  change: ['change'],
  submit: ['submit'],
  approve: ['approve'],
  send_back: ['send_back'],
  refuse: ['refuse'],
  cancel: ['cancel'],
  award: ['quote', 'award'],
  void_award: ['void_award'],
  sign_contract: ['sign_contract'],
  correct_contract: ['correct_contract'],
  terminate: ['terminate'],
  certify: ['certify'],
}

const isFor = (word: PurchaseAction, p: PurchaseRecord): boolean =>
  word === 'certify' ? p.imported : word !== 'submit' || maySubmit(p.requesterType)
const listActions = (p: PurchaseRecord, roles: ReadonlySet<Purchase['role']>): PurchaseAction[] =>
  [...purchaseFlow.can(p.state, roles).flatMap((event) => actionsOf[event] ?? []), 'print' as const].filter(
    (word) => isFor(word, p),
  )

export const showRow = (p: PurchaseRecord, roles: ReadonlySet<Purchase['role']>) =>
  ({
    id: p.id,
    number: purchaseNumber(p.id),
    title: p.title,
    state: p.state,
    stateAt: p.stateAt,
    requester: { id: p.requesterId, name: p.requesterName },
    dept: { id: p.deptId, name: p.deptName },
    itemCount: p.itemCount,
    budgetFen: p.budgetFen,
    precious: p.precious,
    imported: p.imported,
    method: p.method,
    supplier: makeRef(p.supplierId, p.supplierName),
    contractFen: p.contractFen,
    submittedAt: p.submittedAt,
    createdAt: p.createdAt,
    can: listActions(p, roles),
  }) satisfies Record<keyof PurchaseRow, unknown>

const findItem = ({ categoryId, categoryName, ...item }: ItemRow, spread: number | null) =>
  ({
    ...item,
    awardPriceFen: item.awardPriceFen ?? spread,
    category: makeRef(categoryId, categoryName),
  }) satisfies Record<keyof PurchaseItem, unknown>

/** If only a total was quoted, each item gets its share of it. */
function listItems(p: DetailRow, items: readonly ItemRow[]) {
  const spread = p.awardFen === null ? [] : spreadAward(items, p.awardFen)
  return items.map((item, i) => findItem(item, spread[i] ?? null))
}

/** How often the contract was corrected. */
export const countCorrections = (history: readonly { event: string }[]): number =>
  history.filter((h) => h.event === 'correct_contract').length

type Signed = Pick<NonNullable<PurchaseDetail['contract']>, 'revision' | 'number' | 'on' | 'amountFen'>
const findContract = (p: DetailRow, signed: Signed) => ({
  ...signed,
  deliverBy: p.deliverBy,
  payment: p.paymentWay === null ? null : { way: p.paymentWay, label: p.paymentLabel ?? p.paymentWay },
  paymentNote: p.paymentNote,
  warrantyMonths: p.warrantyMonths,
  warrantyUntil: p.warrantyUntil,
  bond: p.bondFen === null ? null : { fen: p.bondFen, percent: p.bondPercent, returned: p.bondReturn },
})

const findArrival = (a: ArrivalRow) => ({
  open: { count: a.openCount, fen: a.openFen },
  kept: { count: a.keptCount, fen: a.keptFen },
  struck: { count: a.struckCount, fen: a.struckFen },
})

export interface Surroundings {
  roles: ReadonlySet<Purchase['role']>
  /** The buying department and those above and below it. */
  kin: ReadonlySet<number>
  items: ItemRow[]
  papers: { file: FileRow; kind: string; kindLabel: string }[]
  panels: PanelRecord[]
  /** Empty if the caller may not see them. */
  quotes: QuoteRow[]
  arrival: ArrivalRow
  stage: StageReached
  trail: Pick<Trail, 'progress' | 'history'>
}
/** After everything is accepted there is nothing to terminate; after it is stored in, nothing to certify. */
function isLeft(word: PurchaseAction, { arrival, items }: Surroundings): boolean {
  if (word === 'terminate') return arrival.openCount > 0
  return word !== 'certify' || items.some((i) => i.importPrice?.dutyFree && !i.shelved)
}
export const showDetail = (p: DetailRow, about: Surroundings) =>
  ({
    ...showRow(p, about.roles),
    can: listActions(p, about.roles).filter((word) => isLeft(word, about)),
    lab: makeRef(p.labId, p.labName),
    warnings: listWarnings(p, about.kin),
    sources: p.sources,
    purpose: p.purpose,
    expectedOn: p.expectedOn,
    remark: p.remark,
    reason: p.reason,
    items: listItems(p, about.items),
    papers: about.papers.map((x) => ({ ...showAttachment(x.file), kind: x.kind, kindLabel: x.kindLabel })),
    panels: about.panels.map(panelRowOf),
    quotes: about.quotes.map((q) => ({
      supplier: { id: q.supplierId, name: q.supplierName },
      amountFen: q.amountFen,
      note: q.note,
      chosen: q.chosen,
    })),
    award:
      p.supplierId === null || p.awardFen === null || p.awardedAt === null
        ? null
        : {
            supplier: { id: p.supplierId, name: p.supplierName ?? '' },
            amountFen: p.awardFen,
            at: p.awardedAt,
            reason: p.awardReason,
          },
    contract:
      p.contractNumber === null || p.contractOn === null || p.contractFen === null
        ? null
        : findContract(p, {
            revision: countCorrections(about.trail.history),
            number: p.contractNumber,
            on: p.contractOn,
            amountFen: p.contractFen,
          }),
    arrival: p.contractFen === null ? null : findArrival(about.arrival),
    stage: about.stage,
    progress: about.trail.progress,
    history: about.trail.history,
  }) satisfies Record<keyof PurchaseDetail, unknown>
