import type { BillLine } from '@portal/contract/price-plan/price-plan'
import {
  beforeFinanceStates,
  type PayWay,
  type RemittanceBody,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, run, runOne, type Db } from '../../kernel/db.ts'
import type { Share, Undue } from './settlement.rules.ts'

export interface SettlementRow {
  id: number
  state: SettlementState
  stateAt: Date
  way: PayWay
  starterId: number
  starterName: string
  payerId: number
  payerName: string
  labId: number
  labName: string
  totalFen: number
  itemCount: number
  createdAt: Date
  settledAt: Date | null
}
export const ROW = `s.id, s.state, s.state_at as "stateAt", s.way, s.starter_id as "starterId",
  st.name as "starterName", s.payer_id as "payerId", py.name as "payerName", s.lab_id as "labId",
  l.name as "labName", s.total_fen as "totalFen",
  (select count(*)::int from settlement_item i where i.settlement_id = s.id) as "itemCount",
  s.created_at as "createdAt", s.settled_at as "settledAt"`
export const JOINS = `join user_account st on st.id = s.starter_id join user_account py on py.id = s.payer_id
    join lab l on l.id = s.lab_id`

export interface SettlementDetail extends SettlementRow {
  remark: string | null
  reason: string | null
  voucherNumber: string | null
  voucherFileId: string | null
  remitter: string | null
  remittedOn: string | null
  settledById: number | null
  settledByName: string | null
  postingNumber: string | null
  postedOn: string | null
  refundNumber: string | null
  refundedOn: string | null
  refundedById: number | null
  refundedByName: string | null
  refundedAt: Date | null
  payerUserType: string
  payerDept: string | null
  labDeptId: number
  labDept: string
}
const DETAIL = `select ${ROW}, s.remark, s.reason, s.voucher_number as "voucherNumber",
    s.voucher_file_id as "voucherFileId", s.remitter, s.remitted_on as "remittedOn",
    s.settled_by as "settledById", sb.name as "settledByName", s.posting_number as "postingNumber",
    s.posted_on as "postedOn", s.refund_number as "refundNumber", s.refunded_on as "refundedOn",
    s.refunded_by as "refundedById", rb.name as "refundedByName", s.refunded_at as "refundedAt",
    py.user_type as "payerUserType", pd.name as "payerDept", l.dept_id as "labDeptId", ld.name as "labDept"
  from settlement s ${JOINS} join dept ld on ld.id = l.dept_id left join dept pd on pd.id = py.dept_id
    left join user_account sb on sb.id = s.settled_by left join user_account rb on rb.id = s.refunded_by
  where s.id = $1`
export const find = async (db: Db, settlementId: number): Promise<SettlementDetail | undefined> =>
  (await run<SettlementDetail>(db, DETAIL, [settlementId]))[0]

export interface ShareRow extends Share {
  cardNumber: string
  cardName: string
  ownerId: number
  ownerName: string
  ownerApprovedAt: Date | null
}
const SHARES = `select h.card_id as "cardId", h.amount_fen as "amountFen", c.number as "cardNumber",
    c.name as "cardName", c.owner_id as "ownerId", o.name as "ownerName",
    h.owner_approved_at as "ownerApprovedAt"
  from settlement_share h join fund_card c on c.id = h.card_id join user_account o on o.id = c.owner_id
  where h.settlement_id = $1 order by h.card_id`
export const listShares = (db: Db, settlementId: number) => run<ShareRow>(db, SHARES, [settlementId])

const OWNS = `select from settlement_share h join fund_card c on c.id = h.card_id
  where h.settlement_id = $1 and c.owner_id = $2 limit 1`
/** Whether it is paid with a card of this person. */
export const ownsCard = async (db: Db, settlementId: number, userId: number): Promise<boolean> =>
  (await run(db, OWNS, [settlementId, userId])).length > 0

