import { lookAt } from '../campus.ts'
import { interleaved, startSides, type Sides } from '../compare.ts'
import type { Data, Size } from '../data.ts'
import type { Measured } from '../load.ts'
import { WARM_SECONDS, full, young } from '../settings.ts'
import type { Campus } from '../campus.ts'
import type { Task } from '../task.ts'
import { createTask } from './create.ts'
import { weekTask } from './week.ts'
import { formatRate, formatTimes, type Row, type Work } from './work.ts'

const CLIENTS = 16

/** The same campus twice, with fewer bookings and with more. */
interface Pair {
  before: { url: string; campus: Campus }
  after: { url: string; campus: Campus }
  close(): Promise<void>
}
async function copyBoth(data: Data, fewer: Size, more: Size): Promise<Pair> {
  const urls = [await data.copy(fewer, 'growth_before'), await data.copy(more, 'growth_after')] as const
  const [before, after] = [
    { url: urls[0], campus: await lookAt(urls[0]) },
    { url: urls[1], campus: await lookAt(urls[1]) },
  ]
  return {
    before,
    after,
    async close() {
      await before.campus.close()
      await after.campus.close()
    },
  }
}

async function compare({ before, after }: Pair, task: (campus: Campus) => Task) {
  const open: Sides[] = []
  try {
    for (const { url, campus } of [before, after]) open.push(await startSides(url, task(campus)))
    const [fewer, more] = open.map((sides) => sides.all) as [Sides['all'], Sides['all']]
    const all = [fewer.product, more.product, fewer.a, more.a]
    // A fresh copy is not in memory yet, so the first side would pay for reading the disk.
    for (const side of all) await side(CLIENTS, WARM_SECONDS)
    const { sides, noisy } = await interleaved(all, CLIENTS)
    const [a, b, aA, bA] = sides as [Measured, Measured, Measured, Measured]
    return { before: a, after: b, aBefore: aA, aAfter: bA, noisy }
  } finally {
    for (const sides of open) await sides.close()
  }
}

async function compareWeeks(pair: Pair, title: string, most: number): Promise<Row> {
  const { before, after, aBefore, aAfter, noisy } = await compare(pair, weekTask)
  const ratio = after.p50 / before.p50
  return {
    work: `${title}: week`,
    clients: CLIENTS,
    product: `${formatTimes(before)} → ${formatTimes(after)}`,
    a: `${formatTimes(aBefore)} → ${formatTimes(aAfter)}`,
    b: '',
    ratio: `p50 ${ratio.toFixed(2)} × (A ${(aAfter.p50 / aBefore.p50).toFixed(2)} ×)`,
    target: `p50 ≤ ${most} ×`,
    reached: ratio <= most,
    noisy,
  }
}

async function compareCreating(pair: Pair, title: string): Promise<Row> {
  const { before, after, aBefore, aAfter, noisy } = await compare(pair, createTask)
  const ratio = after.rate / before.rate
  return {
    work: `${title}: create`,
    clients: CLIENTS,
    product: `${formatRate(before)} → ${formatRate(after)}`,
    a: `${formatRate(aBefore)} → ${formatRate(aAfter)}`,
    b: '',
    ratio: `${ratio.toFixed(2)} (A ${(aAfter.rate / aBefore.rate).toFixed(2)})`,
    target: 'rate ≥ 0.85',
    reached: ratio >= 0.85,
    noisy,
  }
}

async function grow(data: Data, [fewer, more]: [Size, Size], mostOfWeek: number): Promise<Row[]> {
  const pair = await copyBoth(data, fewer, more)
  try {
    const count = ({ bookings, yearsBefore = 0 }: Size) => (bookings * (1 + yearsBefore)).toLocaleString('en')
    const title = `growth, ${count(fewer)} → ${count(more)} bookings`
    // Creating runs last, since it adds bookings.
    return [await compareWeeks(pair, title, mostOfWeek), await compareCreating(pair, title)]
  } finally {
    await pair.close()
  }
}

/** Compares the campus with a hundredth of its bookings. */
export const growth: Work = {
  name: 'growth',
  run: ({ data }) => grow(data, [young, full], 1.6),
}

/**
 * Compares the campus with itself after ten more years: do a week and a new booking become slower? Both
 * copies together take 35 GB, and the longer one takes minutes to make.
 */
export const decade: Work = {
  name: 'decade',
  apart: true,
  run: ({ data }) => grow(data, [full, { ...full, yearsBefore: 10 }], 1.2),
}
