import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { createPool, type Pool } from '../kernel/db.ts'

export interface TestDatabase {
  url: string
  pool: Pool
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

/**
 * A database of one's own with all tables and no rows: `beforeAll(async () => { db = await testDatabase()
 * })`, `afterAll(() => db.drop())`.
 */
export async function testDatabase(poolMax = 5): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const own = new URL(template)
  const name = `test_${randomBytes(6).toString('hex')}`
  own.pathname = `/${name}`
  // Where the data lies in memory, file_copy takes half the time of wal_log, its checkpoints included.
  await asAdministrator(
    template,
    `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
  )
  const pool = createPool(own.href, poolMax, 'portal test')
  pool.on('error', () => undefined) // idle connections, ended by `drop` or by a test that kills sessions
  return {
    url: own.href,
    pool,
    async drop() {
      await pool.end()
      await dropForced(template, name)
    },
  }
}

const NOT_PERMITTED = '42501'
/** Autovacuum may be at work in it for a moment, and only a superuser may end that. */
async function dropForced(template: URL, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await asAdministrator(template, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_PERMITTED || tries === 20) throw error
      await sleep(250)
    }
  }
}

async function asAdministrator(template: URL, sql: string): Promise<void> {
  const url = new URL(template)
  url.pathname = '/postgres' // a session in the template would keep others from copying it
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
