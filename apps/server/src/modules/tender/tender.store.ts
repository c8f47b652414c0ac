import type { TenderBody } from '@portal/contract/tender/calls'
import {
  lostTenderStates,
  type Scoring,
  type TenderMethod,
  type TenderState,
} from '@portal/contract/tender/tender'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, run, runOne, type Db } from '../../kernel/db.ts'
import { listGrams } from '../../kernel/search.rules.ts'

export interface TenderRow {
  id: number
  purchaseId: number
  round: number
  state: TenderState
  stateAt: Date
  method: TenderMethod
  title: string
  announcedAt: Date | null
  opensAt: Date | null
  /** Number of quotations that are not withdrawn, sealed or opened. */
  quotations: number
  /** Number of those that were changed under seal and cannot be opened. */
  broken: number
  minQuotations: number
  /** An earlier round had fewer quotations than required when its time was over. */
  hadTooFew: boolean
  /** Number of committee members, and of those who have signed. */
  members: number
  signed: number
  requesterId: number
  winnerId: number | null
  winnerName: string | null
  winnerFen: number | null
}
export const ROW = `t.id, t.purchase_id as "purchaseId", t.round, t.state, t.state_at as "stateAt", t.method,
  t.title, t.announced_at as "announcedAt", t.opens_at as "opensAt",
  (select count(*) from quotation q where q.tender_id = t.id and q.withdrawn_at is null) as quotations,
  (select count(*) from quotation q
    where q.tender_id = t.id and q.withdrawn_at is null and q.broken_at is not null) as broken,
  t.min_quotations as "minQuotations",
  exists (select from tender x where x.purchase_id = t.purchase_id and x.round < t.round
    and (x.opened_at is not null or x.state = 'failed' and x.opens_at <= x.state_at)
    and x.min_quotations > (select count(*) from quotation q
      where q.tender_id = x.id and q.withdrawn_at is null and q.broken_at is null)) as "hadTooFew",
  c.members, c.signed, p.requester_id as "requesterId",
  w.supplier_id as "winnerId", ws.name as "winnerName", w.amount_fen as "winnerFen"`
export const JOINS = `join purchase p on p.id = t.purchase_id
    left join (quotation w join supplier ws on ws.id = w.supplier_id) on w.id = t.quotation_id
      and t.state = 'awarded'
    cross join lateral (select count(*) as members, count(m.signed_at) as signed from tender_member m
        where m.tender_id = t.id) c`

export interface TenderDetail extends TenderRow {
  announcementHtml: string
  revision: number
  openedAt: Date | null
  reason: string | null
  awardReason: string | null
  quotationId: number | null
  committeeSize: number
  scoring: Scoring
  pricePoints: number
  commercialPoints: number
  maxPriceFen: number | null
  budgetFen: number
  evaluatedAt: Date | null
  evaluationSummary: string | null
  purchaseTitle: string
  purchaseState: string
  deptId: number | null
  requesterName: string
}
const DETAIL = `select ${ROW}, t.announcement_html as "announcementHtml", t.revision, t.opened_at as "openedAt", t.reason,
    t.award_reason as "awardReason", t.quotation_id as "quotationId", t.committee_size as "committeeSize",
    t.scoring, t.price_points as "pricePoints", t.commercial_points as "commercialPoints",
    t.max_price_fen as "maxPriceFen", p.budget_fen as "budgetFen", t.evaluated_at as "evaluatedAt",
    t.evaluation_summary as "evaluationSummary", p.dept_id as "deptId", p.title as "purchaseTitle",
    p.state as "purchaseState", u.name as "requesterName"
  from tender t ${JOINS} join user_account u on u.id = p.requester_id where t.id = $1`
export const find = async (db: Db, tenderId: number): Promise<TenderDetail | undefined> =>
  (await run<TenderDetail>(db, DETAIL, [tenderId]))[0]

