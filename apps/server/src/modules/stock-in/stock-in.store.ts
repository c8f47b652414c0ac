import type { InvoiceBody, Payment, StockInPieceBody, StockInState } from '@portal/contract/stock-in/stock-in'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { PlacedIn } from './stock-in.rules.ts'

export interface StockInRow {
  id: number
  state: StockInState
  stateAt: Date
  purchaseId: number
  title: string
  acceptanceId: number
  deptId: number
  dept: string
  supplierId: number | null
  supplier: string | null
  requesterId: number
  requester: string
  pieceCount: number
  totalFen: number
  payment: Payment | null
  voucherNumber: string | null
  paidOn: string | null
  createdAt: Date
  /** While finance is awaited: who submitted it, agreed in this round, or owns a card of its purchase. */
  spenderIds: number[]
}
export const ROW = `t.id, t.state, t.state_at as "stateAt", t.purchase_id as "purchaseId", p.title,
  t.acceptance_id as "acceptanceId", p.dept_id as "deptId", d.name as dept, p.supplier_id as "supplierId",
  s.name as supplier, t.requester_id as "requesterId", u.name as requester, t.total_fen as "totalFen",
  t.payment, t.voucher_number as "voucherNumber", t.paid_on as "paidOn", t.created_at as "createdAt",
  (select count(*)::int from stock_in_piece o where o.stock_in_id = t.id) as "pieceCount",
  case when t.state = 'awaiting_finance' then array(
    select t.submitted_by where t.submitted_by is not null
    union select g.agreed_by from stock_in_agreement g where g.stock_in_id = t.id and g.round = t.round
    union select c.owner_id from purchase_source x join fund_card c on c.id = x.fund_card_id
      where x.purchase_id = t.purchase_id and t.payment = 'card'
  ) else '{}' end as "spenderIds"`
export const JOINS = `join purchase p on p.id = t.purchase_id join dept d on d.id = p.dept_id
    left join supplier s on s.id = p.supplier_id join user_account u on u.id = t.requester_id`

export interface StockIn extends StockInRow {
  contractNumber: string | null
  contractFen: number
  /** The sum of the purchase's earlier orders. */
  beforeFen: number
  acceptedOn: string | null
  remark: string | null
  reason: string | null
  /** Number of times its content was saved. */
  revision: number
  round: number
  reimbursedById: number | null
  reimbursedBy: string | null
  reimbursedAt: Date | null
  storedById: number | null
  storedBy: string | null
  storedAt: Date | null
}
const FIND = `select ${ROW}, p.contract_number as "contractNumber",
    p.contract_fen as "contractFen",
    (select coalesce(sum(o.total_fen), 0)::int8 from stock_in o
      where o.purchase_id = t.purchase_id and o.id < t.id) as "beforeFen", a.accepted_on as "acceptedOn",
    t.remark, t.reason, t.revision, t.round, t.reimbursed_by as "reimbursedById", rb.name as "reimbursedBy",
    t.reimbursed_at as "reimbursedAt", t.stored_by as "storedById", sb.name as "storedBy",
    t.stored_at as "storedAt"
  from stock_in t ${JOINS} join acceptance a on a.id = t.acceptance_id
    left join user_account rb on rb.id = t.reimbursed_by left join user_account sb on sb.id = t.stored_by
  where t.id = $1`
export const find = async (db: Db, id: number): Promise<StockIn | undefined> =>
  (await run<StockIn>(db, FIND, [id]))[0]

const KEEPS = `select from stock_in_piece where stock_in_id = $1 and keeper_id = $2 limit 1`
export const keeps = async (db: Db, id: number, userId: number): Promise<boolean> =>
  (await run(db, KEEPS, [id, userId])).length > 0

const OWNS_CARD = `select from stock_in t join purchase_source x on x.purchase_id = t.purchase_id
    join fund_card c on c.id = x.fund_card_id
  where t.id = $1 and t.payment = 'card' and t.round > 0 and c.owner_id = $2 limit 1`
