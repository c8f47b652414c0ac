import type { Ctx } from '../../kernel/ctx.ts'
import { listen } from '../../kernel/events.ts'
import { looksAfter } from '../asset/asset.rules.ts'
import { readWorld } from '../asset/asset.service.ts'
import { registerFileReaders } from '../file/file.service.ts'
import type {} from '../device/device.events.ts'
import type {} from '../people/closing.events.ts'
import * as store from './maintenance.store.ts'

export function maintenanceListeners(): void {
  listen('people.posts_passed', async (ctx, { userId, posts }) => {
    for (const { kind, id, successorId } of posts)
      if (kind === 'keeper') await store.passPlan(ctx, id, userId, successorId)
  })
  // Whether it was scrapped by an application, by hand or by an import.
  listen('device.status_changed', async (ctx, { deviceId, status }) => {
    if (status === 'scrapped') await store.stopPlans(ctx, deviceId)
  })
  registerFileReaders('maintenance', maySeeRecord)
}

async function maySeeRecord(ctx: Ctx, recordId: number): Promise<boolean> {
  const record = await store.findRecord(ctx.db, recordId)
  return (
    record !== undefined && (record.createdById === ctx.me.id || looksAfter(await readWorld(ctx), record))
  )
}
