import type pg from 'pg'
import { castCards } from '../cast.ts'

/**
 * Creates the table of card movements, without balances, which follow later from the order of time. Call
 * before rows are copied.
 */
export const prepareLedger = (client: pg.Client) =>
  client.query(`create temp table demo_movement (
    seq bigint generated always as identity, card_id bigint, kind text, balance_delta_fen bigint,
    frozen_delta_fen bigint, business text, row_id bigint, user_id bigint, note text, at timestamptz
  ) on commit drop`)

const YUAN = 100
/** Money left on a card beyond the most it ever needed at once. */
const SPARE_FEN = 50_000 * YUAN
const CAST_SPARE_FEN = 200_000 * YUAN
const EMPTY_FEN = 100 * YUAN

// Before its first movement each card is topped up by its greatest deficit and a reserve, in whole 10,000
// yuan.
const TOP_UP = `
  with balance as (
    select card_id, sum(balance_delta_fen - frozen_delta_fen) over (partition by card_id order by at,
      seq) as free from demo_movement),
  lowest as (select card_id, least(min(free), 0) as free from balance group by card_id)
  insert into demo_movement (card_id, kind, balance_delta_fen, frozen_delta_fen, business, row_id, user_id,
    note, at)
  select c.id, 'topup', case when c.number = $1 then $2::bigint
    else ceil(((case when c.number = any($3) then $4::bigint else $5::bigint end) - coalesce(l.free, 0)) /
      1e6)::bigint * 1000000 end, 0,
    'movement', nextval('fund_card_movement'), $6::bigint, '经费到账', c.created_at + interval '1 hour'
  from fund_card c left join lowest l on l.card_id = c.id order by c.id`

const LEDGER = `
  insert into ledger_entry (card_id, kind, balance_delta_fen, frozen_delta_fen, balance_after_fen,
    frozen_after_fen, business, row_id, user_id, note, at)
  select card_id, kind, balance_delta_fen, frozen_delta_fen, sum(balance_delta_fen) over card,
    sum(frozen_delta_fen) over card, business, row_id, user_id, note, at
  from demo_movement window card as (partition by card_id order by at, seq) order by at, seq`

const SUMS = `
  update fund_card c set balance_fen = s.balance, frozen_fen = s.frozen
  from (select card_id, sum(balance_delta_fen) as balance, sum(frozen_delta_fen) as frozen from demo_movement
    group by card_id) s where s.card_id = c.id`

// Sums frozen or spent by people to whom the card was lent.
const USED = `
  update fund_card_user u set used_fen = s.used, total_limit_fen = case when u.total_limit_fen < s.used
    then (s.used / 1000000 + 1) * 1000000 else u.total_limit_fen end
  from (select card_id, user_id,
    sum(case kind when 'freeze' then frozen_delta_fen when 'release' then frozen_delta_fen when 'reverse'
        then -balance_delta_fen else 0 end) as used
    from demo_movement where business <> 'movement' group by card_id, user_id) s
  where s.card_id = u.card_id and s.user_id = u.user_id`

const HELD = `
  update booking b set held_fen = s.held
  from (select row_id, sum(frozen_delta_fen) as held from demo_movement where business = 'booking'
    group by row_id having sum(frozen_delta_fen) > 0) s where s.row_id = b.id`

/** Writes the ledger in the order of time, and the sums that follow from it. */
export async function fillLedger(client: pg.Client, financeId: number): Promise<void> {
  const { authorised, ownersOnly, payers, empty } = castCards
  await client.query(TOP_UP, [
    empty.number,
    EMPTY_FEN,
    [authorised.number, ownersOnly.number, payers.number],
    CAST_SPARE_FEN,
    SPARE_FEN,
    financeId,
  ])
  for (const statement of [LEDGER, SUMS, USED, HELD]) await client.query(statement)
}
