import type { CardSums } from '@portal/contract/finance-report/finance-report'
import type { LedgerBusiness, LedgerKind } from '@portal/contract/fund-card/fund-card'
import { run, type Db } from '../../kernel/db.ts'
import { readCarried, type At } from '../../kernel/list.store.ts'
import type { Within } from './journal.store.ts'
import type { Period } from './period.rules.ts'

// Balances and movements of cards, from their ledger and its monthly sums (decision 089). The balance at the
// end of a period is the present one less the movements since.

export interface CardRow extends CardSums {
  id: number
  number: string
  name: string
  owner: string
}
const kinds = {
  topupFen: 'topup',
  adjustFen: 'adjust',
  deductedFen: 'deduct',
  reversedFen: 'reverse',
} as const
/**
 * Movements from the first instant ($1) on; `later`: after the period, which ends before $2.
 * Whole months come from the sums, by the time zone $7: from the month nearest to the beginning
 * ($4, it begins at $5); months from $6 on (it begins at $8) are later. The ledger gives the
 * days before the first of these months, or subtracts those that it has too many; moves days of
 * the last month that are after the period to "later"; and adds what is not folded yet.
 */
const UPTO = 'coalesce((select moves_upto from finance_fold where zone = $7), 0)'
const COLUMNS = 'card_id, kind, business, balance_delta_fen as balance_fen, frozen_delta_fen as frozen_fen'
/** `only`: limits the cards, as a condition that begins with `and`. */
const moved = (only: string) => `
  tail as materialized (select ${COLUMNS}, at from ledger_entry
    where id > ${UPTO} and at >= greatest($1::timestamptz, $5::timestamptz) ${only} order by id),
  moves as (
    select card_id, kind, business, balance_fen, frozen_fen, month >= $6::date as later from finance_card_sum
      where month >= $4::date and (month >= $6::date or kind not in ('freeze', 'release'))
        and exists (select from finance_fold where zone = $7) ${only}
    union all select ${COLUMNS}, at >= $2 from ledger_entry where at >= $1 and at < $5 ${only}
    union all select card_id, kind, business, -balance_delta_fen, -frozen_delta_fen, false from ledger_entry
      where at >= $5 and at < $1 and id <= ${UPTO} ${only}
    union all select card_id, kind, business, sign * balance_delta_fen, sign * frozen_delta_fen, sign = 1
      from ledger_entry, (values (-1), (1)) s (sign)
      where at >= greatest($2::timestamptz, $5::timestamptz) and at < $8 and id <= ${UPTO} ${only}
    union all select card_id, kind, business, balance_fen, frozen_fen, at >= $2 from tail)`
const listValues = ({ from, until, zone, first, later }: Period, ownerId: number | null) => [
  from,
  until,
  ownerId,
  first.from,
  first.beginsAt,
  later.from,
  zone,
  later.beginsAt,
]
const listCards = (only: string) => `
  ${moved(only)},
  moved as (
    select card_id, ${Object.entries(kinds)
      .map(
        ([name, kind]) =>
          `coalesce(sum(balance_fen) filter (where kind = '${kind}' and not later), 0)::int8 as "${name}"`,
      )
      .join(', ')},
      coalesce(sum(balance_fen) filter (where later), 0)::int8 as later,
      coalesce(sum(frozen_fen) filter (where later), 0)::int8 as later_frozen
    from moves group by card_id),
  cards as (
    select c.id, c.number, c.name, u.name as owner, ${Object.keys(kinds)
      .map((name) => `coalesce(m."${name}", 0)::int8 as "${name}"`)
      .join(', ')},
      (c.balance_fen - coalesce(m.later, 0))::int8 as "closingFen",
      (c.frozen_fen - coalesce(m.later_frozen, 0))::int8 as "frozenFen"
    from fund_card c join user_account u on u.id = c.owner_id left join moved m on m.card_id = c.id
    where ($3::int8 is null or c.owner_id = $3) ${only.replace('card_id', 'c.id')}),
  whole as (
    select *, ("closingFen" - ${Object.keys(kinds)
      .map((name) => `"${name}"`)
      .join(' - ')})::int8 as "openingFen" from cards)`
// A page has few cards: only the movements of these are read.
const LISTED = `with picked as materialized (select id, count(*) over ()::int as total from fund_card
    where $3::int8 is null or owner_id = $3 order by number, id limit $9 offset $10),
  ${listCards('and card_id = any(array(select id from picked))')}
  select *, (select max(total) from picked) as total from whole order by number, id`
const ALL = `with ${listCards('')} select ${[...Object.keys(kinds), 'openingFen', 'closingFen', 'frozenFen']
  .map((name) => `coalesce(sum("${name}"), 0)::int8 as "${name}"`)
  .join(', ')} from whole`

/** A page of cards by number; none in the scope of a laboratory. */
export async function cards(
  db: Db,
  period: Period,
  w: Within,
  at: At,
): Promise<{ rows: CardRow[]; total: number }> {
  if (w.labIds) return { rows: [], total: 0 }
  const values = listValues(period, w.ownerId)
  return readCarried(
    at,
    ({ page, size }) => run<CardRow & { total: number }>(db, LISTED, [...values, size, page * size]),
    (r) => r.total,
  )
}
const NOTHING: CardSums = {
  openingFen: 0,
  topupFen: 0,
  adjustFen: 0,
  deductedFen: 0,
  reversedFen: 0,
  closingFen: 0,
  frozenFen: 0,
}
export const sumCards = async (db: Db, period: Period, w: Within): Promise<CardSums> =>
  w.labIds ? NOTHING : ((await run<CardSums>(db, ALL, listValues(period, w.ownerId)))[0] ?? NOTHING)

const PAID = `with ${moved('')} select coalesce(-sum(balance_fen), 0)::int8 as fen from moves
  where not later and business = 'settlement' and kind in ('deduct', 'reverse') and ($3::int8 is null)`
/** What all cards paid for settlements, less reversals, in fen. */
export const paid = async (db: Db, period: Period): Promise<number> =>
  (await run<{ fen: number }>(db, PAID, listValues(period, null)))[0]?.fen ?? 0

export interface CardEntry {
  id: number
  at: Date
  kind: LedgerKind
  balanceDeltaFen: number
  frozenDeltaFen: number
  balanceAfterFen: number
  frozenAfterFen: number
  business: LedgerBusiness
  rowId: number
  note: string | null
}
const ENTRIES = `select id, at, kind, balance_delta_fen as "balanceDeltaFen",
  frozen_delta_fen as "frozenDeltaFen", balance_after_fen as "balanceAfterFen",
  frozen_after_fen as "frozenAfterFen", business, row_id as "rowId", note, count(*) over ()::int as total
  from ledger_entry where card_id = $1 and at >= $2 and at < $3 order by id desc limit $4 offset $5`
export async function cardEntries(
  db: Db,
  cardId: number,
  { from, until }: Period,
  at: At,
): Promise<{ rows: CardEntry[]; total: number }> {
  return readCarried(
    at,
    ({ page, size }) =>
      run<CardEntry & { total: number }>(db, ENTRIES, [cardId, from, until, size, page * size]),
    (r) => r.total,
  )
}

interface Card {
  number: string
  name: string
  ownerId: number
}
const CARD = `select number, name, owner_id as "ownerId" from fund_card where id = $1`
export const findCard = async (db: Db, cardId: number): Promise<Card | undefined> =>
  (await run<Card>(db, CARD, [cardId]))[0]
