import { setTimeout as sleep } from 'node:timers/promises'
import { lookAt } from '../campus.ts'
import { makeBytes } from '../compare.ts'
import { load } from '../load.ts'
import { residentMb } from '../process.ts'
import { startProduct } from '../product.ts'
import { inQuiet } from '../quiet.ts'
import { MEMORY_SECONDS, ROUNDS, full, quietly } from '../settings.ts'
import { createTask } from './create.ts'
import { infoTask } from './info.ts'
import { listTask } from './list.ts'
import { weekTask } from './week.ts'
import type { Work } from './work.ts'

const CLIENTS = 16
const MOST_MB = 250
const MOST_START_MS = 1000

/** The memory of the process under load, and its start-up time. */
export const memory: Work = {
  name: 'memory',
  async run({ data }) {
    const url = await data.copy(full, 'memory')
    const campus = await lookAt(url)
    const starts: number[] = []
    let disturbed = 0
    for (let i = 0; i < ROUNDS; i++) {
      const { result, noisy } = await inQuiet(async () => {
        const begin = performance.now()
        const product = await startProduct({ databaseUrl: url })
        const took = performance.now() - begin
        await product.stop()
        return took
      }, quietly)
      starts.push(result)
      disturbed += Number(noisy)
    }
    const start = starts.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN

    const product = await startProduct({ databaseUrl: url })
    const tasks = [weekTask(campus), listTask(campus), infoTask(campus), createTask(campus)]
    const held: number[] = []
    try {
      // Ten samples; the first third is warm-up.
      for (let look = 0; look < 10; look++) {
        await load({
          port: product.port,
          clients: CLIENTS,
          seconds: MEMORY_SECONDS / 10,
          request: (i) => makeBytes((tasks[i % tasks.length] as (typeof tasks)[0]).sample(i)),
        })
        held.push(residentMb(product.pid))
      }
      await sleep(1000)
    } finally {
      await product.stop()
      await campus.close()
    }
    const last = held.at(-1) ?? Number.NaN
    const settled = Math.max(...held.slice(3, 6))
    return [
      {
        work: `memory after ${MEMORY_SECONDS} s of reading and booking`,
        clients: CLIENTS,
        product: `${last.toFixed(0)} MB (each tenth: ${held.map((m) => m.toFixed(0)).join(', ')})`,
        a: '',
        b: '',
        ratio: `${(last / settled).toFixed(2)} of what it held before half-time`,
        target: `≤ ${MOST_MB} MB, no growth`,
        reached: last <= MOST_MB && last <= 1.1 * settled,
        noisy: 0,
      },
      {
        work: 'start on filled data to /readyz (PostgreSQL runs already)',
        clients: '',
        product: `${start.toFixed(0)} ms`,
        a: '',
        b: '',
        ratio: '',
        target: `≤ ${MOST_START_MS} ms`,
        reached: start <= MOST_START_MS,
        noisy: disturbed,
      },
    ]
  },
}
