import type { RowAnswer } from '@portal/contract/form/binding'
import type { BookingKind, PayMode, SampleState, UseEnd } from '@portal/contract/booking/booking'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import type {
  Bill,
  ProposalKind,
  SampleOutcome,
  TestOrderState,
} from '@portal/contract/test-order/test-order'
import type { BesidesHours } from '@portal/contract/use-ledger/training'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import { defineJointStep, type Joint } from '../../kernel/joint.store.ts'
import { together } from '../../kernel/together.ts'
import type { Period } from './bill.rules.ts'
import { testOrderFlow, type TestOrder } from './test-order.flow.ts'

export interface OrderRow {
  id: number
  bookingId: number
  kind: BookingKind
  payMode: PayMode
  deviceId: number
  deviceName: string
  deviceSerialId: string
  labId: number
  labName: string
  bookerId: number
  bookerName: string
  payerId: number
  payerName: string
  state: TestOrderState
  stateAt: Date
  startAt: Date | null
  endAt: Date | null
  sampleCount: number
  estimateFen: number
  totalFen: number
  settlementId: number | null
  createdAt: Date
  /** The order is the fee of a late cancellation (`noShow`: of a no-show); the device was not used. */
  lateCancel: boolean
  noShow: boolean
  /** The order waits for payment by a person whose account is closed. */
  payerGone: boolean
  proposed: ProposalKind | null
  proposedPayerId: number | null
  refundOpen: boolean
}
/** A remittance for the order was reversed and is not refunded yet. */
export const REFUND_OPEN = `exists (select from settlement_item ri
      join settlement rs on rs.id = ri.settlement_id
    where ri.test_order_id = t.id and rs.state = 'reversed' and rs.way = 'offline')`
export const ROW = `t.id, t.booking_id as "bookingId", b.kind, b.pay_mode as "payMode",
  t.device_id as "deviceId", d.name as "deviceName", d.serial_id as "deviceSerialId", t.lab_id as "labId",
  l.name as "labName", t.booker_id as "bookerId", bk.name as "bookerName", t.payer_id as "payerId",
  py.name as "payerName", t.state, t.state_at as "stateAt", lower(t.actual) as "startAt",
  upper(t.actual) as "endAt", t.sample_count as "sampleCount", b.estimate_fen as "estimateFen",
  t.total_fen as "totalFen", t.settlement_id as "settlementId", t.created_at as "createdAt",
  b.state = 'cancelled' as "lateCancel", b.state = 'no_show' as "noShow",
  t.state = 'confirmed' and not py.enabled as "payerGone", t.proposed,
  t.proposed_payer_id as "proposedPayerId", t.state = 'confirmed' and ${REFUND_OPEN} as "refundOpen"`
export const JOINS = `join booking b on b.id = t.booking_id join device d on d.id = t.device_id
    join lab l on l.id = t.lab_id join user_account bk on bk.id = t.booker_id
    join user_account py on py.id = t.payer_id`

export interface Outcome {
  sampleId: number
  outcome: SampleOutcome
}
export interface OrderDetail extends OrderRow, BesidesHours {
  experimenterId: number
  experimenterName: string
  purpose: string
  project: string | null
  planStartAt: Date | null
  planEndAt: Date | null
  /** How the use ended; null for old uses, when this was not recorded. */
  endKind: UseEnd | null
  quote: Quote
  bill: Bill
  outcomes: Outcome[]
  version: number
  /** How often its content was saved. */
  revision: number
  /** Total of the last confirmed version; null if there was no correction. */
  previousFen: number | null
  result: string | null
  remark: string | null
  reason: string | null
  filledById: number | null
  filledByName: string | null
  confirmedAt: Date | null
  confirmedBySystem: boolean
  labDeptId: number
  bookerUserType: string
  /** The payer's account is open, so they can agree. */
  payerEnabled: boolean
  proposedPayerName: string | null
  proposedById: number | null
  proposedByName: string | null
  proposedAt: Date | null
  proposedReason: string | null
  /** The booker directs the lab and so must not approve the bill. */
  bookerDirects: boolean
}
/** Columns of `alias` for what is recorded besides the hours. */
export const besides = (alias: string) => `${alias}.preparation_minutes as "preparationMinutes",
    ${alias}.cleanup_minutes as "cleanupMinutes", ${alias}.trained_students as "trainedStudents",
    ${alias}.trained_teachers as "trainedTeachers", ${alias}.trained_others as "trainedOthers",
    ${alias}.trained_mastery as "trainedMastery"`
