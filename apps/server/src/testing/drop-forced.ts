import { setTimeout as sleep } from 'node:timers/promises'

const NOT_PERMITTED = '42501'

/**
 * Drops a database. Retries, because autovacuum may work in it for a moment and only
 * a superuser may end that.
 */
export async function dropForced(run: (sql: string) => Promise<unknown>, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await run(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== NOT_PERMITTED || tries === 20) throw error
      await sleep(250)
    }
  }
}
