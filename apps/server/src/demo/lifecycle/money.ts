import { goodsFen, RATE_ONE } from '@portal/contract/purchase/import-price'
import type pg from 'pg'
import { castCards } from '../cast.ts'

// Sources of payment of a purchase, and price components of imported items.

const SOURCE = `insert into purchase_source (purchase_id, sort, kind, fund_card_id, project_code,
  project_name, amount_fen)
    values ($1, $2, $3, $4, $5, $6, $7)`
async function lentCard(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select id from fund_card where number = $1', [
    castCards.authorised.number,
  ])
  if (!rows[0]) throw new Error('a card is lent to the requester')
  return rows[0].id
}

/**
 * Pays from a project; with `shared` half of it, rounded down to the fen, from the card lent to the
 * requester.
 */
export async function payFor(
  client: pg.Client,
  purchaseId: number,
  budgetFen: number,
  shared = false,
): Promise<void> {
  const card = shared ? await lentCard(client) : undefined
  const byCard = card === undefined ? 0 : Math.floor(budgetFen / 2)
  await client.query(SOURCE, [
    purchaseId,
    1,
    'project',
    null,
    'SYL-2026',
    '双一流学科建设',
    budgetFen - byCard,
  ])
  if (card !== undefined) await client.query(SOURCE, [purchaseId, 2, 'fund_card', card, null, null, byCard])
}

/** Freezes on the lent card what finance will deduct for a stock-in. Call before the ledger is written. */
export async function freezeShare(
  client: pg.Client,
  s: { stockInId: number; note: string; at: Date },
): Promise<void> {
  await client.query(
    `insert into demo_movement (card_id, kind, balance_delta_fen, frozen_delta_fen, business, row_id, user_id,
        note, at)
      select p.fund_card_id, 'freeze', 0, p.amount_fen, 'stock_in', s.id, s.requester_id, $2, $3
      from stock_in s join purchase_source p on p.purchase_id = s.purchase_id
      where s.id = $1 and p.fund_card_id is not null`,
    [s.stockInId, s.note, s.at],
  )
}

const RATE_MICRO = 7.1234 * RATE_ONE
/**
 * Price components of the purchase's imported items, duty-free for teaching and research: nine tenths for the
 * goods, the rest for transport, insurance and agency.
 */
export async function priceAbroad(client: pg.Client, purchaseId: number, day: string): Promise<void> {
  const { rows } = await client.query<{ id: number; fen: string }>(
    'select id, unit_price_fen as fen from purchase_item where purchase_id = $1 and imported',
    [purchaseId],
  )
  for (const { id, fen } of rows) {
    const unitFen = Number(fen)
    const foreignPrice = Math.floor((unitFen * 9 * RATE_ONE) / (RATE_MICRO * 10))
    const goods = goodsFen({ foreignPrice, rateMicro: RATE_MICRO })
    const [freight, insurance, agency] = [0.02, 0.003, 0.012].map((part) => Math.floor(unitFen * part)) as [
      number,
      number,
      number,
    ] // one number per part
    await client.query(
      `update purchase_item set currency = 'USD', foreign_price = $2, rate_micro = $3, rate_on = $4,
          price_term = 'FOB', freight_fen = $5, insurance_fen = $6, duty_free = true, tariff_fen = 0,
          vat_fen = 0,
         agency_fen = $7, customs_fen = $8 where id = $1`,
      [
        id,
        foreignPrice,
        RATE_MICRO,
        day,
        freight,
        insurance,
        agency,
        unitFen - goods - freight - insurance - agency,
      ],
    )
  }
}