const DETAIL = `select ${ROW}, b.experimenter_id as "experimenterId", ex.name as "experimenterName",
    b.purpose, b.project, lower(b.period) as "planStartAt", upper(b.period) as "planEndAt",
    b.end_kind as "endKind", b.quote, ${besides('t')}, t.bill, t.outcomes, t.version, t.revision, t.result,
      t.remark, t.reason, t.filled_by as "filledById", fb.name as "filledByName",
      t.confirmed_at as "confirmedAt", t.confirmed_by_system as "confirmedBySystem",
    (select v.total_fen from test_order_version v where v.test_order_id = t.id order by v.version desc
      limit 1) as "previousFen", np.name as "proposedPayerName", t.proposed_by as "proposedById",
    pb.name as "proposedByName", t.proposed_at as "proposedAt", t.proposed_reason as "proposedReason",
    l.dept_id as "labDeptId", bk.user_type as "bookerUserType", py.enabled as "payerEnabled",
    exists (select from lab_member m
      where m.lab_id = t.lab_id and m.user_id = t.booker_id and m.role = 'lab_director') as "bookerDirects"
  from test_order t ${JOINS} join user_account ex on ex.id = b.experimenter_id
    left join user_account fb on fb.id = t.filled_by left join user_account np on np.id = t.proposed_payer_id
    left join user_account pb on pb.id = t.proposed_by`
export const find = async (db: Db, orderId: number): Promise<OrderDetail | undefined> =>
  (await run<OrderDetail>(db, `${DETAIL} where t.id = $1`, [orderId]))[0]
export const findByBooking = async (db: Db, bookingId: number): Promise<OrderDetail | undefined> =>
  (await run<OrderDetail>(db, `${DETAIL} where t.booking_id = $1`, [bookingId]))[0]

const LOCK_BY_BOOKING = `select id from test_order where booking_id = $1 for update`
/** Locks the order of a booking, if it has one, until the transaction ends. */
export const lockByBooking = (ctx: Ctx, bookingId: number) =>
  run<{ id: number }>(ctx.db, LOCK_BY_BOOKING, [bookingId])

export interface SampleRow {
  id: number
  name: string
  count: number
  state: SampleState
  /** The form answers for this sample. */
  answers: RowAnswer | null
}
const SAMPLES = `select id, name, count, state,
    case when form_id is not null
      then json_build_object('formId', form_id, 'version', form_version, 'values', given) end as answers
  from booking_sample where booking_id = $1 order by id`
export const samples = (db: Db, bookingId: number) => run<SampleRow>(db, SAMPLES, [bookingId])

/** The data of a finished booking. */
export interface Finished {
  bookingId: number
  deviceId: number
  labId: number
  bookerId: number
  payerId: number
  planStartAt: Date | null
  planEndAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  endKind: UseEnd | null
  sampleCount: number
  quote: Quote
}
const FINISHED = `select id as "bookingId", device_id as "deviceId", lab_id as "labId",
    booker_id as "bookerId", payer_id as "payerId", lower(period) as "planStartAt",
    upper(period) as "planEndAt", started_at as "startedAt", finished_at as "finishedAt",
    end_kind as "endKind", sample_count as "sampleCount", quote
  from booking where id = $1`
export const finished = async (db: Db, bookingId: number): Promise<Finished | undefined> =>
  (await run<Finished>(db, FINISHED, [bookingId]))[0]

