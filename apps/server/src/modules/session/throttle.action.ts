import { createHmac } from 'node:crypto'
import { sessionRefusals } from '@portal/contract/session/session'
import type { Ctx } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { describeWait, limits, NETWORK_DAYS, toNetworkKey, type Limit } from './throttle.rules.ts'
import * as store from './throttle.store.ts'

// Called by calls that declare `writes: false`: the count must be kept although the call is refused.

const countSeconds = (ctx: Ctx, until: Date): number =>
  Math.ceil((until.getTime() - ctx.now.getTime()) / 1000)

/** Throws TOO_MANY during a block; counts nothing. */
export async function refuseBlocked(
  ctx: Ctx,
  limit: Limit,
  who: string,
  message: string = sessionRefusals.THROTTLED,
): Promise<void> {
  const until = await store.findBlock(ctx.db, limit, who, ctx.now)
  if (!until) return
  const seconds = countSeconds(ctx, until)
  throw fail('TOO_MANY', `${message}（约 ${describeWait(seconds)}后）`, {
    help: { retryAfterSeconds: seconds },
  })
}

/**
 * Counts before the attempt, so that a hundred concurrent attempts count as a hundred. Throws TOO_MANY during
 * a block. Returns for how many seconds the next attempt will be refused.
 */
export async function admitAttempt(
  ctx: Ctx,
  limit: Limit,
  who: string,
  message: string = sessionRefusals.THROTTLED,
): Promise<number> {
  const counted = await store.countAttempt(ctx, limit, who)
  if (!counted) return refuseUncounted(ctx, limit, who, message)
  return counted.until ? countSeconds(ctx, counted.until) : 0
}

async function refuseUncounted(ctx: Ctx, limit: Limit, who: string, message: string): Promise<never> {
  await refuseBlocked(ctx, limit, who, message)
  // The block ended between the two statements: the attempt was not counted and is still refused.
  throw fail('TOO_MANY', message)
}

/**
 * HMAC of the network. The key is not in the database, so that a stolen table does not reveal where people
 * signed in.
 */
function hashNetwork(ctx: Ctx, name: string): Buffer {
  const key = ctx.deps.adapters.secrets.keyFor('known networks')
  return createHmac('sha256', key)
    .update(`${name} ${toNetworkKey(ctx.ip)}`)
    .digest()
}
const nameInNetwork = (name: string, network: Buffer): string => `${name}@${network.toString('hex', 0, 12)}`

export interface Admitted {
  person: store.Admitted['person']
  /** The key that was counted: the account, or the account in this network. A success clears it. */
  countedFor: string
}
/**
 * Throws if the address or the account is blocked; counts an attempt on the account and returns the person,
 * null if there is none. One statement, because the round trip dominates. From a network where the person has
 * signed in before, attempts have a count of their own, so that strangers elsewhere cannot lock the person
 * out.
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

/** The key of something that is counted for the caller's network. It does not tell which network that is. */
export const nameHere = (ctx: Ctx, what: string): string => nameInNetwork(what, hashNetwork(ctx, what))

/** Stores that this person signs in from this network. */
export const rememberNetwork = (
  ctx: Ctx,
  { id, username }: { id: number; username: string },
): Promise<unknown> =>
  store.knowNetwork(ctx, id, hashNetwork(ctx, username), addMinutes(ctx.now, NETWORK_DAYS * 24 * 60))

/**
 * Clears the counts of an account, overall and for this network, because its owner has proved their identity
 * in another way.
 */
export async function forgetAttemptsOn(ctx: Ctx, username: string): Promise<void> {
  await forgetAttempts(ctx, limits.account, username)
  await forgetAttempts(ctx, limits.account, nameHere(ctx, username))
}

/** Counts a failure; never throws TOO_MANY. */
export async function countFailure(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.countAttempt(ctx, limit, who)
}

/** Takes one attempt out of the count, because it has proved to be right. A block stays. */
export async function takeBackAttempt(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.takeBack(ctx, limit, who)
}

/** Clears the count after a success. */
export async function forgetAttempts(ctx: Ctx, limit: Limit, who: string): Promise<void> {
  await store.forget(ctx, limit, who)
}
