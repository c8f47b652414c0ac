import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type {
  CommitteeMember,
  OpenedQuotation,
  Receipt,
  ScoringRule,
  TenderAction,
  TenderDetail,
  TenderRow,
} from '@portal/contract/tender/rows'
import type { StageReached } from '@portal/contract/purchase/stage'
import {
  tenderMethodWords,
  tenderNumber,
  tenderStateWords,
  type TenderEvent,
} from '@portal/contract/tender/tender'
import type { Trail } from '../../kernel/binding.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { showAttachment, type FileRow } from '../file/file.service.ts'
import { tooFew } from './committee.rules.ts'
import type { BallotRow, MemberRow } from './committee.store.ts'
import type { QuotationRow, ReceiptRow } from './quotation.store.ts'
import type { Looking } from './standing.rules.ts'
import { tenderFlow } from './tender.flow.ts'
import { judgeStanding } from './tender.rules.ts'
import type { ItemRow, TenderDetail as DetailRow, TenderRow as ListRow } from './tender.store.ts'

const actionOf: Partial<Record<TenderEvent, TenderAction>> = {
  change: 'change',
  announce: 'announce',
  open: 'open',
  committee: 'committee',
  sign: 'sign',
  conclude: 'conclude',
  award: 'award',
  fail: 'fail',
  quote: 'quote',
  withdraw_quote: 'withdraw',
}
/** A quotation that was changed under seal does not count. */
const hasTooFew = (t: ListRow): boolean => tooFew(t, t.quotations - t.broken)

/** The actions that the flow allows and that the clock, the quotations and the signatures permit. */
function listActions(t: ListRow, { roles, quoted, now }: Looking): TenderAction[] {
  const due = t.opensAt !== null && t.opensAt <= now
  const possible: Partial<Record<TenderAction, boolean>> = {
    open: due,
    quote: !due,
    withdraw: !due && quoted,
    conclude: !hasTooFew(t) && t.members > 0 && t.signed === t.members,
  }
  const actions = tenderFlow.can(t.state, roles).flatMap((event) => actionOf[event] ?? [])
  return [
    ...actions.filter((action) => possible[action] !== false),
    ...(t.announcedAt ? (['print'] as const) : []),
  ]
}

/**
 * May the caller learn the winner and the amount? A supplier only if it quoted or the tender is public; all
 * others may (decision 042).
 */
const learnsOutcome = (t: ListRow, { supplierId, quoted }: Looking): boolean =>
  supplierId === null || quoted || t.method === 'public'

export const showRow = (t: ListRow, looking: Looking) =>
  ({
    id: t.id,
    number: tenderNumber(t.id),
    round: t.round,
    state: t.state,
    stateAt: t.stateAt,
    method: t.method,
    title: t.title,
    announcedAt: t.announcedAt,
    opensAt: t.opensAt,
    quotations: looking.supplierId === null ? t.quotations : null,
    mine:
      looking.supplierId === null
        ? null
        : judgeStanding(t.state, looking.quoted, t.winnerId === looking.supplierId),
    result:
      t.winnerId === null || !learnsOutcome(t, looking)
        ? null
        : { supplier: { id: t.winnerId, name: t.winnerName ?? '' }, amountFen: t.winnerFen ?? 0 },
    can: listActions(t, looking),
  }) satisfies Record<keyof TenderRow, unknown>

export const exportColumns = (zone: string): SheetColumn<ListRow>[] => [
  { header: '项目编号', value: (t) => tenderNumber(t.id) },
  { header: '名称', width: 32, value: (t) => t.title },
  { header: '申购单', value: (t) => purchaseNumber(t.purchaseId) },
  { header: '采购方式', value: (t) => tenderMethodWords[t.method] },
  { header: '轮次', value: (t) => t.round },
  { header: '状态', value: (t) => tenderStateWords[t.state] },
  { header: '公告时间', width: 18, value: (t) => t.announcedAt && shownAt(t.announcedAt, zone) },
  { header: '报价开启时间', width: 18, value: (t) => t.opensAt && shownAt(t.opensAt, zone) },
  { header: '报价数', value: (t) => t.quotations },
  { header: '成交供应商', width: 32, value: (t) => t.winnerName },
  { header: '成交金额（元）', money: true, value: (t) => (t.winnerFen === null ? null : t.winnerFen / 100) },
]

const findReceipt = (r: ReceiptRow) =>
  ({ ...r, receipt: r.receipt.toString('hex') }) satisfies Record<keyof Receipt, unknown>

