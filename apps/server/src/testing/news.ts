import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { App } from '../app.ts'
import { run } from '../kernel/db.ts'
import type { World } from './world.ts'

/**
 * Waits until these servers have heard of all that was committed before: PostgreSQL hands news on in the
 * order of the commits, so that whoever hears this has heard the rest. How long it takes is the machine's
 * business.
 */
export async function hearNews({ app, db }: World, ...others: App[]): Promise<void> {
  const topic = `heard:${randomUUID()}`
  const lives = [app, ...others].map(({ deps }) => deps.live)
  const heard = new Set<unknown>()
  const stops = lives.map((live) => live.subscribe([topic], () => heard.add(live)))
  // Said again and again: a server that does not listen yet misses the first.
  const say = async () => {
    await run(db, `select pg_notify('portal_live', $1)`, [topic])
    return heard.size
  }
  await expect.poll(say, { interval: 5 }).toBe(lives.length)
  for (const stop of stops) stop()
}