export interface ItemRow {
  testOrderId: number
  bookingId: number
  deviceId: number
  deviceName: string
  deviceSerialId: string
  bookerId: number
  bookerName: string
  startAt: Date | null
  endAt: Date | null
  sampleCount: number
  lines: BillLine[]
  amountFen: number
}
const ITEMS = `select i.test_order_id as "testOrderId", t.booking_id as "bookingId",
    t.device_id as "deviceId", d.name as "deviceName", d.serial_id as "deviceSerialId",
    t.booker_id as "bookerId", bk.name as "bookerName", lower(c.actual) as "startAt",
    upper(c.actual) as "endAt", c.sample_count as "sampleCount", c.bill -> 'lines' as lines,
    i.amount_fen as "amountFen"
  from settlement_item i join test_order t on t.id = i.test_order_id
    left join test_order_version v on v.test_order_id = i.test_order_id and v.version = i.version
    cross join lateral (select coalesce(v.actual, t.actual) as actual,
        coalesce(v.sample_count, t.sample_count) as sample_count, coalesce(v.bill, t.bill) as bill) c
    join device d on d.id = t.device_id join user_account bk on bk.id = t.booker_id where i.settlement_id = $1
  order by i.test_order_id`
export const listItems = (db: Db, settlementId: number) => run<ItemRow>(db, ITEMS, [settlementId])
const UNDUE = `select count(*) filter (where t.state = 'settled' and t.total_fen = 0)::int as waived,
    count(*) filter (where t.state = 'written_off')::int as "writtenOff"
  from settlement_item i join test_order t on t.id = i.test_order_id where i.settlement_id = $1`
/** Numbers of its orders that need not be paid any more: their amount has become 0, or nobody pays them. */
export const countUndue = (db: Db, settlementId: number) => runOne<Undue>(db, UNDUE, [settlementId])

const SAME_VOUCHER = `select id from settlement where voucher_number = $1 and id <> $2 order by id desc
  limit 10`
export const findSameVoucher = async (
  db: Db,
  voucherNumber: string,
  settlementId: number,
): Promise<number[]> =>
  (await run<{ id: number }>(db, SAME_VOUCHER, [voucherNumber, settlementId])).map((r) => r.id)

export interface New {
  state: SettlementState
  way: PayWay
  payerId: number
  labId: number
  totalFen: number
  remark: string | null
  items: readonly { id: number; totalFen: number; version: number }[]
  shares: readonly (Share & { approved: boolean })[]
}
const ADD = `insert into settlement (state, state_at, way, starter_id, payer_id, lab_id, total_fen, remark,
      created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $2) returning id`
const ADD_ITEMS = `insert into settlement_item (settlement_id, test_order_id, amount_fen, version)
  select $1, * from unnest($2::int8[], $3::int8[], $4::int[])`
const ADD_SHARES = `insert into settlement_share (settlement_id, card_id, amount_fen, owner_approved_at)
  select $1, c, a, case when ok then $5::timestamptz end
  from unnest($2::int8[], $3::int8[], $4::bool[]) u(c, a, ok)`
export async function add(ctx: Ctx, s: New): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [
    s.state,
    ctx.now,
    s.way,
    ctx.me.id,
    s.payerId,
    s.labId,
    s.totalFen,
    s.remark,
  ])
  await run(ctx.db, ADD_ITEMS, [
    id,
    s.items.map((i) => i.id),
    s.items.map((i) => i.totalFen),
    s.items.map((i) => i.version),
  ])
  if (s.shares.length)
    await run(ctx.db, ADD_SHARES, [
      id,
      s.shares.map((x) => x.cardId),
      s.shares.map((x) => x.amountFen),
      s.shares.map((x) => x.approved),
      ctx.now,
    ])
  return id
}

const STEP = `update settlement
  set state = $3, state_at = $4, reason = $5, settled_at = case when $6 then $4 else settled_at end,
    settled_by = case when $6 then $7 else settled_by end,
    reversed_by = case when $3 = 'reversed' then $7 else reversed_by end
  where id = $1 and state = $2 returning id`
