import { createHmac } from 'node:crypto'
import { sessionRefusals } from '@portal/contract/session/session'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { describeWait, limits, NETWORK_DAYS, toNetworkKey, type Limit } from './throttle.rules.ts'
import * as store from './throttle.store.ts'

// Called in calls that declare `writes: false`: a count has to stay although the call is then refused.

/** Refuses during a block; counts nothing. */
export async function refuseBlocked(
  ctx: Ctx,
  limit: Limit,
  who: string,
  message: string = sessionRefusals.THROTTLED,
): Promise<void> {
  const until = await store.findBlock(ctx.db, limit, who, ctx.now)
  if (!until) return
  const seconds = Math.ceil((until.getTime() - ctx.now.getTime()) / 1000)
  throw fail('TOO_MANY', `${message}（约 ${describeWait(seconds)}后）`, {
    help: { retryAfterSeconds: seconds },
  })
}

/** Counts before the attempt is made, so that a hundred at once are a hundred; refuses during a block. */
export async function admitAttempt(
  ctx: Ctx,
  limit: Limit,
  who: string,
  message: string = sessionRefusals.THROTTLED,
): Promise<void> {
  if (!(await store.countAttempt(ctx, limit, who))) await refuseUncounted(ctx, limit, who, message)
}

async function refuseUncounted(ctx: Ctx, limit: Limit, who: string, message: string): Promise<never> {
  await refuseBlocked(ctx, limit, who, message)
  // The block ended between the two statements: the attempt is refused all the same, uncounted.
  throw fail('TOO_MANY', message)
}

/**
 * The network as the database has it: the key is elsewhere, so that nobody reads from a row where somebody
 * was.
 */
function hashNetwork(ctx: Ctx, username: string): Buffer {
  const key = ctx.deps.adapters.secrets.keyFor('known networks')
  return createHmac('sha256', key)
    .update(`${username} ${toNetworkKey(ctx.ip)}`)
    .digest()
}
const nameInNetwork = (username: string, network: Buffer): string =>
  `${username}@${network.toString('hex', 0, 12)}`

export interface Admitted {
  person: store.Admitted['person']
  /** Whom the attempt was counted for: the account, or the account in this network. A success forgets it. */
  countedFor: string
}
/**
 * Refuses while the address is blocked, counts an attempt on the account, and says whose it is (null:
 * nobody's). All in one statement: each costs more on its way than in the database. Where the person has
 * signed in before, he is counted for himself, so that strangers elsewhere do not shut him out.
 */
export async function admitSignIn(
  ctx: Ctx,
  from: string,
  username: string,
  remembered: Buffer | null,
): Promise<Admitted> {
  const network = hashNetwork(ctx, username)
  const usernameThere = nameInNetwork(username, network)
  const knock = {
    address: limits.address,
    from,
    account: limits.account,
    username,
    usernameThere,
    network,
    remembered,
  }
  const { blocked, counted, known, person } = await store.admit(ctx, knock)
  const countedFor = known ? usernameThere : username
  if (blocked) await refuseUncounted(ctx, limits.address, from, sessionRefusals.THROTTLED)
  if (!counted) await refuseUncounted(ctx, limits.account, countedFor, sessionRefusals.THROTTLED)
  return { person, countedFor }
}

/** Next time this person is known to sign in from here. */
export const rememberNetwork = (
  ctx: Ctx,
  { id, username }: { id: number; username: string },
): Promise<unknown> =>
  store.knowNetwork(ctx, id, hashNetwork(ctx, username), addMinutes(ctx.now, NETWORK_DAYS * 24 * 60))

/**
 * Forgets what was counted against an account, from everywhere and from here: its owner has proven himself in
 * another way.
 */
export async function forgetAttemptsOn(ctx: Ctx, username: string): Promise<void> {
  await forgetAttempts(ctx, limits.account, username)
  await forgetAttempts(ctx, limits.account, nameInNetwork(username, hashNetwork(ctx, username)))
}

/** Counts what has failed; refuses nothing. */
export async function countFailure(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.countAttempt(ctx, limit, who)
}

/** Forgets what was counted, after a success. */
export async function forgetAttempts(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.forget(ctx, limit, who)
}
