import type { World } from './world.ts'

/**
 * How many statements that contain `part` wait for a lock in this test's database. The view shows the whole
 * server, and the tests that run beside have statements that wait, too.
 */
export async function countBlocked({ sql }: Pick<World, 'sql'>, part = ''): Promise<number> {
  const blocked = await sql(
    `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and strpos(query, $1) > 0`,
    [part],
  )
  return blocked.length
}
