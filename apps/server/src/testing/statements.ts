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
