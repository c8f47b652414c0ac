import {
  endedAcceptanceStates,
  type AcceptanceBody,
  type AcceptanceScale,
  type AcceptanceState,
} from '@portal/contract/acceptance/acceptance'
import type { Ctx } from '../../kernel/ctx.ts'
import { literals, run, runOne, type Db } from '../../kernel/db.ts'

export interface AcceptanceRow {
  id: number
  state: AcceptanceState
  stateAt: Date
  scale: AcceptanceScale
  purchaseId: number
  title: string
  deptId: number
  dept: string
  supplierId: number | null
  supplier: string | null
  receiverId: number
  receiver: string
  /** Members who have not signed yet. */
  unsignedIds: number[]
  pieceCount: number
  /** Without pieces that go back to the supplier: their replacements get an acceptance of their own. */
  totalFen: number
  createdAt: Date
}
export const ROW = `a.id, a.state, a.state_at as "stateAt", a.scale, a.purchase_id as "purchaseId", p.title,
  p.dept_id as "deptId", d.name as dept, p.supplier_id as "supplierId", s.name as supplier,
  a.receiver_id as "receiverId", u.name as receiver,
  array(select m.user_id from acceptance_member m where m.acceptance_id = a.id and m.signed_at is null
    order by m.sort) as "unsignedIds", n.count as "pieceCount", n.total_fen as "totalFen",
  a.created_at as "createdAt"`
export const JOINS = `join purchase p on p.id = a.purchase_id join dept d on d.id = p.dept_id
    left join supplier s on s.id = p.supplier_id join user_account u on u.id = a.receiver_id
    cross join lateral (select count(*)::int as count,
          coalesce(sum(c.price_fen) filter (where o.verdict is distinct from 'refuse'), 0)::int8 as total_fen,
          coalesce(sum(c.price_fen), 0)::int8 as judged_fen
        from acceptance_piece o join piece c on c.id = o.piece_id where o.acceptance_id = a.id) n`

export interface Acceptance extends AcceptanceRow {
  /** The requester of the purchase, usually also the receiver. */
  requesterId: number
  /** The laboratory it is bought for, if the purchase names one. */
  labId: number | null
  /** How many must sign besides the receiver; null until submitted. */
  cosigners: number | null
  receiverType: string
  /** The optional approvals it passes; null until submitted. */
  steps: string[] | null
  contractNumber: string | null
  contractFen: number
  place: string | null
  acceptedOn: string | null
  conclusion: string | null
  reason: string | null
  /** Number of times its content was saved. */
  revision: number
  /** Number of its pieces that go back to the supplier. */
  refusedCount: number
  /** Price of all its pieces in fen, with those that go back. */
  judgedFen: number
}
const FIND = `select ${ROW}, p.requester_id as "requesterId", p.lab_id as "labId", a.cosigners,
    u.user_type as "receiverType", a.steps, p.contract_number as "contractNumber",
    p.contract_fen as "contractFen", a.place, a.accepted_on as "acceptedOn", a.conclusion, a.reason,
    a.revision, n.judged_fen as "judgedFen",
    (select count(*)::int from acceptance_piece o
      where o.acceptance_id = a.id and o.verdict = 'refuse') as "refusedCount"
  from acceptance a ${JOINS} where a.id = $1`
export const find = async (db: Db, id: number): Promise<Acceptance | undefined> =>
  (await run<Acceptance>(db, FIND, [id]))[0]

const OPEN = `select id from acceptance where purchase_id = $1
  and state not in (${literals(endedAcceptanceStates)})
  order by id`
/** Acceptances of a purchase that have not ended. */
export const listOpen = (db: Db, purchaseId: number) => run<{ id: number }>(db, OPEN, [purchaseId])

/** Serialises members who sign at the same time. */
export const lock = (ctx: Ctx, ids: readonly number[]) =>
  run(ctx.db, 'select from acceptance where id = any($1::int8[]) order by id for update', [ids])

// ── What belongs to it ───────────────────────────────────────────────────────

export interface Party {
  requesterId: number
  /** The requester's account is open. */
  requesterIsHere: boolean
  isMember: boolean
}
const PARTY = `select p.requester_id as "requesterId", u.enabled as "requesterIsHere",
    exists (select from acceptance_member m where m.acceptance_id = a.id and m.user_id = $2) as "isMember"
  from acceptance a join purchase p on p.id = a.purchase_id join user_account u on u.id = p.requester_id
  where a.id = $1`
/** The requester, and whether this person is a member. */
export const findParty = async (db: Db, id: number, userId: number): Promise<Party | undefined> =>
  (await run<Party>(db, PARTY, [id, userId]))[0]

// ── Writing ──────────────────────────────────────────────────────────────────

const ADD = `insert into acceptance (purchase_id, scale, state, state_at, receiver_id, created_at)
  values ($1, $2, $3, $4, $5, $4) returning id`
const ADD_PIECES = `insert into acceptance_piece (acceptance_id, piece_id) select $1, unnest($2::int8[])`
const ADD_CHECKS = `insert into acceptance_check (acceptance_id, item, label, sort)
  select $1, item, label, sort from unnest($2::text[], $3::text[]) with ordinality as c (item, label, sort)`
