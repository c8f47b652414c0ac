import { hostname } from 'node:os'
import { countBytes, cacheFigures } from '../../kernel/cache.ts'
import type { Deps } from '../../kernel/ctx.ts'
import * as store from './cache.store.ts'
import { readFigures, readProcess, type Figures } from './figures.action.ts'
import * as platform from './platform.store.ts'

// Reports of this process and its caches, for an administrator who may be connected to another process.

/** Asks every process to report its caches. */
export const ASK = 'cache:ask'
/** Asks every process to report itself. */
export const ASK_PROCESS = 'process:ask'
let processes = 0

interface Self {
  process: string
  startedAt: Date
}
const selves = new WeakMap<Deps['live'], Self>()

/**
 * Registers this process, so that it answers when an administrator looks at caches or platform, here or on
 * another process.
 */
export function reportProcess(deps: Deps): void {
  selves.set(deps.live, {
    process: `${hostname().slice(0, 40)} ${process.pid}${processes++ ? `.${processes}` : ''}`,
    startedAt: new Date(),
  })
  // If a report fails, the next look asks again.
  deps.live.subscribe([ASK], () => void store.report(deps, listReports(deps, new Date())).catch(() => {}))
  deps.live.subscribe([ASK_PROCESS], () => void reportSelf(deps).catch(() => {}))
}

async function reportSelf(deps: Deps): Promise<void> {
  const own = await describeSelf(deps, new Date(), await readFigures(deps))
  if (own) await platform.report(deps, own)
}

/** The present figures of this process. */
export async function describeSelf(
  deps: Deps,
  now: Date,
  figures: Figures,
): Promise<platform.ProcessReport | undefined> {
  const self = selves.get(deps.live)
  return self && { ...self, at: now, figures: await readProcess(deps, figures) }
}

/** The present figures of this process's caches. */
export function listReports({ live }: Pick<Deps, 'live'>, now: Date): store.CacheReport[] {
  const self = selves.get(live)
  return self
    ? cacheFigures(live).map(({ name, title: _, ...figures }) => ({
        ...self,
        cache: name,
        bytes: countBytes(live, name),
        at: now,
        ...figures,
      }))
    : []
}
