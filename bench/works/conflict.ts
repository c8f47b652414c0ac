import { PGBENCH_FROM, anybody, findFirst, lookAt, findPerson, slotAt, type Campus } from '../campus.ts'
import { makeBytes, interleaved, productSide, startSides } from '../compare.ts'
import { once, type Measured } from '../load.ts'
import { startProduct } from '../product.ts'
import { CLIENTS, full } from '../settings.ts'
import type { Task } from '../task.ts'
import { createTask } from './create.ts'
import { costColumns, judgeLeast, warm } from './versus.ts'
import { formatRate, withTimes, type Row, type Work } from './work.ts'

/** The number of instruments, and of consecutive bookings on each, whose times all requests want. */
const DEVICES = 200
const TAKEN = 8
const wantedSlot = (n: number) => (PGBENCH_FROM - 5) * 288 + n

export function conflictTask(campus: Campus): Task {
  const { first } = findFirst(campus, 'spread')
  return {
    name: 'conflict',
    variants: 1,
    status: 409,
    sample(i) {
      const { token, tokenHash, userId } = findPerson(campus, i)
      const deviceId = first + (i % DEVICES)
      const slot = slotAt(wantedSlot(Math.floor(i / DEVICES) % TAKEN))
      return {
        method: 'POST',
        path: '/api/v2/booking',
        token,
        body: { deviceId, kind: 'self_operated', ...slot, purpose: '材料表征' },
        values: { deviceId, userId, tokenHash },
      }
    },
    pgbench: {
      set: [anybody.set(campus), `device random(${first}, ${first + DEVICES - 1})`],
      values: { ...anybody.values, deviceId: ':device' },
    },
  }
}

export async function takeAll(url: string, task: Task): Promise<void> {
  const product = await startProduct({ databaseUrl: url })
  try {
    for (let i = 0; i < DEVICES * TAKEN; i += 8) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, k) => once(product.port, makeBytes(task.sample(i + k)))),
      )
      const bad = answers.find((a) => a.status !== 200)
      if (bad) throw new Error(`cannot book: ${bad.body}`)
    }
  } finally {
    await product.stop()
  }
}

export const conflict: Work = {
  name: 'conflict',
  async run({ data }) {
    const url = await data.copy(full, 'conflict')
    const campus = await lookAt(url)
    const task = conflictTask(campus)
    await takeAll(url, task)
    const sides = await startSides(url, task, { least: true })
    const booking = createTask(campus)
    const { all, statements, sends, product } = sides
    const leastSide = all.l
    if (!leastSide) throw new Error('L was asked for')
    const book = productSide(product.port, booking)
    const rows: Row[] = []
    try {
      await warm([all.product, leastSide])
      for (const clients of CLIENTS) {
        const { sides: measured, noisy } = await interleaved(
          [all.product, book, all.a, leastSide, ...(all.b ? [all.b] : [])],
          clients,
        )
        const [refused, booked, a, l] = measured as [Measured, Measured, Measured, Measured]
        const least = judgeLeast(refused, l, clients)
        const b = all.b && measured.at(-1)
        rows.push({
          work: `refuse a conflict, with the next free slots (${statements} statements)`,
          clients,
          product: withTimes(refused),
          a: withTimes(a),
          l: withTimes(l),
          b: formatRate(b),
          ...costColumns({ product: refused, a, l }, sends),
          ratio: `${(refused.rate / booked.rate).toFixed(2)} of booking (${formatRate(booked)}), ${(refused.rate / a.rate).toFixed(2)} of A, ${least.ratio}`,
          target: ['never slower than booking', least.target].filter(Boolean).join('; '),
          reached: refused.rate >= booked.rate && least.reached,
          noisy,
        })
      }
      return rows
    } finally {
      await sides.close()
      await campus.close()
    }
  },
}