/** Has it been submitted with a payment by a card of this person? */
export const ownsCard = async (db: Db, id: number, userId: number): Promise<boolean> =>
  (await run(db, OWNS_CARD, [id, userId])).length > 0

const AGREED = `select card_id as id from stock_in_agreement where stock_in_id = $1 and round = $2`
/** Cards whose owners agreed in this round. */
export const agreedCards = async (db: Db, id: number, round: number): Promise<Set<number>> =>
  new Set((await run<{ id: number }>(db, AGREED, [id, round])).map((c) => c.id))

export interface PieceRow {
  id: number
  name: string
  englishName: string | null
  model: string | null
  spec: string | null
  manufacturer: string | null
  country: string | null
  /** As read from the plate at acceptance; it equals what the supplier had entered. */
  suppliedNumber: string | null
  madeOn: string | null
  warrantyUntil: string | null
  indicators: string | null
  accessories: string | null
  hazards: string | null
  imported: boolean
  dutyFree: boolean
  priceFen: number
  labId: number | null
  lab: string | null
  labIsOpen: boolean | null
  deptCode: string | null
  roomId: number | null
  room: string | null
  keeperId: number | null
  keeper: string | null
  keeperIsHere: boolean | null
  categoryId: number | null
  category: string | null
  gbtCode: string | null
  moeCode: string | null
  purpose: 'teaching' | 'research' | 'both' | null
  funding: 'central' | 'local' | 'own' | 'other' | null
  assetNumber: string | null
  deviceId: number | null
}
const PIECES = `select c.id, c.name, i.english_name as "englishName", c.model, c.spec, c.manufacturer,
    c.country, c.factory_number as "suppliedNumber", c.made_on as "madeOn",
    c.warranty_until as "warrantyUntil", c.indicators, c.accessories, c.hazards, i.imported,
    coalesce(i.duty_free, false) as "dutyFree", c.price_fen as "priceFen",
    o.lab_id as "labId", l.name as lab, l.enabled as "labIsOpen", ld.code as "deptCode",
    o.room_id as "roomId", b.name || ' ' || r.name as room, o.keeper_id as "keeperId", k.name as keeper,
    k.enabled as "keeperIsHere",
    o.category_id as "categoryId", g.name as category, o.gbt_code as "gbtCode", o.moe_code as "moeCode",
    o.purpose, o.funding, o.asset_number as "assetNumber", c.device_id as "deviceId"
  from stock_in_piece o join piece c on c.id = o.piece_id join purchase_item i on i.id = c.item_id
    left join lab l on l.id = o.lab_id left join dept ld on ld.id = l.dept_id
    left join room r on r.id = o.room_id left join building b on b.id = r.building_id
    left join user_account k on k.id = o.keeper_id left join device_category g on g.id = o.category_id
  where o.stock_in_id = $1 order by c.id`
export const pieces = (db: Db, id: number) => run<PieceRow>(db, PIECES, [id])

const LABS = `select distinct l.name as "labName", l.dept_id as "labDeptId", d.name as "labDept"
  from stock_in_piece o join lab l on l.id = o.lab_id join dept d on d.id = l.dept_id where o.stock_in_id = $1
  order by l.name`
/** The laboratories of its pieces. */
export const listLabs = (db: Db, id: number) =>
  run<{ labName: string; labDeptId: number; labDept: string }>(db, LABS, [id])

const ROOMS = `select distinct l.name as lab, b.name || ' ' || r.name as room, r.id as "roomId",
    array(select l.room_id where l.room_id is not null
      union select x.room_id from lab_room x where x.lab_id = l.id) as "labRoomIds"
  from stock_in_piece o join lab l on l.id = o.lab_id join room r on r.id = o.room_id
    join building b on b.id = r.building_id where o.stock_in_id = $1 order by 1, 2`
/** The rooms of its pieces, with the rooms that their laboratories have registered. */
export const listRooms = (db: Db, id: number) => run<PlacedIn>(db, ROOMS, [id])

