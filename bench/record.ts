import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { sessionCalls } from '@portal/contract/session/session'
import type pg from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { cacheFigures, emptyCaches } from '../apps/server/src/kernel/cache.ts'
import { createPool } from '../apps/server/src/kernel/db.ts'
import { readEnv } from '../apps/server/src/kernel/env.ts'
import type { Sample } from './task.ts'

export type Value = string | number | boolean | null | Value[]

/** What the product sent to PostgreSQL for one request. */
export interface Statement {
  text: string
  values: Value[]
  /** Whether it was pipelined: sent before the previous statement was answered. */
  together: boolean
}
/**
 * The key that a sequence returned, in an answer of PostgreSQL; later statements contain it.
 */
export interface Returned {
  statement: number
  column: string
  value: number
}
export interface Recording {
  /** In order, including `begin` and `commit`. */
  statements: Statement[]
  /** The body of the answer; the bare handler sends it too, so that both write as many bytes. */
  reply: string
  status: number
  returned?: Returned
}

/** The statements that one request has sent so far. */
interface Heard {
  statements: Statement[]
  returned?: Returned
  /** The number of statements without an answer yet. */
  unanswered: number
}

/** A value in PostgreSQL's text form, which can be stored as JSON. */
function plain(value: unknown): Value {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

const KEY_COLUMN = 'nextId'
/** A separate statement that takes the next key. */
const TAKES_NUMBER = /^select nextval\(/

/** Runs the product in this process and records the queries of its database connections. */
export async function recorder(databaseUrl: string) {
  const env = readEnv({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', RATE_LIMIT: '100000000', DEMO: '1' })
  const pool = createPool(databaseUrl, 4, 'bench recorder')
  // Work after an answer is not recorded, nor is the connection to the gateways.
  const app = await buildApp({ env, pool, adapters: { gateDevices: undefined } })
  app.deps.posted = () => undefined
  app.deps.live.publish = () => undefined
  const { Client } = createRequire(import.meta.url)('pg') as typeof pg
  const query = Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  const hearing = new AsyncLocalStorage<Heard>()
  Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    // Queries outside of the recorded request are ignored.
    const mine = hearing.getStore()
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const [text, values] = typeof first === 'string' ? [first, second] : [first.text, first.values]
    // The ping for change notifications (`select`), sent on behalf of a request, is ignored (decision 102).
    if (!mine || text === 'select') return query.apply(this, args)
    const together = mine.unanswered++ > 0
    const statement = mine.statements.push({ text, values: (values ?? []).map(plain), together }) - 1
    const answer = query.apply(this, args) as Promise<pg.QueryResult<Record<string, unknown>>>
    answer.then(
      ({ rows }) => {
        mine.unanswered--
        const column = TAKES_NUMBER.test(text) ? 'id' : KEY_COLUMN
        const value = rows?.[0]?.[column]
        if (typeof value === 'number') mine.returned = { statement, column, value }
      },
      () => void mine.unanswered--,
    )
    return answer
  } as typeof Client.prototype.query

  /** Waits until the caller's session is cached and trusted, as under load. */
  async function meet({ token }: Sample): Promise<void> {
    const { hits } = sessions()
    for (let i = 0; i < 200 && sessions().hits === hits; i++)
      await app.inject({ url: sessionCalls.current.path, headers: { authorization: token } })
    if (sessions().hits === hits) throw new Error('who asks is not remembered')
  }
  const sessions = () => {
    const figures = cacheFigures(app.deps.live).find(({ name }) => name === 'session')
    if (!figures) throw new Error('nobody remembers who asks')
    return figures
  }
  async function send({ method, path, token, body }: Sample) {
    const response = await app.inject({
      method,
      url: path,
      headers: { authorization: token },
      ...(body !== undefined && { payload: body as object }),
    })
    return { reply: response.body, status: response.statusCode }
  }
  return {
    /**
     * Records a request with filled caches, as under load: `like` is sent before. `cold`: the caches are
     * emptied in between.
     */
    async record(like: () => Sample, second: Sample, cold = false): Promise<Recording> {
      await send(like())
      if (cold) emptyCaches(app.deps.live)
      else if (second.token) {
        await meet(second)
        await send(like())
      }
      const mine: Heard = { statements: [], unanswered: 0 }
      const answer = await hearing.run(mine, () => send(second))
      const { statements, returned } = mine
      return { statements, ...answer, ...(returned !== undefined && { returned }) }
    },
    async close() {
      Client.prototype.query = query as typeof Client.prototype.query
      await app.close()
      await pool.end()
    },
  }
}
