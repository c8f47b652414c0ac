import { hostname } from 'node:os'
import { bytesOf, cacheFigures } from '../../kernel/cache.ts'
import type { Deps } from '../../kernel/ctx.ts'
import * as store from './cache.store.ts'

// How full the caches of this process are, for an administrator who may look at another one.

/** Asks every process to report. */
export const ASK = 'cache:ask'
let processes = 0

interface Self {
  process: string
  startedAt: Date
}
const selves = new WeakMap<Deps['live'], Self>()

/** Lets this process answer when an administrator looks at the caches, here or elsewhere. */
export function reportCaches(deps: Deps): void {
  selves.set(deps.live, {
    process: `${hostname().slice(0, 40)} ${process.pid}${processes++ ? `.${processes}` : ''}`,
    startedAt: new Date(),
  })
  // Where that fails, the next look asks again.
  deps.live.subscribe([ASK], () => void store.report(deps, rowsOf(deps, new Date())).catch(() => {}))
}

/** The caches of this process as they are. */
export function rowsOf({ live }: Pick<Deps, 'live'>, now: Date): store.CacheReport[] {
  const self = selves.get(live)
  return self
    ? cacheFigures(live).map(({ name, title: _, ...figures }) => ({
        ...self,
        cache: name,
        bytes: bytesOf(live, name),
        at: now,
        ...figures,
      }))
    : []
}
