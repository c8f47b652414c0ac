import type { Asker } from '../../kernel/cache.ts'
import type { Actor } from '../../kernel/ctx.ts'
import { readRights } from '../people/people.service.ts'
import { hashToken } from './remember.rules.ts'
import * as store from './session.store.ts'

/** Whose session this token names, and what the person may do; null when it is unknown, expired or ended. */
export async function authenticate(asker: Asker, token: string, now: Date): Promise<Actor | null> {
  const found = await store.findActor(asker.db, hashToken(token), now)
  if (!found) return null
  const { roleIds, ...person } = found
  return { ...person, ...(await readRights(asker, roleIds)) }
}
