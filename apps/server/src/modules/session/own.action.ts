import { defineCache, type Asker } from '../../kernel/cache.ts'
import * as store from './session.store.ts'

// Cached profile of the signed-in user; invalidated by the same notification as the session (0132, 0147).
const own = defineCache<store.CurrentRow | undefined>(
  {
    name: 'own-account',
    title: '当前用户信息',
    // `user_name`: a person's name changed, perhaps the supervisor's.
    tables: ['dept', 'user_name'],
    owned: { topic: 'actor' },
    strictly: true,
    seconds: 300,
    max: 10_000,
  },
  ({ id }) => id,
)

export const readOwn = (asker: Asker, userId: number): Promise<store.CurrentRow | undefined> =>
  own.get(asker, String(userId), (db) => store.findCurrent(db, userId))
