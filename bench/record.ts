import { createRequire } from 'node:module'
import type pg from 'pg'
import { buildApp } from '../apps/server/src/app.ts'
import { createPool } from '../apps/server/src/kernel/db.ts'
import { readEnv } from '../apps/server/src/kernel/env.ts'

/** What the product sent to PostgreSQL for one request. */
export interface Statement {
  text: string
  values: unknown[]
}
export interface Recording {
  /** In order; `begin` and `commit` included. */
  statements: Statement[]
  /** The body of the answer: what the bare handler sends back, so that both write as many bytes. */
  reply: string
  status: number
}

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

/** The product in this process, with an ear at its database connections. */
export async function recorder(databaseUrl: string) {
  const env = readEnv({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', RATE_LIMIT: '100000000', DEMO: '0' })
  const pool = createPool(databaseUrl, 4, 'bench recorder')
  const app = await buildApp({ env, pool })
  const { Client } = createRequire(import.meta.url)('pg') as typeof pg
  const query = Client.prototype.query as (...args: unknown[]) => unknown
  let heard: Statement[] | undefined
  Client.prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined]
    heard?.push(typeof first === 'string' ? { text: first, values: second ?? [] } : { text: first.text, values: first.values ?? [] })
    return query.apply(this, args)
  } as typeof Client.prototype.query

  return {
    async record(request: Request): Promise<Recording> {
      const send = () =>
        app.inject({
          method: request.method,
          url: request.path,
          headers: { ...(request.token && { authorization: request.token }), ...request.headers },
          ...(request.body !== undefined && { payload: request.body as object }),
        })
      heard = []
      const response = await send()
      const statements = heard
      heard = undefined
      return { statements, reply: response.body, status: response.statusCode }
    },
    async close() {
      Client.prototype.query = query as typeof Client.prototype.query
      await app.close()
      await pool.end()
    },
  }
}