const ADD = `insert into test_order (booking_id, device_id, lab_id, booker_id, payer_id, state, state_at,
      actual, sample_count, bill, total_fen, created_at, confirmed_at)
  values ($1, $2, $3, $4, $5, $12::text, $6::timestamptz,
      case when $7::timestamptz is not null then tstzrange($7, $8) end, $9, $10, $11, $6,
      case when $12 = 'confirmed' then $6 end)
  on conflict (booking_id) do nothing returning id`
/** Adds the order of a booking; undefined if it exists already. */
export async function add(
  ctx: Ctx,
  f: Finished,
  content: { state: 'draft' | 'confirmed'; actual: Period | null; bill: Bill; totalFen: number },
): Promise<number | undefined> {
  const { state, actual, bill, totalFen } = content
  const [row] = await run<{ id: number }>(ctx.db, ADD, [
    f.bookingId,
    f.deviceId,
    f.labId,
    f.bookerId,
    f.payerId,
    ctx.now,
    actual?.from ?? null,
    actual?.to ?? null,
    f.sampleCount,
    JSON.stringify(bill),
    totalFen,
    state,
  ])
  return row?.id
}

const FILL = `update test_order
  set actual = tstzrange($2, $3), sample_count = $4, bill = $5, total_fen = $6, result = $7, remark = $8,
    filled_by = $9, outcomes = $10, preparation_minutes = $11, cleanup_minutes = $12,
    trained_students = $13, trained_teachers = $14, trained_others = $15, trained_mastery = $16,
    revision = revision + 1
  where id = $1 and state = 'draft' and revision = $17 returning id`
export interface Content extends BesidesHours {
  actual: Period
  sampleCount: number
  outcomes: readonly Outcome[]
  bill: Bill
  totalFen: number
  result: string | null
  remark: string | null
}
/** False if the order is no longer a draft, or was filled in by another call since `revision`. */
export async function fill(
  ctx: Ctx,
  { id, revision }: Pick<OrderDetail, 'id' | 'revision'>,
  c: Content,
): Promise<boolean> {
  const rows = await run(ctx.db, FILL, [
    id,
    c.actual.from,
    c.actual.to,
    c.sampleCount,
    JSON.stringify(c.bill),
    c.totalFen,
    c.result,
    c.remark,
    ctx.me.id,
    JSON.stringify(c.outcomes),
    c.preparationMinutes,
    c.cleanupMinutes,
    c.trainedStudents,
    c.trainedTeachers,
    c.trainedOthers,
    c.trainedMastery,
    revision,
  ])
  return rows.length === 1
}

const WAIVE = `update test_order set bill = $2, total_fen = 0, revision = revision + 1
  where id = $1 and state = 'draft'`
export const waive = (ctx: Ctx, orderId: number, bill: Bill) =>
  run(ctx.db, WAIVE, [orderId, JSON.stringify(bill)])

const STEP = `update test_order set state = $3, state_at = $4, reason = $5,
    filled_by = case when $6 then $7 else filled_by end,
    confirmed_at = case when $3 = 'confirmed' then $4 when $3 = 'draft' then null else confirmed_at end,
    confirmed_by_system = case when $3 = 'confirmed' then $7::int8 is null else confirmed_by_system end
  where id = $1 and state = $2 and revision = $8
    and ($9::timestamptz is null
      or proposed = 'write_off' and date_trunc('milliseconds', proposed_at) = $9) returning id`
export interface StepTaken {
  from: TestOrderState
  /** The revision that was judged: a draft may be filled in anew meanwhile and stays a draft. */
  revision: number
  to: TestOrderState
  reason: string | null
  filled?: boolean
  /** When the write-off that is now approved was proposed: the proposal may be withdrawn meanwhile. */
  proposedAt?: Date | null
}
/** Takes a step; false if another call was faster. `filled`: the acting person answers for the content. */
export async function step(ctx: Ctx, orderId: number, s: StepTaken): Promise<boolean> {
  const rows = await run(ctx.db, STEP, [
    orderId,
    s.from,
    s.to,
    ctx.now,
    s.reason,
    s.filled ?? false,
    ctx.actor?.id ?? null,
    s.revision,
    s.proposedAt ?? null,
  ])
  return rows.length === 1
}

