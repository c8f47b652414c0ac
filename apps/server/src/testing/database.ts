import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool, type Pool } from '../kernel/db.ts'
import { dropForced } from './drop-forced.ts'

export interface TestDatabase {
  url: string
  pool: Pool
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/**
 * A new database with all tables and no rows: `beforeAll(async () => { db = await testDatabase() })`,
 * `afterAll(() => db.drop())`.
 */
export async function testDatabase(poolMax = 5, filled?: string): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `test_${randomBytes(6).toString('hex')}`
  await asAdministrator(template, (run) => run(copyTemplate(filled ?? template.pathname.slice(1), name)))
  const { url, pool } = findPool(template, name, poolMax)
  return {
    url,
    pool,
    async drop() {
      await pool.end()
      await asAdministrator(template, (run) => dropForced(run, name))
    },
  }
}

/**
 * A template database, filled by the first caller of a run while the others wait: filling takes seconds,
 * copying a quarter of one.
 */
export async function filledTemplate(name: string, fill: (pool: Pool) => Promise<void>): Promise<string> {
  const template = new URL(inject('templateUrl'))
  await asAdministrator(template, async (run) => {
    await run(`select pg_advisory_lock(hashtext('${name}'))`) // released with the session
    const [there] = await run(`select from pg_database where datname = '${name}'`)
    if (there) return
    const half = `${name}_half_filled` // a failed fill must not become the template
    await run(`drop database if exists ${half} with (force)`)
    await run(copyTemplate(template.pathname.slice(1), half))
    const { pool } = findPool(template, half, 5)
    await fill(pool).finally(() => pool.end())
    await run(`alter database ${half} rename to ${name}`)
  })
  return name
}

// With the data in memory file_copy takes half the time of wal_log, its checkpoints included.
const copyTemplate = (template: string, name: string) =>
  `create database ${name} template ${template} strategy file_copy`

function findPool(template: URL, name: string, max: number): { url: string; pool: Pool } {
  const url = new URL(template)
  url.pathname = `/${name}`
  const pool = createPool(url.href, max, 'portal test')
  pool.on('error', () => undefined) // errors of idle connections that `drop` or a test ends
  return { url: url.href, pool }
}

async function asAdministrator<T>(
  template: URL,
  work: (run: (sql: string) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const url = new URL(template)
  url.pathname = '/postgres' // a session in the template would prevent copies of it
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return await work(async (sql) => (await client.query<object>(sql)).rows)
  } finally {
    await client.end()
  }
}
