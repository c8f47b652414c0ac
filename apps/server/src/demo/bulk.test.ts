import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { Copier } from './bulk.ts'
import { withoutIndexes } from './bulk-load.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('what is copied arrives as it was', async () => {
  await client.query(
    'create temp table arrived (id int, words text, list text[], fact boolean, at timestamptz, content jsonb)',
  )
  const copier = new Copier(client)
  const table = copier.scratch('arrived', ['id', 'words', 'list', 'fact', 'at', 'content'])
  const words = [
    '',
    'plain',
    'tab\tand\nlines\r\n',
    'back\\slash \\N',
    '“引号” "quotes" {braces}',
    '扫描电镜',
    '\\.',
  ]
  words.forEach((word, id) =>
    table.add({
      id,
      words: word,
      list: [word, 'b,c'],
      fact: id % 2 === 0,
      at: new Date(id),
      content: { json: { word } },
    }),
  )
  table.add({ id: 99, words: null, list: null, fact: null, at: undefined, content: null })
  await copier.flush()
  const { rows } = await client.query('select * from arrived order by id')
  expect(rows).toEqual([
    ...words.map((word, id) => ({
      id,
      words: word,
      list: [word, 'b,c'],
      fact: id % 2 === 0,
      at: new Date(id),
      content: { word },
    })),
    { id: 99, words: null, list: null, fact: null, at: null, content: null },
  ])
})

test('many rows go in batches, in an order that references allow', async () => {
  const copier = new Copier(client)
  const buildings = copier.table('building', ['id', 'serial_id', 'name'])
  const rooms = copier.table('room', ['building_id', 'name'])
  for (let id = 1; id <= 9000; id++) {
    buildings.add({ id, serial_id: `B${id}`, name: '楼' })
    for (let room = 0; room < 3; room++) rooms.add({ building_id: id, name: String(room) })
    await copier.flushFull()
  }
  await copier.flush()
  expect((await client.query('select count(*)::int as n from room')).rows).toEqual([{ n: 27_000 }])
})

test('a batch that is refused is told, and the connection goes on', async () => {
  const copier = new Copier(client)
  copier.table('room', ['building_id', 'name']).add({ building_id: -1, name: '101' })
  await expect(copier.flush()).rejects.toThrow(/foreign key/)
  copier.scratch('no_such_table', ['a']).add({ a: 'x' })
  await expect(copier.flush()).rejects.toThrow(/does not exist/)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('indexes and references come back as they were, and are checked', async () => {
  const definitions = async () => ({
    indexes: (
      await client.query(`select indexdef from pg_indexes where schemaname = 'public' order by indexname`)
    ).rows,
    constraints: (
      await client.query(
        `select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as def from pg_constraint
          where connamespace = 'public'::regnamespace order by 1, 2`,
      )
    ).rows,
  })
  const before = await definitions()
  const tables = ['booking', 'flow_log', 'device', 'ledger_entry']
  let within: Awaited<ReturnType<typeof definitions>> | undefined
  await withoutIndexes(client, tables, async () => void (within = await definitions()))
  expect(await definitions()).toEqual(before)
  expect(within?.indexes.length).toBeLessThan(before.indexes.length - 10)
  expect(within?.constraints.some((c) => c.conname === 'booking_no_overlap')).toBe(true)
  await client.query('begin')
  await expect(
    withoutIndexes(
      client,
      ['room'],
      async () => void (await client.query(`insert into room (building_id, name) values (-1, '101')`)),
    ),
  ).rejects.toThrow(/foreign key/)
  await client.query('rollback')
})