const OWNER = `select from fund_card c
  where c.owner_id = $2
    and (c.id = (select b.fund_card_id from test_order t join booking b on b.id = t.booking_id
        where t.id = $1)
      or c.id in (select h.card_id from settlement_item i
          join settlement_share h on h.settlement_id = i.settlement_id where i.test_order_id = $1))
  limit 1`
/** True if money of this person's cards is frozen or used for the order. */
export const ownsCard = async (db: Db, orderId: number, userId: number): Promise<boolean> =>
  (await run(db, OWNER, [orderId, userId])).length > 0

const KEEPER = `select from test_order t
  where t.id = $1
    and (exists (select from device_reviewer r
        where r.user_id = $2 and (r.device_id = t.device_id or r.lab_id = t.lab_id))
      or exists (select from lab_member m
        where m.user_id = $2 and m.lab_id = t.lab_id and m.role = 'lab_director'))`
/** True if the person reviews its device or directs its lab. */
export const keeps = async (db: Db, orderId: number, userId: number): Promise<boolean> =>
  (await run(db, KEEPER, [orderId, userId])).length > 0
// ── What is proposed for a bill ──────────────────────────────────────────────

export interface Proposal {
  kind: ProposalKind
  payerId: number | null
  /** Null: proposed by the system, because the payer has left. */
  byId: number | null
  reason: string
}
const PROPOSE = `update test_order
  set proposed = $2, proposed_payer_id = $3, proposed_by = $4, proposed_at = $5, proposed_reason = $6
  where id = $1 and state = 'confirmed' and proposed is null returning id`
/** False if a proposal exists already or the order no longer waits for payment. */
export async function propose(ctx: Ctx, orderId: number, p: Proposal): Promise<boolean> {
  return (await run(ctx.db, PROPOSE, [orderId, p.kind, p.payerId, p.byId, ctx.now, p.reason])).length === 1
}

const END = `update test_order
  set proposed = null, proposed_payer_id = null, proposed_by = null, proposed_at = null,
    proposed_reason = null, payer_id = case when $3 then proposed_payer_id else payer_id end
  where id = $1 and state = 'confirmed' and proposed = $2 and date_trunc('milliseconds', proposed_at) = $4
  returning id`
/** Removes the proposal; `accepted`: the new payer takes the bill. False if another call was faster. */
export async function endProposal(
  ctx: Ctx,
  order: Pick<OrderDetail, 'id' | 'proposed' | 'proposedAt'>,
  accepted: boolean,
): Promise<boolean> {
  return (await run(ctx.db, END, [order.id, order.proposed, accepted, order.proposedAt])).length === 1
}

/** Those of these orders with a proposal. */
export const withProposal = async (db: Db, orderIds: readonly number[]): Promise<number[]> =>
  (
    await run<{ id: number }>(
      db,
      `select id from test_order where id = any($1::int8[]) and proposed is not null order by id`,
      [orderIds],
    )
  ).map((r) => r.id)

/** An order that waits for payment by a person who has left, without a proposal. */
export interface Unpaid {
  id: number
  labId: number
  /** The successor the payer named, if their account is open. */
  successorId: number | null
}
const UNPAID = `select t.id, t.lab_id as "labId", s.id as "successorId" from test_order t
  join user_account p on p.id = t.payer_id and not p.enabled
  left join user_account s on s.id = p.successor_id and s.enabled
  where t.state = 'confirmed' and t.proposed is null`
/** Unpaid orders among these ids. */
export const listUnpaid = (db: Db, orderIds: readonly number[]) =>
  run<Unpaid>(db, `${UNPAID} and t.id = any($1) order by t.id`, [orderIds])
/** Unpaid orders of these people, except those that a settlement released in this same call. */
export const listUnpaidBy = (ctx: Ctx, userIds: readonly number[]) =>
  run<Unpaid>(ctx.db, `${UNPAID} and t.payer_id = any($1) and t.state_at <> $2 order by t.id`, [
    userIds,
    ctx.now,
  ])
