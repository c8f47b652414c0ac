import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Standing } from './roles.rules.ts'
import { mayLook, seesAll } from './sql.store.ts'
import { findParts, findStanding, type Parts } from './standing.store.ts'

// What part somebody has in laboratories and instruments, kept with what else is known of him (decision 102).
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
 * The part of the person who asks in a device, for who only looks. Of those whose right to look goes by the
 * tree of departments the database is asked: they are few.
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