const findOpened = (
  q: QuotationRow,
  items: ReadonlyMap<number, ItemRow>,
  files: readonly FileRow[],
  awarded: boolean,
) =>
  ({
    id: q.id,
    supplier: { id: q.supplierId, name: q.supplierName },
    receipt: q.receipt.toString('hex'),
    sealedAt: q.sealedAt,
    broken: q.brokenAt !== null,
    amountFen: q.amountFen,
    deliveryDays: q.deliveryDays,
    warrantyMonths: q.warrantyMonths,
    note: q.content?.note ?? null,
    prices: (q.content?.prices ?? []).map((p) => ({
      ...p,
      name: items.get(p.itemId)?.name ?? '',
      quantity: items.get(p.itemId)?.quantity ?? 0,
    })),
    files: files.map(showAttachment),
    qualified: q.qualified,
    technicalScore: q.technicalScore,
    commercialScore: q.commercialScore,
    priceScore: q.priceScore,
    totalScore: q.totalScore,
    rank: q.rank,
    evaluation: q.evaluation,
    awarded,
  }) satisfies Record<keyof OpenedQuotation, unknown>

const findMember = ({ userId, name, id: _, ...m }: MemberRow, ballots: readonly BallotRow[]) =>
  ({
    ...m,
    user: { id: userId, name },
    ballots: ballots.filter((b) => b.userId === userId).map(({ userId: _of, ...b }) => b),
  }) satisfies Record<keyof CommitteeMember, unknown>

export const showScoring = (t: DetailRow): ScoringRule => ({
  kind: t.scoring,
  pricePoints: t.pricePoints,
  commercialPoints: t.commercialPoints,
  technicalPoints: 100 - t.pricePoints - t.commercialPoints,
})

export interface Surroundings {
  /**
   * Belongs to the university's offices or is the requester; those who only evaluate see nothing of the
   * purchase.
   */
  ofHouse: boolean
  stage: StageReached | null
  members: MemberRow[]
  ballots: BallotRow[]
  items: ItemRow[]
  documents: readonly FileRow[]
  suppliers: { id: number; name: string; invitedAt: Date }[]
  rounds: { id: number; round: number; state: DetailRow['state'] }[]
  receipts: ReceiptRow[]
  opened: QuotationRow[]
  filesOf: ReadonlyMap<number, readonly FileRow[]>
  history: Trail['history']
}

/** Bidders are secret before the opening, and for ever if there was none. */
const ofQuoting: ReadonlySet<string> = new Set<TenderEvent>(['quote', 'withdraw_quote'])

/** The tendering office registers the contract after the award. */
const isNext = (t: DetailRow, { roles }: Looking) =>
  t.state === 'awarded' && t.purchaseState === 'awaiting_contract' && roles.has('tender_office')

export function showDetail(t: DetailRow, looking: Looking, about: Surroundings) {
  const ofSupplier = looking.supplierId !== null
  const items = new Map(about.items.map((i) => [i.id, i]))
  // Callers who may not see the committee must not see in the history who signed.
  const history = about.history.filter(
    (l) =>
      (t.openedAt !== null || !ofQuoting.has(l.event)) && (about.members.length > 0 || l.event !== 'sign'),
  )
  return {
    ...showRow(t, looking),
    can: [...listActions(t, looking), ...(isNext(t, looking) ? (['contract'] as const) : [])],
    purchase: !about.ofHouse
      ? null
      : {
          id: t.purchaseId,
          number: purchaseNumber(t.purchaseId),
          title: t.purchaseTitle,
          requester: { id: t.requesterId, name: t.requesterName },
        },
    announcementHtml: t.announcementHtml,
    items: about.items,
    documents: about.documents.map(showAttachment),
    revision: t.revision,
    minQuotations: t.minQuotations,
    tooFew: !ofSupplier && t.state === 'opened' && hasTooFew(t),
    maxPriceFen: t.maxPriceFen,
    budgetFen: ofSupplier ? null : t.budgetFen,
    openedAt: t.openedAt,
    reason: t.reason,
    awardReason: ofSupplier ? null : t.awardReason,
    scoring: showScoring(t),
    committeeSize: t.committeeSize,
    committee: about.members.map((m) => findMember(m, about.ballots)),
    evaluatedAt: t.evaluatedAt,
    evaluationSummary: about.members.length > 0 ? t.evaluationSummary : null,
    suppliers: about.suppliers,
    rounds: about.rounds.map((r) => ({ ...r, number: tenderNumber(r.id) })),
    receipts: about.receipts.map(findReceipt),
    opened: about.opened.map((q) =>
      findOpened(q, items, about.filesOf.get(q.id) ?? [], t.quotationId === q.id),
    ),
    stage: about.stage,
    now: looking.now,
    history: ofSupplier ? [] : history,
  } satisfies Record<keyof TenderDetail, unknown>
}
