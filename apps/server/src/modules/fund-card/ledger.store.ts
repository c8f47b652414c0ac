import type { LedgerBusiness, LedgerKind } from '@portal/contract/fund-card/fund-card'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

// Every movement is one statement: it changes the card's sums under a condition and appends the entry with
// the resulting sums. Without a card there is no entry. If two concurrent statements get past the condition,
// the table's constraints refuse.

export interface Entry {
  id: number
  cardId: number
  kind: LedgerKind
  balanceDeltaFen: number
  frozenDeltaFen: number
  balanceAfterFen: number
  frozenAfterFen: number
  business: LedgerBusiness
  rowId: number
  userId: number | null
  note: string | null
  at: Date
}
export const ENTRY = `id, card_id as "cardId", kind, balance_delta_fen as "balanceDeltaFen",
  frozen_delta_fen as "frozenDeltaFen", balance_after_fen as "balanceAfterFen",
  frozen_after_fen as "frozenAfterFen", business, row_id as "rowId", user_id as "userId", note, at`
const COLUMNS = `card_id, kind, balance_delta_fen, frozen_delta_fen, balance_after_fen, frozen_after_fen,
  business, row_id, part, user_id, note, at, request_id`

/**
 * The sums of a row for each card: what is still frozen, and what was
 * paid. A row spends for one person at a time, the last one who froze.
 */
const sumsByCard = (business: string, rowId: string) => `
  select card_id, (array_agg(user_id order by id desc) filter (where kind = 'freeze'))[1] as user_id,
    sum(frozen_delta_fen)::int8 as frozen_fen, (-sum(balance_delta_fen))::int8 as paid_fen
  from ledger_entry where business = ${business} and row_id = ${rowId} group by card_id`

const MOVE = `
  with card as (
    update fund_card set balance_fen = balance_fen + $2 where id = $1
    returning id, balance_fen, frozen_fen)
  insert into ledger_entry (${COLUMNS})
  select id, $3, $2, 0, balance_fen, frozen_fen, 'movement', nextval('fund_card_movement'), 0, $4, $5, $6, $7
  from card
  returning ${ENTRY}`
/** Adds to the balance or takes from it, for finance. Undefined: the card does not exist. */
export async function move(
  ctx: Ctx,
  m: { cardId: number; kind: 'topup' | 'adjust'; deltaFen: number; note: string },
): Promise<Entry | undefined> {
  const [entry] = await run<Entry>(ctx.db, MOVE, [
    m.cardId,
    m.deltaFen,
    m.kind,
    ctx.actor?.id ?? null,
    m.note,
    ctx.now,
    ctx.requestId,
  ])
  return entry
}

const FREEZE = `
  with card as (
    update fund_card c set frozen_fen = c.frozen_fen + $2
    where c.id = $1 and c.enabled
      and (c.valid_from is null or c.valid_from <= $4) and (c.valid_to is null or c.valid_to >= $4)
      and c.balance_fen - c.frozen_fen + c.credit_fen >= $2
      and (c.owner_id = $3 or exists (
        select from fund_card_user u where u.card_id = c.id and u.user_id = $3 and u.revoked_at is null
          and (u.valid_from is null or u.valid_from <= $4) and (u.valid_to is null or u.valid_to >= $4)
          and (u.per_use_limit_fen is null or u.per_use_limit_fen >= $2)
          and (u.total_limit_fen is null or u.total_limit_fen - u.used_fen >= $2)))
    returning c.id, c.owner_id, c.balance_fen, c.frozen_fen),
  used as (update fund_card_user u set used_fen = u.used_fen + $2 from card where u.card_id = card.id
    and u.user_id = $3 and card.owner_id <> $3)
  insert into ledger_entry (${COLUMNS})
  select id, 'freeze', 0, $2, balance_fen, frozen_fen, $5, $6, $7, $3, $8, $9, $10 from card
  returning id`
export interface Freeze {
  cardId: number
  userId: number
  amountFen: number
  day: string
  business: Exclude<LedgerBusiness, 'movement'>
  rowId: number
  part: number
  note: string | null
}
/**
 * False: a condition does not hold; `judgeUse` says which. The conditions repeat those of `judgeUse`, so that
 * they are checked under the card's lock in one round trip; one-rule.api.test.ts runs both over one grid.
 */
export async function freeze(ctx: Ctx, f: Freeze): Promise<boolean> {
  const entries = await run(ctx.db, FREEZE, [
    f.cardId,
    f.amountFen,
    f.userId,
    f.day,
    f.business,
    f.rowId,
    f.part,
    f.note,
    ctx.now,
    ctx.requestId,
  ])
  return entries.length === 1
}

// greatest(), because a former owner with a new authorisation may have used less than is released here.
const UNUSE = `used as (update fund_card_user u set used_fen = greatest(0, u.used_fen - card.fen) from card
    where u.card_id = card.id and u.user_id = card.user_id)`

const RELEASE = `
  with card as (
    update fund_card c set frozen_fen = c.frozen_fen - (n.frozen_fen - $7) from (${sumsByCard('$1', '$2')}) n
    where c.id = n.card_id and n.frozen_fen > $7
    returning c.id, n.user_id, n.frozen_fen - $7 as fen, c.balance_fen, c.frozen_fen),
  ${UNUSE}
  insert into ledger_entry (${COLUMNS})
  select id, 'release', 0, -fen, balance_fen, frozen_fen, $1, $2, $6, user_id, $3, $4, $5 from card
  returning ${ENTRY}`
/** Releases everything the row still holds on all its cards; `keepFen` stays frozen on each. */
export const release = (
  ctx: Ctx,
  business: string,
  rowId: number,
  r: { note: string | null; part: number; keepFen: number },
) => run<Entry>(ctx.db, RELEASE, [business, rowId, r.note, ctx.now, ctx.requestId, r.part, r.keepFen])

