import { interleaved, type Side, type Sides } from '../compare.ts'
import type { Measured } from '../load.ts'
import { CLIENTS } from '../settings.ts'
import { formatCost, formatRate, formatSent, withTimes, type Row } from './work.ts'

export interface Target {
  text: string
  reached: (product: Measured, a: Measured, clients: number) => boolean
}

/** A row for each number of clients: the product beside the bare handler and pgbench. */
export async function versus(
  title: string,
  { all, statements, sends }: Sides,
  target: Target,
  clients: readonly number[] = CLIENTS,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const n of clients) {
    const { sides, noisy } = await interleaved(
      [all.product, all.a, ...(all.b ? [all.b] : [])] satisfies Side[],
      n,
    )
    const [product, a] = sides as [Measured, Measured]
    const b = all.b && sides.at(-1)
    rows.push({
      work: `${title} (${statements} statements)`,
      clients: n,
      product: withTimes(product),
      a: withTimes(a),
      b: formatRate(b),
      ...costColumns(product, a, sends),
      ratio: `${(product.rate / a.rate).toFixed(2)} of A`,
      target: target.text,
      reached: target.reached(product, a, n),
      noisy,
    })
  }
  return rows
}
/** What a request sends, and what an answer costs on both sides. */
export const costColumns = (product: Measured, a: Measured, sends: Sides['sends']) => ({
  sent: formatSent(sends),
  cost: `${formatCost(product)}; A ${formatCost(a)}`,
})
export const atLeast = (share: number, text = `≥ ${share} of A`): Target => ({
  text,
  reached: (product, a) => product.rate >= share * a.rate,
})
