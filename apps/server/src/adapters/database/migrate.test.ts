import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { connectPlainly } from './connect.ts'
import { migrate } from './migrate.ts'

let db: TestDatabase
let dir: string
let client: pg.Client
beforeAll(async () => void (db = await testDatabase()))
afterAll(() => db.drop())
beforeEach(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'portal-migrations-'))
  client = new pg.Client({ connectionString: db.url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
})
afterEach(async () => {
  await client.end()
  rmSync(dir, { recursive: true })
})

const write = (name: string, sql: string) => writeFileSync(path.join(dir, name), sql)
const tables = async () =>
  (
    await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = $1 order by 1',
      ['public'],
    )
  ).rows.map((r) => r.name)

test('applies what is new, in order, once', async () => {
  write('0002_second.sql', 'insert into one values (1)')
  write('0001_first.sql', 'create table one (n int)')
  expect(await migrate(client, dir)).toEqual(['0001_first.sql', '0002_second.sql'])
  write('0003_third.sql', 'create table three ()')
  expect(await migrate(client, dir)).toEqual(['0003_third.sql'])
  expect(await migrate(client, dir)).toEqual([])
  expect(await tables()).toEqual(['one', 'schema_migration', 'three'])
})

test('a file that fails leaves nothing of itself, and those before it stay', async () => {
  write('0001_first.sql', 'create table one (n int)')
  write('0002_second.sql', 'create table two (n int);\nselect no_such_thing')
  await expect(migrate(client, dir)).rejects.toThrow(/0002_second\.sql:2 .*nothing of it was kept\.$/)
  expect(await tables()).toEqual(['one', 'schema_migration'])
})

test('refuses a file edited after it ran, but not other line ends', async () => {
  write('0001_first.sql', 'create table one (\n  n int\n)')
  await migrate(client, dir)
  write('0001_first.sql', 'create table one (\r\n  n int\r\n)')
  expect(await migrate(client, dir)).toEqual([])
  write('0001_first.sql', 'create table one (n bigint)')
  await expect(migrate(client, dir)).rejects.toThrow('Migration 0001_first.sql was changed after it ran')
})

test('refuses a database that is ahead, a number in the past, a number used twice, a wrong name', async () => {
  write('0002_second.sql', 'create table two ()')
  await migrate(client, dir)
  write('0001_late.sql', 'create table late ()')
  await expect(migrate(client, dir)).rejects.toThrow('comes before 0002_second.sql')
  renameSync(path.join(dir, '0001_late.sql'), path.join(dir, '0002_twice.sql'))
  await expect(migrate(client, dir)).rejects.toThrow('has the number of another file')
  renameSync(path.join(dir, '0002_twice.sql'), path.join(dir, 'notes.sql'))
  await expect(migrate(client, dir)).rejects.toThrow('must be named like')
  renameSync(path.join(dir, 'notes.sql'), path.join(dir, '0001_other.sql'))
  rmSync(path.join(dir, '0002_second.sql'))
  await expect(migrate(client, dir)).rejects.toThrow(
    '0002_second.sql ran on this database but is not in this version',
  )
  expect(await tables()).toEqual(['schema_migration', 'two'])
})

test('two starters at once: each file runs once', async () => {
  write('0001_first.sql', 'select pg_sleep(0.2); create table one (n int)')
  write('0002_second.sql', 'insert into one values (1)')
  const other = new pg.Client({ connectionString: db.url })
  await other.connect()
  const applied = await Promise.all([migrate(client, dir), migrate(other, dir)])
  await other.end()
  expect(applied.map((names) => names.length).toSorted()).toEqual([0, 2])
  expect((await client.query('select * from one')).rowCount).toBe(1)
})

test('a DATABASE_URL that leads nowhere is told in one sentence, without its password', async () => {
  const wrong = (change: (url: URL) => void) => {
    const url = new URL(db.url)
    change(url)
    return connectPlainly(url.href).then(
      () => '',
      (error: Error) => error.message,
    )
  }
  const messages = await Promise.all([
    wrong((url) => (url.password = 'topsecret')),
    wrong((url) => (url.pathname = '/nosuch')),
    wrong((url) => url.searchParams.set('host', '/nowhere')),
    connectPlainly('postgres://a:topsecret@127.0.0.1:1/x').catch((error: Error) => error.message),
  ])
  expect(messages).toEqual([
    expect.stringContaining('user portal or its password is wrong.'),
    expect.stringContaining('database nosuch does not exist.'),
    expect.stringContaining('its socket file does not exist.'),
    expect.stringContaining('no PostgreSQL answers at 127.0.0.1:1.'),
  ])
  expect(messages.join()).not.toMatch(/topsecret|\n/)
})
