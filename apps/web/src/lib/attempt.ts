import { newKey } from './new-key.ts'

/** Does `send` with the key of what is sent (everything that the server tells requests apart by, and files). */
export type Attempt = <T>(what: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T>

/**
 * What a person tries to do, until it is done: the same once more has the same key, so that it cannot happen
 * twice. Whatever was answered meanwhile: a proxy that gave up and a commit nobody heard of have a status
 * too, and what the server really refused it has forgotten with its key. What differs has another key.
 */
export function startAttempt(): Attempt {
  const keys = new Map<string, string>()
  return async (what, send) => {
    const text = JSON.stringify(what)
    const key = keys.get(text) ?? newKey()
    keys.set(text, key)
    const reply = await send(key)
    // Done, it is over: who sends the same after it means it once more.
    keys.clear()
    return reply
  }
}
