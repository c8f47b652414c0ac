import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 25
const TRIES = 400

/** Calls `find` until it returns something; throws after ten seconds and names `what` never came. */
export async function until<T>(what: string, find: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await find()
    if (found) return found
    await sleep(EVERY_MS)
  }
  throw new Error(`never came: ${what}`)
}
