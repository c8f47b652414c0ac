import { tenderRefusals } from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import * as quotations from './quotation.store.ts'
import * as members from './committee.store.ts'
import { DOCUMENTS, QUOTED_FILES, seenAs, UNSEEN, type Seen } from './standing.rules.ts'
import { seesAll, readStanding, tenders, type Row } from './tender.process.ts'
import * as store from './tender.store.ts'
import { showDetail } from './tender.view.ts'

export interface Loaded {
  row: Row
  roles: Seen['roles']
  /** How the caller sees the tender, and how much of it. */
  seen: Seen
}
/** Loads a tender for a caller who may see it; for anybody else it does not exist. */
export async function loadTender(ctx: Ctx, tenderId: number, how: 'load' | 'hold' = 'load'): Promise<Loaded> {
  const { row, roles, standing } = await tenders[how](ctx, tenderId)
  const seen = seenAs(row, standing)
  // The seat and the request to sign are read by two statements: a member who is named or replaced between
  // them is asked without having a seat, and may look only with both.
  if (!seen) throw forbidden(UNSEEN)
  return { row, roles, seen }
}

/** Refuses the requester, who may not run the tender of their own purchase. */
export function requireOther(ctx: Ctx, { requesterId }: Row): void {
  if (requesterId === ctx.me.id) throw forbidden(tenderRefusals.OWN_PURCHASE)
}

/** Loads a tender for its office to act on. */
export async function loadToRun(ctx: Ctx, tenderId: number, how?: 'load' | 'hold'): Promise<Loaded> {
  const loaded = await loadTender(ctx, tenderId, how)
  requireOther(ctx, loaded.row)
  return loaded
}

const none = <T>(): Promise<T[]> => Promise.resolve([])

/** The quotations of a tender and how they were judged. */
export interface Evaluation {
  opened: quotations.QuotationRow[]
  members: members.MemberRow[]
  ballots: members.BallotRow[]
}
/**
 * As much of the evaluation as the caller may see: nothing that is still sealed, and no opinions of others
 * before the conclusion.
 */
async function findEvaluation(ctx: Ctx, t: Row, seen: Seen): Promise<Evaluation> {
  const { whole, supplierId } = seen
  const [opened, seated, ballots] = await together([
    whole || supplierId !== null
      ? quotations.listOpened(ctx.db, t.id, supplierId)
      : none<quotations.QuotationRow>(),
    seen.committee ? members.listMembers(ctx.db, t.id) : none<members.MemberRow>(),
    seen.committee ? members.listBallots(ctx.db, t.id) : none<members.BallotRow>(),
  ])
  // Suppliers never see scores and comments; before the conclusion each member sees only their own opinion.
  const unjudged = {
    qualified: null,
    technicalScore: null,
    commercialScore: null,
    priceScore: null,
    totalScore: null,
    rank: null,
    evaluation: null,
  }
  const visible = whole ? opened : opened.map((q) => ({ ...q, ...unjudged }))
  if (t.evaluatedAt !== null) return { opened: visible, members: seated, ballots }
  const isOwn = ({ userId }: { userId: number }) => userId === ctx.me.id
  return {
    opened: visible,
    members: seated.map((m) => (isOwn(m) ? m : { ...m, opinion: null, seal: null })),
    ballots: ballots.filter(isOwn),
  }
}
/**
 * The evaluations of several tenders, for the purchase dossier; those the caller may not see are left out.
 */
export async function findEvaluations(
  ctx: Ctx,
  tenderIds: readonly number[],
): Promise<Map<number, Evaluation>> {
  const found = await together(
    tenderIds.map(async (id) => {
      const [t, standing] = await together([store.find(ctx.db, id), readStanding(ctx, id)])
      const seen = t && seenAs(t, standing)
      return seen ? ([[id, await findEvaluation(ctx, t, seen)]] as const) : []
    }),
  )
  return new Map(found.flat())
}

/** May the caller open documents of this tender? */
export const maySeeId = (ctx: Ctx, tenderId: number): Promise<boolean> => tenders.maySee(ctx, tenderId)
/** May the caller open files of an opened quotation? The offices, the committee and its supplier may. */
export async function mayReadQuotation(ctx: Ctx, quotationId: number): Promise<boolean> {
  const q = await quotations.findOwner(ctx.db, quotationId)
  if (!q?.opened) return false
  return (
    seesAll(ctx) ||
    (await members.findSeat(ctx, q.tenderId)) !== undefined ||
    (await supplier.findSupplier(ctx))?.id === q.supplierId
  )
}

/** The tender as it is now, for the caller. */
export async function readDetail(ctx: Ctx, tenderId: number) {
  const { row: t, seen } = await loadTender(ctx, tenderId)
  const { whole, supplierId, ofHouse } = seen
  const won = t.state === 'awarded' && t.winnerId === supplierId
  const [items, documents, suppliers, rounds, receipts, evaluation, trail, stage] = await together([
    store.listItems(ctx.db, t.purchaseId),
    file.listFiles(ctx, DOCUMENTS, [t.id]),
    whole ? store.listInvited(ctx.db, t.id) : none<{ id: number; name: string; invitedAt: Date }>(),
    ofHouse
      ? store.listRounds(ctx.db, t.purchaseId, t.id)
      : none<{ id: number; round: number; state: store.TenderRow['state'] }>(),
    supplierId === null ? none<quotations.ReceiptRow>() : quotations.listReceipts(ctx.db, t.id, supplierId),
    findEvaluation(ctx, t, seen),
    tenders.trailOf(ctx, t),
    ofHouse || won ? purchase.readStage(ctx, t.purchaseId) : Promise.resolve(null),
  ])
  const filesOf = await file.listFiles(
    ctx,
    QUOTED_FILES,
    evaluation.opened.map((q) => q.id),
  )
  return showDetail(t, seen, {
    items,
    documents: documents.get(t.id) ?? [],
    suppliers,
    rounds,
    receipts,
    filesOf,
    history: trail.history,
    ofHouse,
    stage,
    ...evaluation,
  })
}
