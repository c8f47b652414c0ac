import { peopleRefusals, readers } from '@portal/contract/people/people'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { Windows } from '../../kernel/limit.ts'
import { fail, notFound } from '../../kernel/refuse.ts'
import * as store from './people.store.ts'

/** The person's whole record; the caller checks the permission. Throws if there is none. */
export async function requirePerson(ctx: Ctx, id: number): Promise<store.PersonRecord> {
  const record = await store.find(ctx.db, id)
  if (!record) throw notFound('用户')
  return record
}

/**
 * Off-campus people may not list the university's people; they must know the username. Account managers may,
 * even if off-campus, as the first administrator is.
 */
export const mayList = (ctx: Ctx): boolean => ctx.me.onCampus || ctx.holds(...readers)

/** Most people that a caller who may not list them looks up in an hour, in each server process. */
export const LOOKUPS_PER_HOUR = 60
const HOUR_MS = 3_600_000
/** Tests run several apps in one process, each with people of its own. */
const lookups = new WeakMap<Deps['live'], Windows>()

/**
 * Counts `count` people that the caller looks up. Student and staff numbers are consecutive: without a limit,
 * a caller who may not list people could read all their names one by one. Throws TOO_MANY.
 */
export function admitLookups(ctx: Ctx, count: number): void {
  if (mayList(ctx)) return
  const { live } = ctx.deps
  const counted = lookups.get(live) ?? new Windows()
  lookups.set(live, counted)
  for (let n = 0; n < count; n++) {
    const { current, ttl } = counted.count(String(ctx.me.id), HOUR_MS)
    if (current > LOOKUPS_PER_HOUR)
      throw fail('TOO_MANY', `${peopleRefusals.TOO_MANY_LOOKUPS}（约 ${Math.ceil(ttl / 60_000)} 分钟后）`, {
        help: { retryAfterSeconds: Math.ceil(ttl / 1000) },
      })
  }
}

/**
 * The same for people that the caller names by id where their names are shown afterwards. The caller and the
 * people in `known`, whose names the caller has seen there before, are not counted.
 */
export const admitNaming = (ctx: Ctx, ids: readonly (number | null)[], known: readonly number[] = []): void =>
  admitLookups(ctx, new Set(ids.filter((id) => id !== null && id !== ctx.me.id && !known.includes(id))).size)
