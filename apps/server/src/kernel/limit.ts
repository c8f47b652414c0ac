import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

// Requests are counted for the person where one is known, else for the address: a campus often shares one
// address, but a token that somebody has made up must not buy him a new account. Whose a token is, is
// remembered from the last time it was looked up.

const MAX_KNOWN = 20_000
const people = new Map<string, number>()

/** This token is a session's, and the session this person's. */
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
  return person ? `person ${person}` : ip
}

interface Window {
  current: number
  beganAt: number
}
const MAX_WINDOWS = 5000

/**
 * How many requests each has made in the window that runs. By a clock that nobody sets: the library's own
 * store goes by the wall's, and where that is set back a window lasts so much longer, with everybody refused
 * who has used it up.
 */
export class Windows implements FastifyRateLimitStore {
  /** In the order of their last use. */
  readonly #windows = new Map<string, Window>()

  incr: FastifyRateLimitStore['incr'] = (who, tell, timeWindow) => {
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
    tell(null, { current: window.current, ttl: timeWindow - (now - window.beganAt) })
  }
  /** Calls with a limit of their own count apart. */
  child: FastifyRateLimitStore['child'] = () => new Windows()
}
