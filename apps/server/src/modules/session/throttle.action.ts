import { createHmac } from 'node:crypto'
import { sessionRefusals } from '@portal/contract/session/session'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { limits, NETWORK_DAYS, networkKey, waitText, type Limit } from './throttle.rules.ts'
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
export const check = (
  ctx: Ctx,
  limit: Limit,
  who: string,
  message: string = sessionRefusals.THROTTLED,
): Promise<void> => refuseWhileBlocked(ctx, limit, who, message)

/** Counts before the attempt is made, so that a hundred at once are a hundred; refuses during a block. */
export async function attempt(
  ctx: Ctx,
  limit: Limit,
  who: string,
  message: string = sessionRefusals.THROTTLED,
): Promise<void> {
  if (!(await store.attempt(ctx.db, limit, who, ctx.now))) await refuseUncounted(ctx, limit, who, message)
}

async function refuseUncounted(ctx: Ctx, limit: Limit, who: string, message: string): Promise<never> {
  await refuseWhileBlocked(ctx, limit, who, message)
  // The block ended between the two statements: the attempt is refused all the same, uncounted.
  throw fail('TOO_MANY', message)
}

/** The network as it is kept: without the key that is not in the database nobody reads from it where somebody was. */
function networkOf(ctx: Ctx, username: string): Buffer {
  const key = ctx.deps.adapters.secrets.keyFor('known networks')
  return createHmac('sha256', key)
    .update(`${username} ${networkKey(ctx.ip)}`)
    .digest()
}
const keyFromNetwork = (username: string, network: Buffer): string =>
  `${username}@${network.toString('hex', 0, 12)}`

export interface Admitted {
  person: store.Admitted['person']
  /** Whom the attempt was counted for: the account, or the account in this network. A success forgets it. */
  countedFor: string
}
/**
 * `check` of the address, `attempt` on the account, and whose it is (null: nobody's), in one statement: each costs more on its way
 * than in the database. Where the person is known he is counted for himself: strangers elsewhere do not shut him out.
 */
export async function admit(
  ctx: Ctx,
  from: string,
  username: string,
  remembered: Buffer | null,
): Promise<Admitted> {
  const network = networkOf(ctx, username)
  const usernameThere = keyFromNetwork(username, network)
  const knock = {
    address: limits.address,
    from,
    account: limits.account,
    username,
    usernameThere,
    network,
    remembered,
  }
  const { blocked, counted, known, person } = await store.admit(ctx.db, knock, ctx.now)
  const countedFor = known ? usernameThere : username
  if (blocked) await refuseUncounted(ctx, limits.address, from, sessionRefusals.THROTTLED)
  if (!counted) await refuseUncounted(ctx, limits.account, countedFor, sessionRefusals.THROTTLED)
  return { person, countedFor }
}

/** He has signed in from here. */
export const knowNetwork = (ctx: Ctx, { id, username }: { id: number; username: string }): Promise<unknown> =>
  store.know(ctx.db, id, networkOf(ctx, username), addMinutes(ctx.now, NETWORK_DAYS * 24 * 60))

/** Forgets what was counted against an account, from everywhere and from here, once its owner has proven himself in another way. */
export async function forgetAccount(ctx: Ctx, username: string): Promise<void> {
  await forget(ctx, limits.account, username)
  await forget(ctx, limits.account, keyFromNetwork(username, networkOf(ctx, username)))
}

/** Counts what has failed; says nothing. */
export async function count(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.attempt(ctx.db, limit, who, ctx.now)
}

export async function forget(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.forget(ctx.db, limit, who)
}