const LIVE = `select id from tender where purchase_id = $1 and state not in (${literals(lostTenderStates)})`
export const findLive = async (db: Db, purchaseId: number): Promise<number | undefined> =>
  (await run<{ id: number }>(db, LIVE, [purchaseId]))[0]?.id

export interface ItemRow {
  id: number
  name: string
  model: string | null
  spec: string | null
  quantity: number
}
const ITEMS = `select id, name, model, spec, quantity from purchase_item where purchase_id = $1 order by sort`
export const listItems = (db: Db, purchaseId: number) => run<ItemRow>(db, ITEMS, [purchaseId])

const ROUNDS = `select id, round, state from tender where purchase_id = $1 and id <> $2 order by round`
export const listRounds = (db: Db, purchaseId: number, tenderId: number) =>
  run<{ id: number; round: number; state: TenderState }>(db, ROUNDS, [purchaseId, tenderId])

const INVITED = `select s.id, s.name, i.invited_at as "invitedAt" from tender_invitation i
    join supplier s on s.id = i.supplier_id where i.tender_id = $1 order by s.name, s.id`
export const listInvited = (db: Db, tenderId: number) =>
  run<{ id: number; name: string; invitedAt: Date }>(db, INVITED, [tenderId])
const IS_INVITED = `select 1 from tender_invitation where tender_id = $1 and supplier_id = $2`
export const isInvited = async (db: Db, tenderId: number, supplierId: number): Promise<boolean> =>
  (await run(db, IS_INVITED, [tenderId, supplierId])).length > 0

// Before the opening, bidders are secret: only invitations count.
const TAKES_PART = `select t.id, t.title from tender t
  where t.state not in (${literals(lostTenderStates)}, 'awarded')
    and (exists (select from tender_invitation i where i.tender_id = t.id and i.supplier_id = $1)
      or t.state not in ('draft', 'announced') and exists (select from quotation q
        where q.tender_id = t.id and q.supplier_id = $1 and q.withdrawn_at is null))
  order by t.id`
/** Tenders under way in which a company takes part. */
export const listWithSupplier = (db: Db, supplierId: number) =>
  run<{ id: number; title: string }>(db, TAKES_PART, [supplierId])

const ADD = `insert into tender (purchase_id, round, state, state_at, method, title, announcement_html,
      min_quotations, created_at, search_text, search_grams, committee_size, scoring, price_points,
      commercial_points, max_price_fen)
  select $1, coalesce(max(round), 0) + 1, 'draft', $2, $3, $4, $5, $6, $2, $7, $8, $9, $10, $11, $12, $13
  from tender where purchase_id = $1 returning id`
const COPY_INVITED = `insert into tender_invitation (tender_id, supplier_id, invited_at)
  select $1, i.supplier_id, $3 from tender_invitation i join supplier s on s.id = i.supplier_id
  where i.tender_id = $2 and s.state = 'approved'`
export interface New {
  purchaseId: number
  method: TenderMethod
  title: string
  announcementHtml: string
  minQuotations: number
  committeeSize: number
  scoring: Scoring
  pricePoints: number
  commercialPoints: number
  maxPriceFen: number | null
  /** The previous round: its invited suppliers, as far as approved, are invited again. */
  after: number | null
}
/** Adds a draft of the next round. */
export async function add(ctx: Ctx, t: New): Promise<number> {
  const sought = listGrams([t.title])
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [
    t.purchaseId,
    ctx.now,
    t.method,
    t.title,
    t.announcementHtml,
    t.minQuotations,
    sought.text,
    sought.grams,
    t.committeeSize,
    t.scoring,
    t.pricePoints,
    t.commercialPoints,
    t.maxPriceFen,
  ])
  if (t.after !== null) await run(ctx.db, COPY_INVITED, [id, t.after, ctx.now])
  return id
}

const CHANGE = `update tender
  set title = $2, announcement_html = $3, opens_at = $4, min_quotations = $5, search_text = $6,
    search_grams = $7, scoring = coalesce($8, scoring), price_points = coalesce($9, price_points),
    commercial_points = coalesce($10, commercial_points), max_price_fen = $11, revision = revision + 1
  where id = $1 and state = 'draft' returning id`
