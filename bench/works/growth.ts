import { lookAt } from '../campus.ts'
import { interleaved, startSides, type Sides } from '../compare.ts'
import type { Data, Size } from '../data.ts'
import type { Measured } from '../load.ts'
import { full, young } from '../settings.ts'
import type { Campus } from '../campus.ts'
import type { Task } from '../task.ts'
import { createTask } from './create.ts'
import { weekTask } from './week.ts'
import { formatRate, formatTimes, type Row, type Work } from './work.ts'

const CLIENTS = 16

async function both(
  data: Data,
  task: (campus: Campus) => Task,
): Promise<{ sides: Measured[]; noisy: number }> {
  const open: { sides: Sides; campus: Campus }[] = []
  try {
    for (const size of [young, full] satisfies Size[]) {
      const url = await data.copy(size, `growth_${size.name}`)
      const campus = await lookAt(url)
      open.push({ campus, sides: await startSides(url, task(campus)) })
    }
    const [before, after] = open.map((o) => o.sides.all) as [Sides['all'], Sides['all']]
    return await interleaved([before.product, after.product, before.a, after.a], CLIENTS)
  } finally {
    for (const { sides, campus } of open) {
      await sides.close()
      await campus.close()
    }
  }
}

/** The same campus with a hundredth of the bookings, side by side. */
export const growth: Work = {
  name: 'growth',
  async run({ data }) {
    const title = `growth, ${young.bookings.toLocaleString('en')} → ${full.bookings.toLocaleString('en')} bookings`
    const rows: Row[] = []
    {
      const { sides, noisy } = await both(data, weekTask)
      const [before, after, aBefore, aAfter] = sides as [Measured, Measured, Measured, Measured]
      const ratio = after.p50 / before.p50
      rows.push({
        work: `${title}: week`,
        clients: CLIENTS,
        product: `${formatTimes(before)} → ${formatTimes(after)}`,
        a: `${formatTimes(aBefore)} → ${formatTimes(aAfter)}`,
        b: '',
        ratio: `p50 ${ratio.toFixed(2)} × (A ${(aAfter.p50 / aBefore.p50).toFixed(2)} ×)`,
        target: 'p50 ≤ 1.6 ×',
        reached: ratio <= 1.6,
        noisy,
      })
    }
    {
      const { sides, noisy } = await both(data, createTask)
      const [before, after, aBefore, aAfter] = sides as [Measured, Measured, Measured, Measured]
      const ratio = after.rate / before.rate
      rows.push({
        work: `${title}: create`,
        clients: CLIENTS,
        product: `${formatRate(before)} → ${formatRate(after)}`,
        a: `${formatRate(aBefore)} → ${formatRate(aAfter)}`,
        b: '',
        ratio: `${ratio.toFixed(2)} (A ${(aAfter.rate / aBefore.rate).toFixed(2)})`,
        target: 'rate ≥ 0.85',
        reached: ratio >= 0.85,
        noisy,
      })
    }
    return rows
  },
}
