import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Standing } from './roles.rules.ts'
import { mayLook, seesAll } from './sql.store.ts'
import { findParts, findStanding, type Parts } from './standing.store.ts'

// A person's roles in laboratories and devices, cached with the other facts about that person (decision 102).
const parts = defineCache<Parts>(
  {
    name: 'lab-parts',
    title: '人员在实验室的角色',
    tables: [],
    owned: { topic: 'actor' },
    strictly: true,
    seconds: 300,
    max: 10_000,
  },
  (found) => found.userId,
)

/**
 * The caller's standing towards a device, for reading only. People whose view permission depends on the
 * department tree are few, so the database is asked for them; all others are answered from the cache.
 */
export async function readStanding(
  ctx: Ctx,
  { deviceId, labId }: { deviceId: number; labId: number },
): Promise<Standing> {
  const all = seesAll(ctx)
  if (!all && mayLook(ctx)) return findStanding(ctx, deviceId)
  const { id } = ctx.me
  const mine = await parts.get(ctx, String(id), (db) => findParts(db, id))
  return {
    reviewer: mine.reviewsDevices.includes(deviceId) || mine.reviewsLabs.includes(labId),
    director: mine.directs.includes(labId),
    admin: all || mine.administers.includes(labId),
    viewer: all,
  }
}
