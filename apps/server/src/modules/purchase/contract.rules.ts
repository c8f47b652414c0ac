import type { Reason } from '@portal/contract/kernel/envelope'
import { type Priced, sumBudget, because } from './purchase.rules.ts'

// What a contract has to say, and how it ends.

export interface ContractLine {
  id: number
  quantity: number
}
/**
 * What the contract is worth, or why it cannot be. Every item has its
 * price; the sum is no more than the award.
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

/** A total that was quoted, on the pieces in the proportion of the budget: never more than it, to the fen. */
export function spreadAward(
  items: readonly Pick<Priced, 'quantity' | 'unitPriceFen'>[],
  amountFen: number,
): number[] {
  const budget = BigInt(sumBudget(items))
  // A piece at nothing would be no price.
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
/** 履约保证金 in fen, whichever way it was agreed; or what speaks against the terms. */
export function judgeTerms(t: Terms, amountFen: number): { bondFen: number | null } | { reason: Reason } {
  if (t.warrantyUntil !== null && t.warrantyUntil < t.on)
    return { reason: because('WARRANTY_BEFORE', 'warrantyUntil') }
  if (t.bondFen !== null && t.bondPercent !== null) return { reason: because('BOND_ONE_OF', 'bondPercent') }
  // Hundredths of a percent, so that no part of a fen comes of the decimals.
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
  /** Accepted, and not on the shelf yet. */
  comingCount: number
}
/** Where a purchase stands once its contract is ended; undefined when there is nothing to end. */
export function judgeEnd({
  openCount,
  keptCount,
  comingCount,
}: Arrival): 'terminated' | 'in_acceptance' | 'done' | undefined {
  if (openCount === 0) return undefined
  if (keptCount === 0) return 'terminated'
  return comingCount > 0 ? 'in_acceptance' : 'done'
}