const RELEASE_ALL = `
  with held as (
    select card_id, row_id, (array_agg(user_id order by id desc)
        filter (where kind = 'freeze'))[1] as user_id, sum(frozen_delta_fen)::int8 as fen
    from ledger_entry where business = $1 and row_id = any($2::int8[])
    group by card_id, row_id having sum(frozen_delta_fen) > 0),
  card as (
    update fund_card c set frozen_fen = c.frozen_fen - s.fen
    from (select card_id, sum(fen)::int8 as fen from held group by card_id) s
    where c.id = s.card_id
    returning c.id, c.balance_fen, c.frozen_fen),
  used as (
    update fund_card_user u set used_fen = greatest(0, u.used_fen - s.fen)
    from (select card_id, user_id, sum(fen)::int8 as fen from held group by card_id, user_id) s
    where u.card_id = s.card_id and u.user_id = s.user_id)
  insert into ledger_entry (${COLUMNS})
  select c.id, 'release', 0, -h.fen, c.balance_fen, c.frozen_fen + coalesce(sum(h.fen) over later, 0), $1,
    h.row_id, 0, h.user_id, $3, $4, $5
  from held h join card c on c.id = h.card_id
  window later as (partition by h.card_id order by h.row_id rows between 1 following and unbounded following)
  order by h.card_id, h.row_id`
/**
 * Releases everything these rows still hold, with one entry
 * for each, as if they were released one after the other.
 */
export const releaseAll = (ctx: Ctx, business: string, rowIds: readonly number[], note: string | null) =>
  run(ctx.db, RELEASE_ALL, [business, rowIds, note, ctx.now, ctx.requestId])

const DEDUCT = `
  with card as (
    update fund_card c set balance_fen = c.balance_fen - $4, frozen_fen = c.frozen_fen - $4
    from (${sumsByCard('$1', '$2')}) n
    where c.id = $3 and n.card_id = c.id and n.frozen_fen >= $4
    returning c.id, n.user_id, c.balance_fen, c.frozen_fen)
  insert into ledger_entry (${COLUMNS})
  select id, 'deduct', -$4::int8, -$4::int8, balance_fen, frozen_fen, $1, $2, 0, user_id, $5, $6, $7 from card
  returning ${ENTRY}`
/** Deducts what the row holds on this card, or a part of it. Undefined: the row holds less. */
export async function deduct(
  ctx: Ctx,
  d: { business: string; rowId: number; cardId: number; amountFen: number; note: string | null },
): Promise<Entry | undefined> {
  const [entry] = await run<Entry>(ctx.db, DEDUCT, [
    d.business,
    d.rowId,
    d.cardId,
    d.amountFen,
    d.note,
    ctx.now,
    ctx.requestId,
  ])
  return entry
}

const REVERSE = `
  with card as (
    update fund_card c set balance_fen = c.balance_fen + n.paid_fen from (${sumsByCard('$1', '$2')}) n
    where c.id = n.card_id and n.paid_fen > 0
    returning c.id, n.user_id, n.paid_fen as fen, c.balance_fen, c.frozen_fen),
  ${UNUSE}
  insert into ledger_entry (${COLUMNS})
  select id, 'reverse', fen, 0, balance_fen, frozen_fen, $1, $2, 0, user_id, $3, $4, $5 from card
  returning ${ENTRY}`
/** Pays back everything that the row paid. */
export const reverse = (ctx: Ctx, business: string, rowId: number, note: string | null) =>
  run<Entry>(ctx.db, REVERSE, [business, rowId, note, ctx.now, ctx.requestId])

const LOCK = `
  select id from fund_card where id = any($1::int8[]) or id in (select card_id from ledger_entry
    where business = $2 and row_id = any($3::int8[]))
  order by id for no key update`
/** Cards are always locked in the order of their ids, so that transactions cannot deadlock. */
export async function lock(
  ctx: Ctx,
  cardIds: readonly number[],
  held: { business: string; rowIds: readonly number[] },
): Promise<void> {
  await run(ctx.db, LOCK, [cardIds, held.business, held.rowIds])
}

export interface HeldFor {
  cardId: number
  heldFen: number
  /** The part that counts against this person's authorisation. */
  ownFen: number
}
const HELD_FOR = `select card_id as "cardId", sum(fen)::int8 as "heldFen",
    coalesce(sum(fen) filter (where user_id = $1), 0)::int8 as "ownFen"
  from (select card_id, (array_agg(user_id order by id desc) filter (where kind = 'freeze'))[1] as user_id,
      sum(frozen_delta_fen) as fen
    from ledger_entry
    where business = 'booking' and row_id in (select booking_id from test_order
      where id = any($2::int8[]) and state = 'confirmed' and (booker_id = $1 or payer_id = $1))
    group by card_id, row_id having sum(frozen_delta_fen) > 0) held
  group by card_id`
/** Money held by the bookings of those test orders that this person may settle, by card. */
export const listHeldFor = (db: Db, userId: number, testOrderIds: readonly number[]) =>
  run<HeldFor>(db, HELD_FOR, [userId, testOrderIds])

const HELD_BY_BOOKINGS = `select distinct row_id as id from (
    select card_id, row_id from ledger_entry where card_id = any($1) and business = 'booking'
    group by card_id, row_id having sum(frozen_delta_fen) > 0) held order by id`
/** Bookings that hold money on these cards. */
export const listBookingsOn = async (db: Db, cardIds: readonly number[]): Promise<number[]> =>
  (await run<{ id: number }>(db, HELD_BY_BOOKINGS, [cardIds])).map((r) => r.id)
