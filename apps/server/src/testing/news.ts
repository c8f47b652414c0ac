import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { App } from '../app.ts'
import { run } from '../kernel/db.ts'
import type { World } from './world.ts'

/**
 * Waits until these servers have heard of everything that was committed before: PostgreSQL sends
 * notifications in the order of the commits, so a server that has heard this one has heard the others. How
 * long it takes depends on the machine.
 */
export async function hearNews({ app, db }: World, ...others: App[]): Promise<void> {
  const topic = `heard:${randomUUID()}`
  const lives = [app, ...others].map(({ deps }) => deps.live)
  const heard = new Set<unknown>()
  const stops = lives.map((live) => live.subscribe([topic], () => heard.add(live)))
  // Repeated, because a server that does not listen yet misses the first ones.
  const say = async () => {
    await run(db, `select pg_notify('portal_live', $1)`, [topic])
    return heard.size
  }
  await expect.poll(say, { interval: 5 }).toBe(lives.length)
  for (const stop of stops) stop()
}
