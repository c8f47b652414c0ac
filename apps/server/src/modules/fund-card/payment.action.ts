import { fundCardRefusals, type LedgerBusiness } from '@portal/contract/fund-card/fund-card'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, refuse } from '../../kernel/refuse.ts'
import * as ledgerStore from './ledger.store.ts'
import { type Wanted, judgeCard } from './judging.action.ts'
import { findToday } from '../../kernel/time.ts'

// How a row of another module pays from a card: an amount is frozen, then deducted or released, and paid back
// if necessary. Each movement is one entry of the ledger.

/** The row for which money is frozen and paid. */
export interface Held {
  business: Exclude<LedgerBusiness, 'movement'>
  rowId: number
}

/**
 * Locks these cards, and those on which these rows hold money, in the order of their ids until the
 * transaction ends. Callers that move money on several cards do this first, to avoid deadlocks.
 */
export const lockCards = (
  ctx: Ctx,
  cardIds: readonly number[],
  held: { business: Held['business']; rowIds: readonly number[] } = { business: 'booking', rowIds: [] },
): Promise<void> => ledgerStore.lock(ctx, cardIds, held)

/**
 * Freezes an amount for a row in the name of `userId`, against whose authorisation it
 * counts. Does nothing if the amount is zero. A row that needs more later freezes again
 * with the next `part`. Throws a refusal with all reasons if the card cannot pay.
 */
export async function freeze(
  ctx: Ctx,
  f: Held & {
    cardId: number
    userId: number
    amountFen: number
    part?: number
    note?: string | null
    wanted?: Wanted
  },
): Promise<void> {
  if (f.amountFen === 0) return
  const frozen = await translateViolation(() =>
    ledgerStore.freeze(ctx, { ...f, day: findToday(ctx), part: f.part ?? 0, note: f.note ?? null }),
  )
  if (frozen) return
  const reasons = await judgeCard(ctx, { ...f, day: findToday(ctx) })
  throw reasons[0] ? refuse(reasons[0].code, reasons[0].message, { reasons }) : refuseBusy()
}

/**
 * Releases everything the row still holds on all its cards, and returns how much that was, in fen. Repeating
 * it does nothing. A row that freezes and releases several times numbers both with `part`. With `keepFen` a
 * row that holds money on one card keeps that amount.
 */
export async function release(
  ctx: Ctx,
  held: Held & { part?: number; keepFen?: number; note?: string | null },
): Promise<number> {
  await lockCards(ctx, [], { business: held.business, rowIds: [held.rowId] })
  const entries = await translateViolation(() =>
    ledgerStore.release(ctx, held.business, held.rowId, {
      note: held.note ?? null,
      part: held.part ?? 0,
      keepFen: held.keepFen ?? 0,
    }),
  )
  return entries.reduce((sum, e) => sum - e.frozenDeltaFen, 0)
}

/** Releases everything that these rows still hold, in one statement for any number of rows. */
export async function releaseAll(
  ctx: Ctx,
  held: { business: Held['business']; rowIds: readonly number[]; note?: string | null },
): Promise<void> {
  await lockCards(ctx, [], held)
  await translateViolation(() => ledgerStore.releaseAll(ctx, held.business, held.rowIds, held.note ?? null))
}

/**
 * Deducts what the row holds on this card, or a part of it; the caller then calls `release` for the rest.
 * Once for each row and card; refused if the row holds less.
 */
export async function deduct(
  ctx: Ctx,
  d: Held & { cardId: number; amountFen: number; note?: string | null },
): Promise<void> {
  if (d.amountFen === 0) return
  const entry = await translateViolation(() => ledgerStore.deduct(ctx, { ...d, note: d.note ?? null }))
  if (!entry) throw refuse('CARD_NOT_HELD', '该笔款项未冻结、冻结金额不足或已经扣除', { status: 409 })
}

/** Pays back everything the row paid, and returns how much that was, in fen. Once for each row and card. */
export async function reverse(ctx: Ctx, held: Held & { note?: string | null }): Promise<number> {
  await lockCards(ctx, [], { business: held.business, rowIds: [held.rowId] })
  const entries = await translateViolation(() =>
    ledgerStore.reverse(ctx, held.business, held.rowId, held.note ?? null),
  )
  return entries.reduce((sum, e) => sum + e.balanceDeltaFen, 0)
}

const refuseBusy = () => refuse('CONFLICT', '经费卡正被他人使用，请重试', { status: 409 })

/** For two concurrent movements, or the same one twice. */
const translateViolation = defineTranslation({
  fund_card_covers: () => refuse('CARD_BALANCE', fundCardRefusals.CARD_BALANCE),
  fund_card_user_limit: () => refuse('CARD_TOTAL', fundCardRefusals.CARD_TOTAL),
  ledger_entry_once: () => refuse('CONFLICT', '该笔款项已经处理，请勿重复操作', { status: 409 }),
})
