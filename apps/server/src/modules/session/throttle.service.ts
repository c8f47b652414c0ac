import { sessionRefusals } from '@portal/contract/session/session'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/refuse.ts'
import { limits, waitText, type Limit } from './throttle.rules.ts'
import * as store from './throttle.store.ts'

export { addressKey, limits } from './throttle.rules.ts'

// Called in calls that declare `writes: false`: a count has to stay although the call is then refused.

async function refuseWhileBlocked(ctx: Ctx, limit: Limit, who: string, message: string): Promise<void> {
  const until = await store.blockedUntil(ctx.db, limit, who, ctx.now)
  if (!until) return
  const seconds = Math.ceil((until.getTime() - ctx.now.getTime()) / 1000)
  throw fail('TOO_MANY', `${message}（约 ${waitText(seconds)}后）`, { help: { retryAfterSeconds: seconds } })
}

/** Refuses during a block; counts nothing. */
export const check = (ctx: Ctx, limit: Limit, who: string, message: string = sessionRefusals.THROTTLED): Promise<void> =>
  refuseWhileBlocked(ctx, limit, who, message)

/** Counts before the attempt is made, so that a hundred at once are a hundred; refuses during a block. */
export async function attempt(ctx: Ctx, limit: Limit, who: string, message: string = sessionRefusals.THROTTLED): Promise<void> {
  if (!(await store.attempt(ctx.db, limit, who, ctx.now))) await refuseUncounted(ctx, limit, who, message)
}

async function refuseUncounted(ctx: Ctx, limit: Limit, who: string, message: string): Promise<never> {
  await refuseWhileBlocked(ctx, limit, who, message)
  // The block ended between the two statements: the attempt is refused all the same, uncounted.
  throw fail('TOO_MANY', message)
}

/** `check` of the address, `attempt` on the account, and whose it is (null: nobody's), in one statement: each costs more on its way than in the database. */
export async function admit(ctx: Ctx, from: string, username: string): Promise<store.Admitted['person']> {
  const { blocked, counted, person } = await store.admit(ctx.db, { address: limits.address, from, account: limits.account, username }, ctx.now)
  if (blocked) await refuseUncounted(ctx, limits.address, from, sessionRefusals.THROTTLED)
  if (!counted) await refuseUncounted(ctx, limits.account, username, sessionRefusals.THROTTLED)
  return person
}

/** Counts what has failed; says nothing. */
export async function count(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.attempt(ctx.db, limit, who, ctx.now)
}

export async function forget(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.forget(ctx.db, limit, who)
}
