import type pg from 'pg'

/** Was this database filled here? */
export async function hasDemo(client: pg.ClientBase): Promise<boolean> {
  return (await client.query(`select from meta where key = 'demo'`)).rows.length > 0
}

const OFF = `with off as (update meta set value = value || '{"off": true}' where key = 'demo'
  and not value ? 'off' returning key)
  delete from session where exists (select from off)`
const ON = `update meta set value = value - 'off' where key = 'demo' and value ? 'off'`

/**
 * The first start that does not ask for the demo signs everybody out: whoever came in by its password or its
 * single sign-on stays out.
 */
export async function noteDemo(client: pg.ClientBase, asked: boolean): Promise<void> {
  await client.query(asked ? ON : OFF)
}
