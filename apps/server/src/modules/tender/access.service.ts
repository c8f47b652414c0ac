import type { Ctx } from '../../kernel/ctx.ts'
import { history } from '../../kernel/flow-log.store.ts'
import { forbidden, notFound } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import * as quotations from './quotation.store.ts'
import * as members from './committee.store.ts'
import type { TenderRole } from './tender.flow.ts'
import * as store from './tender.store.ts'
import { detailOf, type Looking } from './tender.view.ts'

/** Files that hang on a tender, on an opened quotation, and the sealed ones, which nobody reads. */
export const DOCUMENTS = 'tender'
export const PICTURES = 'tender-text'
export const QUOTED_FILES = 'quotation'
export const SEALED_FILES = 'quotation-sealed'

/** Both offices; only the tendering office acts. */
export const seesAll = (ctx: Ctx) => ctx.holds('TENDER_ALL', 'PURCHASE_ALL')

export interface Seen extends Looking {
  /** Everything of it, also who was invited and what was quoted. */
  whole: boolean
  /** The purchase behind it too. */
  ofHouse: boolean
  /** Who evaluates it: the offices, they themselves, and of the offices who asked for it himself once it was concluded. */
  committee: boolean
}

/** What the person who asks is to a tender; undefined when it is none of his business. */
export async function seen(ctx: Ctx, t: store.TenderDetail): Promise<Seen | undefined> {
  const { now } = ctx
  const whole = seesAll(ctx)
  const own = t.requesterId === ctx.me.id
  // Before the opening nobody is told that he is to evaluate it.
  const seat = t.openedAt === null ? undefined : await members.seatOf(ctx, t.id)
  if (whole || own || seat) {
    const roles: TenderRole[] = [
      ...(ctx.holds('TENDER_ALL') && !own ? (['tender_office'] as const) : []),
      ...(seat?.signed === false ? (['member'] as const) : []),
    ]
    return {
      roles: new Set(roles),
      supplierId: null,
      quoted: false,
      now,
      whole: whole || seat !== undefined,
      ofHouse: whole || own,
      committee: seat !== undefined || (whole && (!own || t.evaluatedAt !== null)),
    }
  }
  const company = await supplier.supplierOf(ctx)
  if (!company || t.announcedAt === null) return undefined
  const [invited, quoted, receipts] = await together([
    store.isInvited(ctx.db, t.id, company.id),
    quotations.hasQuoted(ctx.db, t.id, company.id),
    quotations.receipts(ctx.db, t.id, company.id),
  ])
  const approved = company.state === 'approved'
  const open = invited || t.method === 'public'
  if (!invited && receipts.length === 0 && !(open && approved)) return undefined
  return {
    roles: new Set<TenderRole>(open && approved ? ['supplier'] : []),
    supplierId: company.id,
    quoted,
    now,
    whole: false,
    ofHouse: false,
    committee: false,
  }
}

/** A tender, for people who have to do with it; others learn nothing, not even whether it exists. */
export async function load(ctx: Ctx, tenderId: number): Promise<{ t: store.TenderDetail; how: Seen }> {
  const t = await store.find(ctx.db, tenderId)
  const how = t && (await seen(ctx, t))
  if (!how && !seesAll(ctx)) throw forbidden('您不能查看该招标')
  if (!t || !how) throw notFound('招标')
  ctx.allow(true)
  ctx.target = `tender ${t.id}`
  return { t, how }
}

/** Asked when somebody opens one of its documents. */
export async function maySeeId(ctx: Ctx, tenderId: number): Promise<boolean> {
  const t = await store.find(ctx.db, tenderId)
  return t !== undefined && (await seen(ctx, t)) !== undefined
}
/** Asked when somebody opens a file that came with a quotation: the offices, who evaluates it, and whose it is. */
export async function mayReadQuotation(ctx: Ctx, quotationId: number): Promise<boolean> {
  const q = await quotations.belongsTo(ctx.db, quotationId)
  if (!q?.opened) return false
  return (
    seesAll(ctx) ||
    (await members.seatOf(ctx, q.tenderId)) !== undefined ||
    (await supplier.supplierOf(ctx))?.id === q.supplierId
  )
}

/** The tender as it is now, for the person who asks. */
export async function shown(ctx: Ctx, tenderId: number) {
  const { t, how } = await load(ctx, tenderId)
  const { whole, supplierId, ofHouse } = how
  const none = <T>(): Promise<T[]> => Promise.resolve([])
  const won = t.state === 'awarded' && t.winnerId === supplierId
  const [items, documents, suppliers, rounds, receipts, opened, log, seated, ballots, stage] = await together(
    [
      store.items(ctx.db, t.purchaseId),
      file.filesOf(ctx, DOCUMENTS, [t.id]),
      whole ? store.invited(ctx.db, t.id) : none<{ id: number; name: string; invitedAt: Date }>(),
      ofHouse
        ? store.rounds(ctx.db, t.purchaseId, t.id)
        : none<{ id: number; round: number; state: store.TenderRow['state'] }>(),
      supplierId === null ? none<quotations.ReceiptRow>() : quotations.receipts(ctx.db, t.id, supplierId),
      whole || supplierId !== null
        ? quotations.shown(ctx.db, t.id, supplierId)
        : none<quotations.QuotationRow>(),
      history(ctx, 'tender', t.id),
      how.committee ? members.members(ctx.db, t.id) : none<members.MemberRow>(),
      how.committee ? members.ballots(ctx.db, t.id) : none<members.BallotRow>(),
      ofHouse || won ? purchase.stageOf(ctx, t.purchaseId) : Promise.resolve(null),
    ],
  )
  // Marks and words of the evaluation stay in the house, and each judges by himself.
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
  const told = t.evaluatedAt === null ? ballots.filter((b) => b.userId === ctx.me.id) : ballots
  const named =
    t.evaluatedAt === null
      ? seated.map((m) => (m.userId === ctx.me.id ? m : { ...m, opinion: null, seal: null }))
      : seated
  const filesOf = await file.filesOf(
    ctx,
    QUOTED_FILES,
    opened.map((q) => q.id),
  )
  return detailOf(t, how, {
    items,
    documents: documents.get(t.id) ?? [],
    suppliers,
    rounds,
    receipts,
    opened: visible,
    filesOf,
    log,
    ofHouse,
    stage,
    members: named,
    ballots: told,
  })
}
