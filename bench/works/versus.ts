import { interleaved, type Side, type Sides } from '../compare.ts'
import type { Measured } from '../load.ts'
import { CLIENTS } from '../settings.ts'
import { formatRate, withTimes, type Row } from './work.ts'

export interface Target {
  text: string
  reached: (product: Measured, a: Measured, clients: number) => boolean
}

/** A row for each number of clients: the product beside the bare handler and pgbench. */
export async function versus(
  title: string,
  { all, statements }: Sides,
  target: Target,
  clients: readonly number[] = CLIENTS,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const n of clients) {
    const { sides, noisy } = await interleaved(
      [all.product, all.a, ...(all.b ? [all.b] : [])] satisfies Side[],
      n,
    )
    const [product, a, b] = sides as [Measured, Measured, Measured | undefined]
    rows.push({
      work: `${title} (${statements} statements)`,
      clients: n,
      product: withTimes(product),
      a: withTimes(a),
      b: formatRate(b),
      ratio: `${(product.rate / a.rate).toFixed(2)} of A`,
      target: target.text,
      reached: target.reached(product, a, n),
      noisy,
    })
  }
  return rows
}
export const atLeast = (share: number, text = `≥ ${share} of A`): Target => ({
  text,
  reached: (product, a) => product.rate >= share * a.rate,
})
