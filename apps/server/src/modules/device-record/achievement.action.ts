import { recordRefusals } from '@portal/contract/device-record/device-record'
import { attempt } from '../../kernel/attempt.store.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, violates } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import { eventsOn, standingOn } from '../device/device.service.ts'
import { editsEverywhere, editsOwn } from '../lab/lab.rules.ts'
import { makeNumberKey } from './achievement.rules.ts'
import * as store from './achievement.store.ts'

/** Which instruments the caller keeps. */
export async function readKeeping(ctx: Ctx): Promise<store.Keeping> {
  const held = ctx.me.permissions
  return {
    userId: ctx.me.id,
    all: editsEverywhere('device', held),
    leads: editsOwn('device', held),
    deptIds: await listHeadedDepts(ctx),
  }
}

/** May the caller enter results of this device: for their group, which has used it; in its records? */
export async function readEntering(
  ctx: Ctx,
  deviceId: number,
): Promise<{ forGroup: boolean; inRecords: boolean }> {
  const [used, device] = await together([
    store.usedAmong(ctx.db, ctx.me.id, [deviceId]),
    standingOn(ctx, deviceId),
  ])
  return {
    forGroup: used.length > 0,
    inRecords: device !== undefined && eventsOn(ctx, device).includes('edit'),
  }
}

/** Adds or changes a result. Throws ACHIEVEMENT_SAME if another result has the same number. */
export async function keepOne(
  ctx: Ctx,
  id: number | null,
  said: store.Described,
  ownerId: number | null,
): Promise<number> {
  const key = makeNumberKey(said)
  try {
    return await attempt(ctx, async () => {
      if (id === null) return (await store.add(ctx, said, key, ownerId)).id
      await store.change(ctx, id, said, key)
      return id
    })
  } catch (e) {
    if (!violates(e, 'device_achievement_same')) throw e
    const message = recordRefusals.ACHIEVEMENT_SAME
    throw refuse('ACHIEVEMENT_SAME', message, {
      status: 409,
      reasons: [{ code: 'ACHIEVEMENT_SAME', message, field: 'number' }],
    })
  }
}
