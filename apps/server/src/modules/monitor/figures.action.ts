import type { Deps } from '../../kernel/ctx.ts'
import { portalVersion } from '../../kernel/env.ts'
import type { Said } from './platform.store.ts'

/** The value of one metric; undefined: not present at the moment. */
export type Figures = {
  one(name: string, labels?: Record<string, string>): number | undefined
  all(name: string): { labels: Partial<Record<string, string | number>>; value: number }[]
}

/** The metrics that /metrics shows, at this moment. */
export async function readFigures({ metrics }: Pick<Deps, 'metrics'>): Promise<Figures> {
  const byName = new Map((await metrics.register.getMetricsAsJSON()).map((m) => [m.name, m.values]))
  const all: Figures['all'] = (name) => byName.get(name) ?? []
  return {
    all,
    one: (name, labels = {}) =>
      all(name).find((v) => Object.entries(labels).every(([k, wanted]) => v.labels[k] === wanted))?.value,
  }
}

/** The figures that this process reports of itself. */
export async function readProcess(deps: Pick<Deps, 'metrics' | 'runner'>, figures: Figures): Promise<Said> {
  const number = (name: string, labels?: Record<string, string>) => {
    const value = figures.one(name, labels)
    // The event loop delay is NaN if it was reset a moment ago.
    return value === undefined || Number.isNaN(value) ? 0 : value
  }
  const pool = (state: string) => number('db_pool_connections', { state })
  return {
    version: portalVersion,
    memoryBytes: number('process_resident_memory_bytes'),
    heapBytes: number('nodejs_heap_size_used_bytes'),
    heapLimitBytes: number('nodejs_heap_limit_bytes'),
    cpuSeconds: number('process_cpu_seconds_total'),
    loopMeanMs: number('nodejs_eventloop_lag_mean_seconds') * 1000,
    loopP99Ms: number('nodejs_eventloop_lag_p99_seconds') * 1000,
    pool: { used: pool('used'), idle: pool('idle'), max: pool('max'), waiting: number('db_pool_waiting') },
    streams: number('live_streams'),
    runsJobs: deps.runner !== undefined,
    disks: (['data', 'uploads'] as const).flatMap((folder) => {
      const sizeBytes = figures.one('disk_size_bytes', { folder })
      return sizeBytes ? [{ folder, sizeBytes, freeBytes: number('disk_free_bytes', { folder }) }] : []
    }),
    calls: await deps.metrics.calls.lately(),
  }
}
