import type { Ctx } from '../../kernel/ctx.ts'
import { listen } from '../../kernel/events.ts'
import type {} from '../device/device.events.ts'
import { registerFileTable, registerFileReaders, removeFiles } from '../file/file.service.ts'
import type {} from '../lab/lab.events.ts'
import { mayRead } from './access.action.ts'
import * as store from './resource.store.ts'

export function resourceListeners(): void {
  registerFileReaders('resource', async (ctx, id) => {
    const row = await store.find(ctx.db, id)
    return row !== undefined && mayRead(ctx, row)
  })
  registerFileTable('resource', 'resource')
  listen('lab.removed', (ctx, { labId }) => removeAll(ctx, { labId, deviceId: null }))
  listen('device.removed', (ctx, { deviceId }) => removeAll(ctx, { labId: null, deviceId }))
}

/** Removes the resources of a lab or device together with it. */
async function removeAll(ctx: Ctx, owner: store.Owner): Promise<void> {
  await removeFiles(ctx, ['resource'], await store.removeAll(ctx, owner))
}
