import type pg from 'pg'

/** True if this database was filled with the demo campus. */
export async function hasDemo(client: pg.ClientBase): Promise<boolean> {
  return (await client.query(`select from meta where key = 'demo'`)).rows.length > 0
}

const OFF = `with off as (update meta set value = value || '{"off": true}' where key = 'demo'
  and not value ? 'off' returning key)
  delete from session where exists (select from off)`
const ON = `update meta set value = value - 'off' where key = 'demo' and value ? 'off'`

/**
 * The first start without the demo ends all sessions, so that people who signed in with the demo's password
 * or single sign-on are signed out.
 */
export async function noteDemo(client: pg.ClientBase, asked: boolean): Promise<void> {
  await client.query(asked ? ON : OFF)
}
