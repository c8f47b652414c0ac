import { defineCache, type Asker } from '../../kernel/cache.ts'
import type { Actor } from '../../kernel/ctx.ts'
import { readRights } from '../people/people.service.ts'
import { hashToken } from './remember.rules.ts'
import * as store from './session.store.ts'

// Every call asks it first. A session that ended, an account that was closed or a role that was taken away is
// told at once (0132); a process that may not hear asks the database (decision 102).
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

/** Whose session this token names, and what the person may do; null when it is unknown, expired or ended. */
export async function authenticate(asker: Asker, token: string, now: Date): Promise<Actor | null> {
  // Kept by the token as it was sent: its hash is a twentieth of the least call's cost.
  const found = await sessions.get(asker, token, (db) => store.findActor(db, hashToken(token), now))
  if (!found) return null
  const { roleIds, expiresAt, ...person } = found
  if (expiresAt <= now) return null
  return { ...person, ...(await readRights(asker, roleIds)) }
}
