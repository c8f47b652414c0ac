import { recipients, WHOLE, type Parts, type Recipient } from '@portal/contract/finance-report/finance-report'

export interface Scheme {
  year: number
  deptId: number | null
  categoryId: number | null
  parts: Parts
}
export type Divided = Record<Recipient, number>

/**
 * Divides whole fen without a remainder: each recipient gets their part rounded
 * down, and the remaining fen go, one each, to the recipients who lost most by
 * rounding. A reversal is divided like the amount it reverses, with the sign turned.
 */
export function divide(amountFen: number, parts: Parts): Divided {
  const abs = Math.abs(amountFen)
  // Splits off the part below WHOLE, so that the products stay exact integers for any amount.
  const [whole, rest] = [Math.floor(abs / WHOLE), abs % WHOLE]
  const exact = recipients.map((r, i) => {
    const product = rest * parts[r]
    return { r, i, fen: whole * parts[r] + Math.floor(product / WHOLE), lost: product % WHOLE }
  })
  let left = abs - exact.reduce((sum, e) => sum + e.fen, 0)
  for (const e of exact.toSorted((a, b) => b.lost - a.lost || a.i - b.i)) {
    if (left === 0) break
    e.fen += 1
    left -= 1
  }
  const of = (e: { fen: number }) => (amountFen < 0 && e.fen > 0 ? -e.fen : e.fen)
  return Object.fromEntries(exact.map((e) => [e.r, of(e)])) as Divided // one for each recipient
}

/** The parent of each place in a tree; null for a root. */
export type Above = ReadonlyMap<number, number | null>
export interface Trees {
  depts: Above
  categories: Above
}
/** Places kept for a year stay as they were; newer places are where they are now. */
export const keepPlaces = (now: Trees, kept: Trees | undefined): Trees =>
  kept
    ? {
        depts: new Map([...now.depts, ...kept.depts]),
        categories: new Map([...now.categories, ...kept.categories]),
      }
    : now
function findChain(id: number | null, above: Above): number[] {
  const chain: number[] = []
  for (let at: number | null = id; at !== null && !chain.includes(at); at = above.get(at) ?? null)
    chain.push(at)
  return chain
}

/**
 * The shares that apply: those of the nearest department and class together, then of the nearest department,
 * then of the nearest class, then of the year. Undefined: the year has none.
 */
export function schemeFor(
  what: { year: number; deptId: number; categoryId: number | null },
  schemes: readonly Scheme[],
  { depts, categories }: Trees,
): Scheme | undefined {
  const ofYear = schemes.filter((s) => s.year === what.year)
  const deptChain = [...findChain(what.deptId, depts), null]
  const categoryChain = [...findChain(what.categoryId, categories), null]
  for (const deptId of deptChain)
    for (const categoryId of categoryChain) {
      const found = ofYear.find((s) => s.deptId === deptId && s.categoryId === categoryId)
      if (found) return found
    }
  return undefined
}

/** For example `30% / 20% / 40% / 10%`, in the order of the recipients. */
export const partsWords = (parts: Parts): string => recipients.map((r) => `${parts[r] / 100}%`).join(' / ')
