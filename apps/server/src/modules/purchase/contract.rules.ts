import type { Reason } from '@portal/contract/kernel/envelope'
import { type Priced, sumBudget, because } from './purchase.rules.ts'

// What a contract must contain, and how it ends.

export interface ContractLine {
  id: number
  quantity: number
}
/**
 * The contract's amount in fen, or why it is refused. Every item needs a price, and the sum must not exceed
 * the award.
 */
export function judgeContract(
  items: readonly ContractLine[],
  prices: readonly { itemId: number; priceFen: number }[],
  awardFen: number,
): { amountFen: number } | { reason: Reason } {
  const of = new Map(prices.map((p) => [p.itemId, p.priceFen]))
  if (of.size !== prices.length || prices.length !== items.length || items.some((i) => !of.has(i.id)))
    return { reason: because('CONTRACT_ITEMS', 'prices') }
  const amountFen = items.reduce((sum, i) => sum + i.quantity * (of.get(i.id) ?? 0), 0)
  return amountFen > awardFen ? { reason: because('CONTRACT_OVER_AWARD', 'prices') } : { amountFen }
}

/**
 * Spreads a total quotation over the items in proportion to the budget; the sum never exceeds it, to the fen.
 */
export function spreadAward(
  items: readonly Pick<Priced, 'quantity' | 'unitPriceFen'>[],
  amountFen: number,
): number[] {
  const budget = BigInt(sumBudget(items))
  // At least 1 fen, because a price of 0 means that none is known.
  return items.map((i) =>
    budget === 0n ? 1 : Math.max(1, Number((BigInt(i.unitPriceFen) * BigInt(amountFen)) / budget)),
  )
}

export interface Terms {
  on: string
  warrantyUntil: string | null
  bondFen: number | null
  bondPercent: number | null
  bondReturn: string | null
}
/**
 * The performance bond (履约保证金) in fen, agreed as an amount or as a percentage; or why the terms are refused.
 */
export function judgeTerms(t: Terms, amountFen: number): { bondFen: number | null } | { reason: Reason } {
  if (t.warrantyUntil !== null && t.warrantyUntil < t.on)
    return { reason: because('WARRANTY_BEFORE', 'warrantyUntil') }
  if (t.bondFen !== null && t.bondPercent !== null) return { reason: because('BOND_ONE_OF', 'bondPercent') }
  // Computed in hundredths of a percent to avoid rounding errors.
  const bondFen =
    t.bondPercent === null
      ? t.bondFen
      : Math.max(1, Math.round((amountFen * Math.round(t.bondPercent * 100)) / 10_000))
  if (bondFen === null && t.bondReturn !== null) return { reason: because('BOND_MISSING', 'bondFen') }
  if (bondFen !== null && bondFen > amountFen) return { reason: because('BOND_OVER', 'bondFen') }
  return { bondFen }
}

export interface Arrival {
  openCount: number
  keptCount: number
  /** Accepted but not stored in yet. */
  comingCount: number
}
/** The state of a purchase after its contract ends; undefined if nothing is left to end. */
export function judgeEnd({
  openCount,
  keptCount,
  comingCount,
}: Arrival): 'terminated' | 'in_acceptance' | 'done' | undefined {
  if (openCount === 0) return undefined
  if (keptCount === 0) return 'terminated'
  return comingCount > 0 ? 'in_acceptance' : 'done'
}
