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
  /** It went out before the one before it was answered: both travelled together. */
  together: boolean
}
/**
 * The key that a sequence handed out, in an answer of PostgreSQL; it stands in the statements that follow.
 */
export interface Returned {
  statement: number
  column: string
  value: number
}
export interface Recording {
  /** In order; `begin` and `commit` included. */
  statements: Statement[]
  /** The body of the answer: what the bare handler sends back, so that both write as many bytes. */
  reply: string
  status: number
  returned?: Returned
}

/** What one request has sent so far. */
interface Heard {
  statements: Statement[]
  returned?: Returned
  /** How many of them wait for their answer. */
  unanswered: number
}

/** As PostgreSQL reads it from text; what is left can be written down as JSON. */
function plain(value: unknown): Value {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean)
}

const KEY_COLUMN = 'nextId'
/** Or the number that a statement of its own has taken. */
const TAKES_NUMBER = /^select nextval\(/

/** The product in this process, with an ear at its database connections. */
export async function recorder(databaseUrl: string) {
  const env = readEnv({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', RATE_LIMIT: '100000000', DEMO: '1' })
  const pool = createPool(databaseUrl, 4, 'bench recorder')
  // What follows an answer is not part of it, nor is the line to the gateways.
  const app = await buildApp({ env, pool, adapters: { gateDevices: undefined } })
  app.deps.posted = () => undefined
  app.deps.live.publish = () => undefined
  const { Client } = createRequire(import.meta.url)('pg') as typeof pg
  const query = Client.prototype.query as (...args: unknown[]) => Promise<unknown>
  const hearing = new AsyncLocalStorage<Heard>()
  Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    // What the process asks beside the request is none of it.
    const mine = hearing.getStore()
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    const [text, values] = typeof first === 'string' ? [first, second] : [first.text, first.values]
    // Whether it hears of changes, a process asks when a request would know (decision 102).
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

  /** Who asks is known, and this process sure of it, as under load. */
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
     * As it is under load, when the process keeps what it may: `like` asks for the same before. `cold`: what
     * it keeps of answers is emptied again in between.
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
