import { run, type Db } from '../../kernel/db.ts'

// What was quoted in the tenders of a purchase and how it was judged: for the offices that compared it.

export interface Bid {
  id: number
  tenderId: number
  name: string
  sealedAt: Date
  openedAt: Date
  amountFen: number | null
  deliveryDays: number | null
  warrantyMonths: number | null
  qualified: boolean | null
  technicalScore: number | null
  commercialScore: number | null
  priceScore: number | null
  totalScore: number | null
  /** 1: recommended first. */
  rank: number | null
  evaluation: string | null
}
const BIDS = `select q.id, q.tender_id as "tenderId", s.name, q.sealed_at as "sealedAt", q.opened_at as "openedAt", q.amount_fen as "amountFen", q.delivery_days as "deliveryDays", q.warranty_months as "warrantyMonths",
    q.qualified, q.technical_score::float8 as "technicalScore", q.commercial_score::float8 as "commercialScore", q.price_score::float8 as "priceScore", q.total_score::float8 as "totalScore", q.rank, q.evaluation
  from quotation q join tender t on t.id = q.tender_id join supplier s on s.id = q.supplier_id where t.purchase_id = $1 and q.opened_at is not null order by q.tender_id, q.rank nulls last, q.amount_fen, q.id`
/** What was opened, who is recommended first: sealed ones say nothing. */
export const bids = (db: Db, purchaseId: number) => run<Bid>(db, BIDS, [purchaseId])

export interface Member {
  id: number
  tenderId: number
  name: string
  unit: string
  title: string
  own: boolean
  chair: boolean
  opinion: string | null
  signedAt: Date | null
  seal: string | null
}
// Until it is concluded each keeps to himself what he said.
const MEMBERS = `select m.id, m.tender_id as "tenderId", m.name, m.unit, m.title, m.own, m.chair, m.opinion, m.signed_at as "signedAt", encode(m.seal, 'hex') as seal
  from tender_member m join tender t on t.id = m.tender_id where t.purchase_id = $1 and t.evaluated_at is not null order by m.tender_id, m.chair desc, m.id`
export const members = (db: Db, purchaseId: number) => run<Member>(db, MEMBERS, [purchaseId])

export interface Vote {
  memberId: number
  quotationId: number
  qualified: boolean
  technicalScore: number | null
  commercialScore: number | null
  words: string | null
}
const VOTES = `select b.member_id as "memberId", b.quotation_id as "quotationId", b.qualified, b.technical_score::float8 as "technicalScore", b.commercial_score::float8 as "commercialScore", b.words
  from tender_ballot b join tender_member m on m.id = b.member_id join tender t on t.id = m.tender_id join quotation q on q.id = b.quotation_id
  where t.purchase_id = $1 and t.evaluated_at is not null order by m.id, q.rank nulls last, q.amount_fen, q.id`
export const votes = (db: Db, purchaseId: number) => run<Vote>(db, VOTES, [purchaseId])
