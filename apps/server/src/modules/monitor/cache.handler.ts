import type { Parsed } from '@portal/contract/kernel/call'
import { monitorRefusals, type monitorCalls } from '@portal/contract/monitor/monitor'
import { clearEverywhere, knownCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import * as store from './cache.store.ts'
import { ASK, listReports } from './report.action.ts'

/** A report older than this is not shown: the process has stopped, or was not asked. */
const HEARD_MINUTES = 1

/**
 * This process's caches as they are and the other processes' as last reported. Asks the others to report
 * again, for the next request.
 */
export async function listCaches(ctx: Ctx) {
  const own = listReports(ctx.deps, ctx.now)
  ctx.deps.live.publish(ASK)
  const others = await store.others(ctx.db, own[0]?.process ?? '', addMinutes(ctx.now, -HEARD_MINUTES))
  // A process with another version of the portal may have caches that this version does not know.
  return [...own.map((r) => ({ ...r, own: true })), ...others.map((r) => ({ ...r, own: false }))].map(
    (r) => ({ ...r, title: knownCache(r.cache)?.title ?? r.cache }),
  )
}

export function clear(ctx: Ctx, { body }: Parsed<typeof monitorCalls.clearCache>) {
  const name = body.cache || undefined
  if (name && !knownCache(name)) throw refuse('CACHE_UNKNOWN', monitorRefusals.CACHE_UNKNOWN)
  ctx.target = `cache ${name ?? '*'}`
  ctx.afterCommit(() => clearEverywhere(ctx.deps.live, name))
  return null
}
