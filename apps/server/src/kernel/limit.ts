import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { toAddressKey } from './address.rules.ts'

// Rate limits count requests for the person where one is known, else for the address: a campus often
// shares one address, but an invented token must not get a limit of its own. The person of a token is
// known from its last check.

const MAX_KNOWN = 20_000
const people = new Map<string, number>()

/** Remembers that this token belongs to a session of this person. */
export function verified(token: string, personId: number): void {
  if (people.has(token)) return
  people.set(token, personId)
  if (people.size <= MAX_KNOWN) return
  const oldest = people.keys().next().value
  if (oldest !== undefined) people.delete(oldest)
}

export function countedFor({
  headers: { authorization },
  ip,
}: Pick<FastifyRequest, 'headers' | 'ip'>): string {
  const person =
    authorization && people.get(authorization.startsWith('Bearer ') ? authorization.slice(7) : authorization)
  return person ? `person ${person}` : toAddressKey(ip)
}

interface Window {
  current: number
  beganAt: number
}
const MAX_WINDOWS = 5000

/**
 * Counts the requests of each person or address in the current window. Uses a monotonic clock: the library's
 * own store uses the wall clock, and when that is set back, a window lasts longer, and everybody who has
 * used theirs up is refused.
 */
export class Windows implements FastifyRateLimitStore {
  /** Ordered by last use, the oldest first. */
  readonly #windows = new Map<string, Window>()

  incr: FastifyRateLimitStore['incr'] = (who, tell, timeWindow) => tell(null, this.count(who, timeWindow))

  /** Counts one more. `current`: how many in this window; `ttl`: milliseconds until the window ends. */
  count(who: string, timeWindow: number): { current: number; ttl: number } {
    const now = performance.now()
    const known = this.#windows.get(who)
    const runs = known !== undefined && known.beganAt + timeWindow > now
    const window = runs ? { ...known, current: known.current + 1 } : { current: 1, beganAt: now }
    this.#windows.delete(who)
    this.#windows.set(who, window)
    if (this.#windows.size > MAX_WINDOWS) {
      const oldest = this.#windows.keys().next().value
      if (oldest !== undefined) this.#windows.delete(oldest)
    }
    return { current: window.current, ttl: timeWindow - (now - window.beganAt) }
  }
  /** Calls with a limit of their own are counted separately. */
  child: FastifyRateLimitStore['child'] = () => new Windows()
}
