import { defineCache, type Asker } from '../../kernel/cache.ts'
import type { Actor } from '../../kernel/ctx.ts'
import { readRights } from '../people/people.service.ts'
import { hashToken } from './remember.rules.ts'
import * as store from './session.store.ts'

// Every call reads it first. Ended sessions, closed accounts and withdrawn roles invalidate it at once by
// notification (0132); a process whose notification channel is down asks the database (decision 102).
const sessions = defineCache<store.ActorRow | undefined>(
  {
    name: 'session',
    title: '登录会话',
    tables: [],
    owned: { topic: 'actor' },
    strictly: true,
    seconds: 300,
    max: 10_000,
  },
  (found) => found.id,
)

/**
 * The person whose session this token is, with their rights; null if the token is unknown, expired or ended.
 */
export async function authenticate(asker: Asker, token: string, now: Date): Promise<Actor | null> {
  // Cached under the raw token; it is hashed only for the database, because hashing costs a twentieth of the
  // cheapest call.
  const found = await sessions.get(asker, token, (db) => store.findActor(db, hashToken(token), now))
  if (!found) return null
  const { roleIds, expiresAt, ...person } = found
  if (expiresAt <= now) return null
  return { ...person, ...(await readRights(asker, roleIds)) }
}
