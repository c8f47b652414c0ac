import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import { order } from './crew.ts'

/** Half of what Prometheus waits for an answer unless it is told otherwise. */
const WITHIN_MS = 5000

/**
 * Adds up the figures of the workers in `crew`. prom-client's own `clusterMetrics` also asks workers that are
 * still starting, which do not answer, so nothing would be shown while one starts.
 */
export function collectFigures(crew: ReadonlySet<Worker>) {
  const waiting = new Map<number, (figures: object) => void>()
  let questions = 0

  async function ask(worker: Worker): Promise<object> {
    const over = new AbortController()
    const { signal } = over
    const asked = ++questions
    const told = new Promise<object>((resolve) => waiting.set(asked, resolve))
    order(worker, { do: 'tell figures', asked })
    try {
      return await Promise.race([
        told,
        once(worker, 'exit', { signal }).then(() => []),
        sleep(WITHIN_MS, undefined, { signal }).then(() => {
          throw new Error(`no figures from worker ${worker.process.pid} within ${WITHIN_MS} ms`)
        }),
      ])
    } finally {
      over.abort()
      waiting.delete(asked)
    }
  }

  return {
    hear(asked: number, figures: object): void {
      waiting.get(asked)?.(figures)
    },
    /**
     * In Prometheus format. A worker that ends meanwhile is left out. Throws if one does not answer within
     * 5 s, because without it all counters would seem to fall.
     */
    async addUp(): Promise<string> {
      return AggregatorRegistry.aggregate(await Promise.all([...crew].map(ask))).metrics()
    },
  }
}
