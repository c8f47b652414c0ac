import type { Duplex } from 'node:stream'
import pg from 'pg'
import { createPool, poolDb, type Db, type Pool } from '../../apps/server/src/kernel/db.ts'

/** L's access to PostgreSQL: pg, with statements prepared once per connection. */
export interface Database {
  pool: Pool
  /** Fills the cache with the product's own queries, which are not measured. */
  filling: Db
  ask<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>
  /** The same with rows as arrays, without column names. */
  askRows<Row extends unknown[]>(text: string, values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

const names = new Map<string, string>()
function nameStatement(text: string): string {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = `least${names.size}`))
  return name
}
export const prepared = (text: string, values: readonly unknown[]): pg.QueryConfig => ({
  name: nameStatement(text),
  text,
  values: [...values],
})

export function openDatabase(connectionString: string, max: number): Database {
  const pool = new pg.Pool({ connectionString, max, pipeline: true } as pg.PoolConfig)
  pool.on('error', () => {})
  async function send<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row[]> {
    const client = await pool.connect()
    try {
      return (await client.query<Row>(query)).rows
    } finally {
      client.release()
    }
  }
  const filling = createPool(connectionString, 4, 'bench least memory')
  return {
    pool,
    filling: poolDb(filling),
    ask: (text, values) => send(prepared(text, values)),
    askRows: (text, values) => send({ ...prepared(text, values), rowMode: 'array' } as pg.QueryConfig),
    async close() {
      await pool.end()
      await filling.end()
    },
  }
}

/** Pipelined statements leave in one write, as in the product. */
export function sendTogether<T>(client: pg.ClientBase, send: () => T): T {
  // Public in pg for years, but missing from its types.
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  return send()
}