const RISEN = `select t.id from test_order t
  where t.payer_id = any($1) and t.state in ('awaiting_director', 'awaiting_booker', 'awaiting_payer')
    and t.total_fen > (select v.total_fen from test_order_version v where v.test_order_id = t.id
      order by v.version desc limit 1)
  order by t.id for update of t`
/**
 * Orders under approval that cost these people more than the last confirmed version; locked until the
 * transaction ends.
 */
export const listRisen = async (ctx: Ctx, userIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(ctx.db, RISEN, [userIds])).map((r) => r.id)
const ASKED = `select id from test_order where proposed_payer_id = any($1) order by id`
/** Orders that these people are asked to pay in place of others. */
export const listAsked = async (db: Db, userIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, ASKED, [userIds])).map((r) => r.id)

const IS_PAYER = `select from user_account where id = $1 and enabled`
export const canPay = async (db: Db, userId: number): Promise<boolean> =>
  (await run(db, IS_PAYER, [userId])).length === 1

const RELEASING = `select booking_id as id from test_order
  where id = any($1::int8[]) and (proposed is not null or version > 1 or total_fen = 0)`
/** The bookings of those of these orders whose answer may release money. */
export const listReleasing = async (db: Db, orderIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, RELEASING, [orderIds])).map((b) => b.id)

// ── For the settlement ───────────────────────────────────────────────────────

export interface Payable {
  id: number
  bookingId: number
  state: TestOrderState
  bookerId: number
  payerId: number
  labId: number
  deviceId: number
  totalFen: number
  version: number
  refundOpen: boolean
}
const BOOKINGS = 'select booking_id as id from test_order where id = any($1::int8[])'
export const listBookings = async (db: Db, orderIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, BOOKINGS, [orderIds])).map((b) => b.id)

const LOCK_PAYABLE = `select from test_order where id = any($1::int8[]) order by id for update`
const PAYABLE = `select id, booking_id as "bookingId", state, booker_id as "bookerId", payer_id as "payerId",
    lab_id as "labId", device_id as "deviceId", total_fen as "totalFen", version,
    ${REFUND_OPEN} as "refundOpen"
  from test_order t where id = any($1::int8[]) order by id`
/**
 * Locks the orders until the transaction ends, in the order of their ids. The lock is a statement of its own,
 * so that a reversal that was committed meanwhile is seen. Both are pipelined.
 */
export async function lockPayable(ctx: Ctx, orderIds: readonly number[]): Promise<Payable[]> {
  const [, orders] = await together([
    run(ctx.db, LOCK_PAYABLE, [orderIds]),
    run<Payable>(ctx.db, PAYABLE, [orderIds]),
  ])
  return orders
}

export type Moved = Pick<OrderRow, 'id' | 'bookingId' | 'bookerId' | 'payerId'>
const defineJoint = (set: readonly string[], where: string) =>
  defineJointStep<Moved>()(testOrderFlow, {
    table: 'test_order',
    set: ['state_at = $1', ...set],
    where,
    answers: 'booking_id as "bookingId", booker_id as "bookerId", payer_id as "payerId"',
  })
type Step = Omit<Joint<TestOrder>, 'values'>

const ENTER = defineJoint(['settlement_id = $2'], 'id = any($3::int8[])')
/** Moves orders into a settlement; returns those that moved. */
export const enterSettlement = (ctx: Ctx, orderIds: readonly number[], settlementId: number, step: Step) =>
  ENTER(ctx, { ...step, values: [ctx.now, settlementId, orderIds] })
const STAY = defineJoint([], 'settlement_id = $2')
/** Moves all orders of a settlement, which keeps them. */
export const stayInSettlement = (ctx: Ctx, settlementId: number, step: Step) =>
  STAY(ctx, { ...step, values: [ctx.now, settlementId] })
const LEAVE = defineJoint(['settlement_id = null'], 'settlement_id = $2')
/** Moves all orders out of a settlement. */
export const leaveSettlement = (ctx: Ctx, settlementId: number, step: Step) =>
  LEAVE(ctx, { ...step, values: [ctx.now, settlementId] })
