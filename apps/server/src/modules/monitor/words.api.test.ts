import { fieldWord, NO_WORD, objectWords } from '@portal/contract/monitor/objects'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from '../../testing/world.ts'

// The operation log shows changes in words: every logged table and each of its columns has a name.

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const NOTED = `select c.relname as "table", a.attname as "column" from pg_trigger t join pg_class c on c.oid = t.tgrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where t.tgname = 'change_noted' and a.attname <> 'id' and not unnoted_field(a.attname) order by 1, 2`

test('every table and every column that is noted has its word', async () => {
  const noted = await world.sql<{ table: string; column: string }>(NOTED)
  expect(noted.length).toBeGreaterThan(400)
  expect([...new Set(noted.map((n) => n.table))].filter((table) => !objectWords[table])).toEqual([])
  const wordless = noted.filter(({ column }) => fieldWord(column) === NO_WORD)
  expect([...new Set(wordless.map(({ column }) => column))]).toEqual([])
})