export interface New {
  purchaseId: number
  scale: AcceptanceScale
  state: AcceptanceState
  receiverId: number
  pieceIds: readonly number[]
  checks: readonly { value: string; label: string }[]
}
export async function add(ctx: Ctx, n: New): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [
    n.purchaseId,
    n.scale,
    n.state,
    ctx.now,
    n.receiverId,
  ])
  await run(ctx.db, ADD_PIECES, [id, n.pieceIds])
  await run(ctx.db, ADD_CHECKS, [id, n.checks.map((c) => c.value), n.checks.map((c) => c.label)])
  return id
}

const STEP = `update acceptance
  set state = $3, state_at = case when $3 = $2 then state_at else $4 end, reason = $5
  where id = $1 and state = $2 returning id`
/** Moves it from one state to another; false if it is no longer in the first. */
export const step = async (
  ctx: Ctx,
  id: number,
  s: { from: AcceptanceState; to: AcceptanceState; reason: string | null },
): Promise<boolean> => (await run(ctx.db, STEP, [id, s.from, s.to, ctx.now, s.reason])).length > 0

const CHANGE = `update acceptance
  set place = $2, accepted_on = $3, conclusion = $4, scale = $5, revision = revision + 1 where id = $1`
const CHANGE_CHECKS = `update acceptance_check c set ok = n.ok, note = n.note
  from unnest($2::text[], $3::bool[], $4::text[]) as n (item, ok, note)
  where c.acceptance_id = $1 and c.item = n.item`
const DROP_PIECES = `delete from acceptance_piece where acceptance_id = $1 and piece_id <> all($2::int8[])`
// Skips pieces of other purchases and unchecked ones; `acceptance_piece_live` refuses those of an open
// acceptance.
const TAKE_PIECES = `insert into acceptance_piece (acceptance_id, piece_id, verdict, factory_number, reason)
  select $1, c.id, n.verdict, n.factory_number, n.reason
  from unnest($2::int8[], $3::text[], $4::text[], $5::text[]) as n (id, verdict, factory_number, reason)
    join piece c on c.id = n.id and c.purchase_id = $6 and c.state = 'checked'
  on conflict (acceptance_id, piece_id) do update set verdict = excluded.verdict,
    factory_number = excluded.factory_number, reason = excluded.reason
  returning piece_id`
/** Returns how many of the pieces are in it now. */
export async function changePieces(
  ctx: Ctx,
  id: number,
  purchaseId: number,
  list: AcceptanceBody['pieces'],
): Promise<number> {
  await run(ctx.db, DROP_PIECES, [id, list.map((p) => p.id)])
  const columns = [
    list.map((p) => p.id),
    list.map((p) => p.verdict),
    list.map((p) => p.factoryNumber),
    list.map((p) => p.reason),
  ]
  return (await run(ctx.db, TAKE_PIECES, [id, ...columns, purchaseId])).length
}
const DROP_MEMBERS = `delete from acceptance_member where acceptance_id = $1`
const ADD_MEMBERS = `insert into acceptance_member (acceptance_id, user_id, duty, sort)
  select $1, user_id, duty, sort
  from unnest($2::int8[], $3::text[]) with ordinality as m (user_id, duty, sort)`
export async function changeRest(
  ctx: Ctx,
  id: number,
  scale: AcceptanceScale,
  body: AcceptanceBody,
): Promise<void> {
  const { checks: list, members: people } = body
  await run(ctx.db, CHANGE, [id, body.place, body.acceptedOn, body.conclusion, scale])
  await run(ctx.db, CHANGE_CHECKS, [
    id,
    list.map((c) => c.item),
    list.map((c) => c.ok),
    list.map((c) => c.note),
  ])
  await run(ctx.db, DROP_MEMBERS, [id])
  await run(ctx.db, ADD_MEMBERS, [id, people.map((m) => m.userId), people.map((m) => m.duty)])
}

export const setReceiver = (ctx: Ctx, id: number, userId: number) =>
  run(ctx.db, 'update acceptance set receiver_id = $2 where id = $1', [id, userId])

/** Stores what the rules required at submission. */
export const setJudged = (ctx: Ctx, id: number, j: { cosigners: number; steps: readonly string[] }) =>
  run(ctx.db, 'update acceptance set cosigners = $2, steps = $3 where id = $1', [id, j.cosigners, j.steps])

/** Signatures are for one submission: after a new one, all sign again. */
export const unsign = (ctx: Ctx, id: number) =>
  run(
    ctx.db,
    'update acceptance_member set verdict = null, opinion = null, signed_at = null where acceptance_id = $1',
    [id],
  )
const SIGN = `update acceptance_member set verdict = $3, opinion = $4, signed_at = $5
  where acceptance_id = $1 and user_id = $2 and signed_at is null`
/** The caller signs in their own name. */
export const sign = (ctx: Ctx, id: number, verdict: 'agree' | 'disagree', opinion: string | null) =>
  run(ctx.db, SIGN, [id, ctx.me.id, verdict, opinion, ctx.now])

/** It has ended: pieces it did not accept may enter another acceptance. */
export const end = (ctx: Ctx, id: number) =>
  run(ctx.db, 'update acceptance_piece set live = false where acceptance_id = $1', [id])
