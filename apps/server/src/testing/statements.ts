import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

/** What is done in one go, and at which of its statements something happens to it. */
export interface Life {
  statements: number
  /** Counted from one; 0 is none of them. */
  endsAt: number
  /** After the statement has left for PostgreSQL, or before. */
  isSent: boolean
}
/** The moment `7 sent` or `7 unsent`. */
export function parseMoment(moment: string): Life {
  const [endsAt, when] = moment.split(' ')
  return { statements: 0, endsAt: Number(endsAt ?? 0), isSent: when === 'sent' }
}
export const life = new AsyncLocalStorage<Life>()

/** Counts the statements of every life, and calls `end` at the one that is its last. Returns how to stop. */
export function countStatements(end: (client: unknown) => void): () => void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    const mine = life.getStore()
    const isLast = mine !== undefined && ++mine.statements === mine.endsAt
    if (isLast && !mine.isSent) end(this)
    const answer = query.apply(this, args)
    // What is written leaves before this turn of the loop ends; no answer is read before the next one.
    if (isLast && mine.isSent) setImmediate(() => end(this))
    return answer
  } as typeof pg.Client.prototype.query
  return () => {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
}

/** What a call sent to PostgreSQL, and how often it waited for an answer before it went on. */
export interface Trips {
  statements: number
  trips: number
}
const travels = new AsyncLocalStorage<Trips & { unanswered: WeakMap<object, number> }>()
/** Beside all requests a process asks whether it hears of changes (decision 102). */
const HEARS = 'select'

/** Counts what `run` sends; a statement that leaves before the last one is answered travels with it. */
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
