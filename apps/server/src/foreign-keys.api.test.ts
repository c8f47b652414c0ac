import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type World } from './testing/world.ts'

// When a row is deleted, PostgreSQL looks in every table that refers to its table. Without an index that is a
// walk over the whole table, for each deleted row.

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/**
 * Deleted by hand, one row at a time, and only while nothing refers to it: a mistaken entry. That is one
 * walk, while an index on each column that names a person or a laboratory would cost every booking a write.
 */
const BY_HAND = [
  'dept',
  'device',
  'device_category',
  'device_repair',
  'fund_card',
  'lab',
  'permission',
  'price_plan',
  'room',
  'user_account',
]
/** Never deleted, and not looked for from the side that refers. */
const KEPT = ['iot_card', 'iot_command', 'iot_gateway', 'iot_grant', 'quotation', 'supplier', 'tender']
// A partial index serves only if it leaves out nothing but the rows that refer to nothing.
const WALKED = `
  select format('%s (%s) → %s', c.conrelid::regclass, a.attname, c.confrelid::regclass) as walked
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace
    and c.confrelid::regclass::text <> all ($1::text[])
    and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
  order by 1`

test('rows that refer to a deleted one are found by an index', async () => {
  expect(await world.sql(WALKED, [[...BY_HAND, ...KEPT]])).toEqual([])
})

test('every exception still has a reference without an index', async () => {
  const walked = await world.sql<{ walked: string }>(WALKED, [[]])
  const tables = new Set(walked.map((w) => w.walked.replace(/^.* → /, '')))
  expect([...tables].toSorted()).toEqual([...BY_HAND, ...KEPT].toSorted())
})
