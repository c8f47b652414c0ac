import type { FastifyRequest } from 'fastify'

// Requests are counted for the person where one is known, else for the address: a campus often shares one
// address, but a token that somebody has made up must not buy him a new account. Whose a token is, is
// remembered from the last time it was looked up.

const MAX_KNOWN = 20_000
const people = new Map<string, number>()

/** This token is a session's, and the session this person's. */
export function verified(token: string, personId: number): void {
  if (people.has(token)) return
  people.set(token, personId)
  if (people.size <= MAX_KNOWN) return
  const oldest = people.keys().next().value
  if (oldest !== undefined) people.delete(oldest)
}

export function countedFor({
  headers: { authorization },
  ip,
}: Pick<FastifyRequest, 'headers' | 'ip'>): string {
  const person =
    authorization && people.get(authorization.startsWith('Bearer ') ? authorization.slice(7) : authorization)
  return person ? `person ${person}` : ip
}
