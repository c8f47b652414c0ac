import { interleaved, type Side, type Sides } from '../compare.ts'
import type { Measured } from '../load.ts'
import { CLIENTS, WARM_SECONDS, full } from '../settings.ts'
import { formatCost, formatRate, formatSent, withTimes, type Row } from './work.ts'

export interface Target {
  text: string
  reached: (product: Measured, a: Measured, clients: number) => boolean
}
/** The targets of the product relative to L: its rate, and its 95th percentile. */
const OF_LEAST = 0.6
const OF_P95 = 3
const LEAST_CLIENTS = 16
const CROWD = 64

/** Measures a row for each number of clients: the product, the bare handlers and pgbench. */
export async function versus(
  title: string,
  { all, statements, sends }: Sides,
  target: Target,
  clients: readonly number[] = CLIENTS,
): Promise<Row[]> {
  const rows: Row[] = []
  await warm([all.product, all.l])
  for (const n of clients) {
    const more = [all.l, all.b].filter((side): side is Side => side !== undefined)
    const { sides, noisy } = await interleaved([all.product, all.a, ...more], n)
    const [product, a] = sides as [Measured, Measured]
    const l = all.l && sides[2]
    const least = l && judgeLeast(product, l, n)
    rows.push({
      work: `${title} (${statements} statements)`,
      clients: n,
      product: withTimes(product),
      a: withTimes(a),
      l: l ? withTimes(l) : '',
      b: formatRate(all.b && sides.at(-1)),
      ...costColumns({ product, a, l }, sends),
      ratio: [`${(product.rate / a.rate).toFixed(2)} of A`, ...(least ? [least.ratio] : [])].join(', '),
      target: [target.text, ...(least?.target ? [least.target] : [])].join('; '),
      reached: target.reached(product, a, n) && (least?.reached ?? true),
      noisy,
    })
  }
  return rows
}

/**
 * Fills the caches of the product and L before they are measured: every person sends one request. A and
 * pgbench have no caches.
 */
export async function warm(sides: readonly (Side | undefined)[]): Promise<void> {
  if (sides.includes(undefined)) return
  for (const side of sides)
    for (let asked = 0; side && asked < full.users;)
      asked += (await side(LEAST_CLIENTS, WARM_SECONDS)).answers
}

/** Judges the rate at 16 clients, and response times at 64. */
export function judgeLeast(product: Measured, l: Measured, clients: number, share = OF_LEAST) {
  const rate = product.rate / l.rate
  const slower = product.p95 / l.p95
  return {
    ratio: `${rate.toFixed(2)} of L${clients === CROWD ? `, p95 ${slower.toFixed(1)} × L's` : ''}`,
    target: clients === LEAST_CLIENTS ? `≥ ${share} of L` : clients === CROWD ? `p95 ≤ ${OF_P95} × L's` : '',
    reached: (clients !== LEAST_CLIENTS || rate >= share) && (clients !== CROWD || slower <= OF_P95),
  }
}

/** Columns with the statements of a request, and the processor time of an answer on each side. */
export const costColumns = (
  { product, a, l }: { product: Measured; a: Measured; l?: Measured | undefined },
  sends: Sides['sends'],
) => ({
  sent: [formatSent(sends.product), ...(sends.l ? [`L ${formatSent(sends.l)}`] : [])].join('; '),
  cost: [formatCost(product), `A ${formatCost(a)}`, ...(l ? [`L ${formatCost(l)}`] : [])].join('; '),
})
export const atLeast = (share: number, text = `≥ ${share} of A`): Target => ({
  text,
  reached: (product, a) => product.rate >= share * a.rate,
})