export interface InvoiceRow {
  id: number
  number: string
  code: string | null
  issuedOn: string
  amountFen: number
  taxFen: number
  fileId: string | null
}
const INVOICES = `select id, number, code, issued_on as "issuedOn", amount_fen as "amountFen",
    tax_fen as "taxFen", file_id as "fileId"
  from invoice where stock_in_id = $1 order by id`
export const listInvoices = (db: Db, id: number) => run<InvoiceRow>(db, INVOICES, [id])

// ── Writing ──────────────────────────────────────────────────────────────────

const ADD = `insert into stock_in (acceptance_id, purchase_id, state, state_at, requester_id, total_fen,
      created_at)
  select $1, p.id, $3, $4, p.requester_id, (select sum(price_fen) from piece where id = any($5::int8[])), $4
  from purchase p where p.id = $2 returning id`
// Defaults: the lab of the purchase, its requester as keeper, and the category of its item.
const ADD_PIECES = `insert into stock_in_piece (piece_id, stock_in_id, lab_id, keeper_id, category_id,
      purpose)
  select c.id, $1, p.lab_id, p.requester_id, i.category_id, 'research' from piece c
    join purchase p on p.id = c.purchase_id join purchase_item i on i.id = c.item_id
  where c.id = any($2::int8[])`
export async function add(
  ctx: Ctx,
  n: { acceptanceId: number; purchaseId: number; state: StockInState; pieceIds: readonly number[] },
): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [
    n.acceptanceId,
    n.purchaseId,
    n.state,
    ctx.now,
    n.pieceIds,
  ])
  await run(ctx.db, ADD_PIECES, [id, n.pieceIds])
  return id
}

const LOCK = `select t.id,
    array(select x.fund_card_id from purchase_source x
      where x.purchase_id = t.purchase_id and x.fund_card_id is not null) as "cardIds"
  from stock_in t where t.purchase_id in (select purchase_id from stock_in where id = any($1::int8[]))
  order by t.id for update of t`
/**
 * Locks these and all orders of the same purchases, by ascending id; returns the ids of the cards that may
 * pay.
 */
export const lock = async (ctx: Ctx, ids: readonly number[]): Promise<number[]> => [
  ...new Set((await run<{ cardIds: number[] }>(ctx.db, LOCK, [ids])).flatMap((r) => r.cardIds)),
]

export interface StepTaken {
  from: StockInState
  to: StockInState
  reason: string | null
  /** The step submits it, has it reimbursed, or stores it in. */
  submits: boolean
  reimburses: boolean
  stores: boolean
}
const STEP = `update stock_in
  set state = $3, state_at = case when $3 = $2 then state_at else $4 end, reason = $5,
    round = round + case when $7 then 1 else 0 end,
    submitted_by = case when $7 then $6 else submitted_by end,
    reimbursed_by = case when $8 then $6 else reimbursed_by end,
    reimbursed_at = case when $8 then $4 else reimbursed_at end,
    stored_by = case when $9 then $6 else stored_by end, stored_at = case when $9 then $4 else stored_at end
  where id = $1 and state = $2 returning id`
export const step = async (ctx: Ctx, id: number, s: StepTaken): Promise<boolean> =>
  (
    await run(ctx.db, STEP, [
      id,
      s.from,
      s.to,
      ctx.now,
      s.reason,
      ctx.actor?.id ?? null,
      s.submits,
      s.reimburses,
      s.stores,
    ])
  ).length > 0

const CHANGE = 'update stock_in set payment = $2, remark = $3, revision = revision + 1 where id = $1'
export const change = (ctx: Ctx, id: number, payment: Payment | null, remark: string | null) =>
  run(ctx.db, CHANGE, [id, payment, remark])

const AGREE = `insert into stock_in_agreement (stock_in_id, round, card_id, agreed_by, agreed_at)
  select $1, $2, card_id, $4, $5 from unnest($3::int8[]) x(card_id) on conflict do nothing`
