import { newKey } from './new-key.ts'

/**
 * Runs `send` with the idempotency key of `what`: everything by which the server tells requests apart,
 * including files.
 */
export type Attempt = <T>(what: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T>

/**
 * Idempotency keys of one form until it succeeds: a retry with the same content has the same key, so the
 * server does not do it twice. The key is kept after any failure, because a proxy timeout or a lost commit
 * also has a status; a request that the server refused has lost its key there. Other content gets another
 * key.
 */
export function startAttempt(): Attempt {
  const keys = new Map<string, string>()
  return async (what, send) => {
    const text = JSON.stringify(what)
    const key = keys.get(text) ?? newKey()
    keys.set(text, key)
    const reply = await send(key)
    // After success the keys are dropped: sending the same content again is a new request.
    keys.clear()
    return reply
  }
}
