import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Content } from './quotation-seal.action.ts'
import type { Outcome } from './ranking.rules.ts'

const HOLD = `select state, opens_at as "opensAt", clock_timestamp() >= opens_at as due from tender
  where id = $1 for share`
/** The tender as it is now, locked so that it cannot be opened before this transaction ends. */
export const hold = async (
  ctx: Ctx,
  tenderId: number,
): Promise<{ state: string; opensAt: Date | null; due: boolean } | undefined> =>
  (await run<{ state: string; opensAt: Date | null; due: boolean }>(ctx.db, HOLD, [tenderId]))[0]

const ADD = `insert into quotation (tender_id, supplier_id, sealed, sealed_files, receipt, sealed_at,
      sealed_by)
  values ($1, $2, $3, $4::uuid[], sha256($3), clock_timestamp(), $5) returning id`
export async function add(
  ctx: Ctx,
  q: { tenderId: number; supplierId: number; sealed: Buffer; fileIds: readonly string[] },
): Promise<number> {
  return (
    await runOne<{ id: number }>(ctx.db, ADD, [q.tenderId, q.supplierId, q.sealed, q.fileIds, ctx.me.id])
  ).id
}

const WITHDRAW = `update quotation set withdrawn_at = clock_timestamp(), sealed = ''
  where tender_id = $1 and supplier_id = $2 and withdrawn_at is null returning id, sealed_files as "fileIds"`
/** Withdraws a quotation and deletes what was sealed, so that it can never be opened. */
export const withdraw = async (
  ctx: Ctx,
  tenderId: number,
  supplierId: number,
): Promise<{ id: number; fileIds: string[] } | undefined> =>
  (await run<{ id: number; fileIds: string[] }>(ctx.db, WITHDRAW, [tenderId, supplierId]))[0]

const IS_LIVE = `select 1 from quotation where tender_id = $1 and supplier_id = $2 and withdrawn_at is null`
export const hasQuoted = async (db: Db, tenderId: number, supplierId: number): Promise<boolean> =>
  (await run(db, IS_LIVE, [tenderId, supplierId])).length > 0

export interface ReceiptRow {
  id: number
  receipt: Buffer
  files: number
  sealedAt: Date
  sealedBy: string
  withdrawnAt: Date | null
}
const RECEIPTS = `select q.id, q.receipt, cardinality(q.sealed_files) as files, q.sealed_at as "sealedAt",
    u.name as "sealedBy", q.withdrawn_at as "withdrawnAt"
  from quotation q join user_account u on u.id = q.sealed_by where q.tender_id = $1 and q.supplier_id = $2
  order by q.id desc limit 50`
export const listReceipts = (db: Db, tenderId: number, supplierId: number) =>
  run<ReceiptRow>(db, RECEIPTS, [tenderId, supplierId])

export interface SealedRow {
  id: number
  supplierId: number
  opensAt: Date
  sealed: Buffer
  fileIds: string[]
}
const TO_UNSEAL = `select q.id, q.supplier_id as "supplierId", t.opens_at as "opensAt", q.sealed,
    q.sealed_files as "fileIds"
  from quotation q join tender t on t.id = q.tender_id
  where q.tender_id = $1 and t.state = 'opened' and t.opens_at <= clock_timestamp() and q.withdrawn_at is null
    and q.opened_at is null and q.broken_at is null
  order by q.id`
/** Sealed quotations of a tender; none before the opening time by the database's clock. */
export const listSealed = (db: Db, tenderId: number) => run<SealedRow>(db, TO_UNSEAL, [tenderId])

const OPENED = `update quotation
  set opened_at = clock_timestamp(), amount_fen = $2, delivery_days = $3, warranty_months = $4, content = $5
  where id = $1`
export const markOpened = (
  ctx: Ctx,
  quotationId: number,
  { amountFen, deliveryDays, warrantyMonths, note, prices }: Content,
) =>
  run(ctx.db, OPENED, [
    quotationId,
    amountFen,
    deliveryDays,
    warrantyMonths,
    JSON.stringify({ note, prices }),
  ])
const BROKEN = `update quotation set broken_at = clock_timestamp() where id = $1`
export const markBroken = (ctx: Ctx, quotationId: number) => run(ctx.db, BROKEN, [quotationId])

export interface QuotationRow {
  id: number
  supplierId: number
  supplierName: string
  receipt: Buffer
  sealedAt: Date
  openedAt: Date | null
  brokenAt: Date | null
  amountFen: number | null
  deliveryDays: number | null
  warrantyMonths: number | null
  content: Pick<Content, 'note' | 'prices'> | null
  qualified: boolean | null
  technicalScore: number | null
  commercialScore: number | null
  priceScore: number | null
  totalScore: number | null
  rank: number | null
  evaluation: string | null
}
const SHOWN = `select q.id, q.supplier_id as "supplierId", s.name as "supplierName", q.receipt,
    q.sealed_at as "sealedAt", q.opened_at as "openedAt", q.broken_at as "brokenAt",
    q.amount_fen as "amountFen", q.delivery_days as "deliveryDays", q.warranty_months as "warrantyMonths",
    q.content, q.qualified, q.technical_score::float8 as "technicalScore",
    q.commercial_score::float8 as "commercialScore", q.price_score::float8 as "priceScore",
    q.total_score::float8 as "totalScore", q.rank, q.evaluation
  from quotation q join supplier s on s.id = q.supplier_id
  where q.tender_id = $1 and ($2::int8 is null or q.supplier_id = $2)
    and (q.opened_at is not null or q.broken_at is not null)
  order by q.rank nulls last, q.amount_fen nulls last, q.id`
/** Opened quotations of one supplier or of all, by rank, then by amount. */
export const listOpened = (db: Db, tenderId: number, supplierId: number | null) =>
  run<QuotationRow>(db, SHOWN, [tenderId, supplierId])

const OF = `select tender_id as "tenderId", supplier_id as "supplierId", opened_at is not null as opened
  from quotation where id = $1`
export const findOwner = async (db: Db, quotationId: number) =>
  (await run<{ tenderId: number; supplierId: number; opened: boolean }>(db, OF, [quotationId]))[0]

const JUDGE = `update quotation q
  set qualified = n.qualified, technical_score = n.technical, commercial_score = n.commercial,
    price_score = n.price, total_score = n.total, rank = n.rank, evaluation = n.words
  from unnest($2::int8[], $3::bool[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::int[],
      $9::text[]) n(id, qualified, technical, commercial, price, total, rank, words)
  where q.id = n.id and q.tender_id = $1 and q.opened_at is not null`
export const judge = (ctx: Ctx, tenderId: number, o: readonly Outcome[]) =>
  run(ctx.db, JUDGE, [
    tenderId,
    o.map((s) => s.id),
    o.map((s) => s.qualified),
    o.map((s) => s.technicalScore),
    o.map((s) => s.commercialScore),
    o.map((s) => s.priceScore),
    o.map((s) => s.totalScore),
    o.map((s) => s.rank),
    o.map((s) => s.evaluation),
  ])

const BIDDERS = `select supplier_id as "supplierId", id from quotation
  where tender_id = $1 and withdrawn_at is null`
export const listBidders = (db: Db, tenderId: number) =>
  run<{ supplierId: number; id: number }>(db, BIDDERS, [tenderId])