const UNINVITE = `delete from tender_invitation where tender_id = $1 and supplier_id <> all($2::int8[])`
const INVITE = `insert into tender_invitation (tender_id, supplier_id, invited_at)
  select $1, id, $3 from supplier where id = any($2::int8[]) and state = 'approved' on conflict do nothing`
const COUNT_INVITED = `select count(*) as n from tender_invitation where tender_id = $1`
export async function change(
  ctx: Ctx,
  tenderId: number,
  b: Omit<TenderBody, 'fileIds'>,
): Promise<'changed' | 'too late' | 'unknown supplier'> {
  const sought = listGrams([b.title])
  const changed = await run(ctx.db, CHANGE, [
    tenderId,
    b.title,
    b.announcementHtml,
    b.opensAt,
    b.minQuotations,
    sought.text,
    sought.grams,
    b.scoring?.kind,
    b.scoring?.pricePoints,
    b.scoring?.commercialPoints,
    b.maxPriceFen,
  ])
  if (!changed.length) return 'too late'
  await run(ctx.db, UNINVITE, [tenderId, b.supplierIds])
  await run(ctx.db, INVITE, [tenderId, b.supplierIds, ctx.now])
  const { n } = await runOne<{ n: number }>(ctx.db, COUNT_INVITED, [tenderId])
  return n === b.supplierIds.length ? 'changed' : 'unknown supplier'
}

/** Serialises people who act on a tender at the same time. */
export const lock = (ctx: Ctx, ids: readonly number[]) =>
  run(ctx.db, 'select id from tender where id = any($1::int8[]) order by id for update', [ids])

const STEP = `update tender set state = $3, state_at = $4, reason = $5 where id = $1 and state = $2
  returning id`
/** Takes a step; false if another transaction has changed the state meanwhile. */
export const step = async (
  ctx: Ctx,
  tenderId: number,
  s: { from: TenderState; to: TenderState; reason: string | null },
): Promise<boolean> => (await run(ctx.db, STEP, [tenderId, s.from, s.to, ctx.now, s.reason])).length === 1

const ANNOUNCE = `update tender set state = 'announced', state_at = $2, announced_at = $2
  where id = $1 and state = 'draft' returning id`
export const publish = async (ctx: Ctx, tenderId: number): Promise<boolean> =>
  (await run(ctx.db, ANNOUNCE, [tenderId, ctx.now])).length === 1

// By the database's clock. Quoting locks the row for share, so this statement waits until those transactions
// end.
const OPEN = `update tender set state = 'opened', state_at = clock_timestamp(), opened_at = clock_timestamp()
  where id = $1 and state = 'announced' and opens_at <= clock_timestamp() returning id`
export const open = async (ctx: Ctx, tenderId: number): Promise<boolean> =>
  (await run(ctx.db, OPEN, [tenderId])).length === 1

const AWARD = `update tender set state = 'awarded', state_at = $2, quotation_id = $3, award_reason = $4
  where id = $1 and state = 'evaluated' returning id`
export const award = async (
  ctx: Ctx,
  tenderId: number,
  quotationId: number,
  reason: string,
): Promise<boolean> => (await run(ctx.db, AWARD, [tenderId, ctx.now, quotationId, reason])).length === 1

// Also those that came due while no server was running.
const DUE = `select id from tender where state = 'announced' and opens_at <= clock_timestamp()
  order by opens_at limit 50`
export const listDue = (db: Db) => run<{ id: number }>(db, DUE, [])

const TAKE = `select state = 'announced' and opens_at <= clock_timestamp() as due from tender where id = $1
  for no key update`
/** Still due? Waits first for a transaction that holds the tender. */
export const takeDue = async (ctx: Ctx, tenderId: number): Promise<boolean> =>
  (await run<{ due: boolean }>(ctx.db, TAKE, [tenderId]))[0]?.due === true
