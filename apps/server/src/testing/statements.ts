import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** Counts the statements of one request, and says at which of them the process or connection ends. */
export interface Life {
  statements: number
  /** The statement at which it ends, counted from one; 0: none. */
  endsAt: number
  /** True: after the statement has left for PostgreSQL; false: before. */
  isSent: boolean
}
/** Parses `7 sent` or `7 unsent`. */
export function parseMoment(moment: string): Life {
  const [endsAt, when] = moment.split(' ')
  return { statements: 0, endsAt: Number(endsAt ?? 0), isSent: when === 'sent' }
}
export const life = new AsyncLocalStorage<Life>()

/**
 * Counts the statements of every `Life`, and calls `end` at the statement `endsAt`. Returns
 * a function that stops it.
 */
export function countStatements(end: (client: unknown) => void): () => void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    const mine = life.getStore()
    const isLast = mine !== undefined && ++mine.statements === mine.endsAt
    if (isLast && !mine.isSent) end(this)
    const answer = query.apply(this, args)
    // The statement is written before this turn of the event loop ends; no answer is
    // read before the next turn.
    if (isLast && mine.isSent) setImmediate(() => end(this))
    return answer
  } as typeof pg.Client.prototype.query
  return () => {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
}

/** How many statements a call sent to PostgreSQL, and in how many round trips. */
export interface Trips {
  statements: number
  trips: number
}
const travels = new AsyncLocalStorage<Trips & { unanswered: WeakMap<object, number> }>()
/**
 * Independently of requests a process checks whether it hears of changes (decision 102); this is not counted.
 */
const HEARS = 'select'

/**
 * Counts the statements that `run` sends; one that is sent before the last is answered shares its round trip.
 */
export async function countTrips(run: () => Promise<unknown>): Promise<Trips> {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: object, ...args: unknown[]) {
    const answer = query.apply(this, args)
    const mine = travels.getStore()
    const [first] = args as [string | { text: string }]
    const text = typeof first === 'string' ? first : first.text
    if (!mine || text === HEARS || !(answer instanceof Promise)) return answer
    const unanswered = mine.unanswered.get(this) ?? 0
    mine.statements++
    if (unanswered === 0) mine.trips++
    mine.unanswered.set(this, unanswered + 1)
    const hear = () => void mine.unanswered.set(this, (mine.unanswered.get(this) ?? 1) - 1)
    void answer.then(hear, hear)
    return answer
  } as typeof pg.Client.prototype.query
  const mine = { statements: 0, trips: 0, unanswered: new WeakMap<object, number>() }
  try {
    await travels.run(mine, run)
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
  return { statements: mine.statements, trips: mine.trips }
}