/** Records that the owner lets these cards pay. */
export const agree = (ctx: Ctx, s: { id: number; round: number }, cardIds: readonly number[]) =>
  run(ctx.db, AGREE, [s.id, s.round, cardIds, ctx.me.id, ctx.now])

const OWNERLESS = `select distinct t.row_id as id from approval_task t join user_account u on u.id = t.user_id
  where t.state = 'waiting' and t.user_id is not null and t.business = 'stock_in' and t.step = 'card_owner'
    and not u.enabled
  order by 1 limit 500`
/** Orders that wait for the owner of a card whose account is closed. */
export const ownerless = (ctx: Ctx) => run<{ id: number }>(ctx.db, OWNERLESS, [])
const ASKING = `select distinct row_id as id from approval_task
  where state = 'waiting' and business = 'stock_in' and step = 'card_owner' and user_id = any($1::int8[])
    order by 1`
/** Orders that wait for the agreement of these people. */
export const listAsking = (ctx: Ctx, userIds: readonly number[]) =>
  run<{ id: number }>(ctx.db, ASKING, [userIds])

const VOUCHER = `update stock_in set voucher_number = $2, paid_on = $3
  where id = $1 and reimbursed_at is not null returning id`
export const setVoucher = async (
  ctx: Ctx,
  id: number,
  v: { voucherNumber: string | null; paidOn: string | null },
): Promise<boolean> => (await run(ctx.db, VOUCHER, [id, v.voucherNumber, v.paidOn])).length > 0

const CHANGE_PIECES = `update stock_in_piece o
  set lab_id = n.lab_id, room_id = n.room_id, keeper_id = n.keeper_id, category_id = n.category_id,
    gbt_code = n.gbt_code, moe_code = n.moe_code, purpose = n.purpose, funding = n.funding
  from unnest($2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::text[], $8::text[], $9::text[],
      $10::text[]) as n (id, lab_id, room_id, keeper_id, category_id, gbt_code, moe_code, purpose, funding)
  where o.stock_in_id = $1 and o.piece_id = n.id returning o.piece_id`
/** Returns how many of the pieces belong to the order. */
export async function changePieces(ctx: Ctx, id: number, list: readonly StockInPieceBody[]): Promise<number> {
  const column = <K extends keyof StockInPieceBody>(key: K) => list.map((p) => p[key])
  const values = [
    column('id'),
    column('labId'),
    column('roomId'),
    column('keeperId'),
    column('categoryId'),
    column('gbtCode'),
    column('moeCode'),
    column('purpose'),
    column('funding'),
  ]
  return (await run(ctx.db, CHANGE_PIECES, [id, ...values])).length
}

const DROP_INVOICES = `delete from invoice where stock_in_id = $1`
const ADD_INVOICES = `insert into invoice (stock_in_id, number, code, issued_on, amount_fen, tax_fen, file_id)
  select $1, * from unnest($2::text[], $3::text[], $4::date[], $5::int8[], $6::int8[], $7::uuid[])`
export async function changeInvoices(ctx: Ctx, id: number, list: readonly InvoiceBody[]): Promise<void> {
  const column = <K extends keyof InvoiceBody>(key: K) => list.map((v) => v[key])
  await run(ctx.db, DROP_INVOICES, [id])
  await run(ctx.db, ADD_INVOICES, [
    id,
    column('number'),
    column('code'),
    column('issuedOn'),
    column('amountFen'),
    column('taxFen'),
    column('fileId'),
  ])
}

const NUMBER = `update stock_in_piece o set asset_number = n.number
  from unnest($1::int8[], $2::text[]) as n (id, number) where o.piece_id = n.id`
export const setNumbers = (ctx: Ctx, numbered: readonly { pieceId: number; number: string }[]) =>
  run(ctx.db, NUMBER, [numbered.map((n) => n.pieceId), numbered.map((n) => n.number)])
