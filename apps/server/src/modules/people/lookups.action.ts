import { LOOKUPS_PER_HOUR, peopleRefusals } from '@portal/contract/people/people'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { fail, refuse } from '../../kernel/refuse.ts'
import { mayList } from './people.action.ts'

// Student and staff numbers are consecutive: without a limit, a caller who may not list people could read all
// their names one by one. Counted in each server process.

/** Most usernames of nobody that such a caller tries in an hour: each pause in typing tries one. */
export const MISSES_PER_HOUR = 300
const HOUR_MS = 3_600_000
const MAX_CALLERS = 5000

/** What a caller has looked up in the hour that began at `beganAt`, by the monotonic clock. */
interface Lookups {
  readonly beganAt: number
  /** The people found or named, each counted once; at most `LOOKUPS_PER_HOUR`. */
  readonly people: Set<number>
  misses: number
}
/** By caller, ordered by last use, the oldest first. Tests run several apps in one process. */
const callers = new WeakMap<Deps['live'], Map<number, Lookups>>()

function countFor({ deps, me }: Ctx): Lookups {
  const counted = callers.get(deps.live) ?? new Map<number, Lookups>()
  callers.set(deps.live, counted)
  const known = counted.get(me.id)
  const now = performance.now()
  const runs = known !== undefined && known.beganAt + HOUR_MS > now
  const lookups = runs ? known : { beganAt: now, people: new Set<number>(), misses: 0 }
  counted.delete(me.id)
  counted.set(me.id, lookups)
  if (counted.size > MAX_CALLERS) {
    const oldest = counted.keys().next().value
    if (oldest !== undefined) counted.delete(oldest)
  }
  return lookups
}

function refuseMore({ beganAt }: Lookups) {
  const ttl = HOUR_MS - (performance.now() - beganAt)
  return fail('TOO_MANY', `${peopleRefusals.TOO_MANY_LOOKUPS}（约 ${Math.ceil(ttl / 60_000)} 分钟后）`, {
    help: { retryAfterSeconds: Math.ceil(ttl / 1000) },
  })
}

/**
 * Counts a search for one person, before its result is shown; `found`: undefined if nobody matched. Past
 * either limit only people whom the caller has looked up before are shown: if misses or hits went on, the
 * refusal of the other would tell which usernames exist. Throws TOO_MANY.
 */
export function admitLookup(ctx: Ctx, found: number | undefined): void {
  if (mayList(ctx) || found === ctx.me.id) return
  const lookups = countFor(ctx)
  if (found !== undefined && lookups.people.has(found)) return
  if (lookups.people.size >= LOOKUPS_PER_HOUR || lookups.misses >= MISSES_PER_HOUR) throw refuseMore(lookups)
  if (found === undefined) lookups.misses++
  else lookups.people.add(found)
}

/**
 * Counts the people whom the caller names by id where their names are shown afterwards. The caller and the
 * people in `known`, whose names the caller has seen there before, are not counted; a retry counts nobody
 * again. If it is refused, nobody is counted. Throws TOO_MANY, or TOO_MANY_NAMED where waiting does not help.
 */
export function admitNaming(ctx: Ctx, ids: readonly (number | null)[], known: readonly number[] = []): void {
  if (mayList(ctx)) return
  const seen = new Set([ctx.me.id, ...known])
  const named = new Set(ids.filter((id) => id !== null).filter((id) => !seen.has(id)))
  if (named.size === 0) return
  if (named.size > LOOKUPS_PER_HOUR) throw refuse('TOO_MANY_NAMED', peopleRefusals.TOO_MANY_NAMED)
  const lookups = countFor(ctx)
  if (new Set([...lookups.people, ...named]).size > LOOKUPS_PER_HOUR) throw refuseMore(lookups)
  for (const id of named) lookups.people.add(id)
}