/** Writes a step; false: a concurrent step came first. `pays`: the step confirms the payment. */
export async function step(
  ctx: Ctx,
  settlementId: number,
  s: { from: SettlementState; to: SettlementState; reason: string | null; pays: boolean },
): Promise<boolean> {
  return (
    (await run(ctx.db, STEP, [settlementId, s.from, s.to, ctx.now, s.reason, s.pays, ctx.actor?.id ?? null]))
      .length === 1
  )
}

const REMIT = `update settlement set voucher_number = $2, remitter = $3, remitted_on = $4,
    voucher_file_id = coalesce($5::uuid, voucher_file_id)
  where id = $1`
/** No check of the state: the step that follows in the same transaction checks it. */
export const remit = (ctx: Ctx, settlementId: number, r: RemittanceBody, fileId: string | null) =>
  run(ctx.db, REMIT, [settlementId, r.voucherNumber, r.remitter, r.remittedOn, fileId])

const OWNERLESS = `select distinct t.row_id as id from approval_task t join user_account u on u.id = t.user_id
  where t.state = 'waiting' and t.user_id is not null and t.business = 'settlement' and t.step = 'card_owner'
    and not u.enabled
  order by 1 limit 500`
/** Up to 500 settlements that wait for a card owner whose account is closed. */
export const listOwnerless = (db: Db) => run<{ id: number }>(db, OWNERLESS, [])

const REFUND = `update settlement set state = 'refunded', state_at = $5, refund_number = $2, refunded_on = $3,
    refunded_by = $4, refunded_at = $5
  where id = $1 and state = 'reversed' and way = 'offline' returning id`
/** False: a concurrent step came first. */
export const refund = async (
  ctx: Ctx,
  settlementId: number,
  r: { number: string; refundedOn: string },
): Promise<boolean> =>
  (await run(ctx.db, REFUND, [settlementId, r.number, r.refundedOn, ctx.me.id, ctx.now])).length === 1

const POST = `update settlement set posting_number = $2, posted_on = $3 where id = $1`
export const post = (ctx: Ctx, settlementId: number, p: { number: string; postedOn: string }) =>
  run(ctx.db, POST, [settlementId, p.number, p.postedOn])

const APPROVE_SHARES = `update settlement_share set owner_approved_at = $3
  where settlement_id = $1 and card_id = any($2::int8[]) and owner_approved_at is null returning card_id`
export const approveShares = (ctx: Ctx, settlementId: number, cardIds: readonly number[]) =>
  run(ctx.db, APPROVE_SHARES, [settlementId, cardIds, ctx.now])

const STARTED = `select id from settlement
  where starter_id = any($1) and state in (${literals(beforeFinanceStates)}) order by id
  for update`
/** Settlements that these people started and that only they can continue. */
export const startedBy = async (ctx: Ctx, userIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, STARTED, [userIds])).map((r) => r.id)
const ASKING = `select id from settlement
  where state = 'awaiting_card_owner'
    and id in (select settlement_id from settlement_share
      where card_id = any($1) and owner_approved_at is null)
  order by id for update`
/** Settlements that wait for the owner of one of these cards. */
export const asking = async (ctx: Ctx, cardIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, ASKING, [cardIds])).map((r) => r.id)

const LOCK = `select id from settlement where id = any($1::int8[]) order by id for update`
const CARDS = `select distinct card_id as id from settlement_share where settlement_id = any($1::int8[])`
/** Locks settlements in the order of their ids, and returns the cards they are paid with. */
export async function lock(ctx: Ctx, settlementIds: readonly number[]): Promise<number[]> {
  await run(ctx.db, LOCK, [settlementIds])
  return (await run<{ id: number }>(ctx.db, CARDS, [settlementIds])).map((r) => r.id)
}
