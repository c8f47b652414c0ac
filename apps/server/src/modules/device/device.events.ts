import type { DeviceStatus } from '@portal/contract/device/device'
import { listen } from '../../kernel/events.ts'
import type {} from '../lab/lab.events.ts'
import type {} from '../people/closing.events.ts'
import { registerImport } from '../bulk/bulk.service.ts'
import { registerFileTable } from '../file/file.service.ts'
import { categoryImport } from './category.import.ts'
import { deviceImport } from './device.import.ts'
import * as states from './state.store.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** The device can no longer be used, or can be used again. `until`: when it is expected back. */
    'device.status_changed': {
      deviceId: number
      name: string
      status: DeviceStatus
      note: string | null
      until: Date | null
    }
    /** The device now belongs to another laboratory, whatever caused the move. */
    'device.moved': { deviceId: number; name: string; fromLabId: number; toLabId: number }
    /** The device is about to be deleted: listeners delete what they store about it. */
    'device.removed': { deviceId: number }
  }
}

export function deviceListeners(): void {
  registerFileTable('device', 'device')
  registerImport(deviceImport)
  registerImport(categoryImport)
  listen('people.posts_passed', async (ctx, { userId, posts }) => {
    // In the order of ids, as every batch locks devices.
    for (const { kind, id, successorId } of posts.toSorted((a, b) => a.id - b.id))
      if (kind === 'contact') await states.passContact(ctx, id, userId, successorId)
  })
  // A device has the dept of its lab, so it follows when the lab moves.
  listen('lab.moved', async (ctx, { labId, deptId }) => void (await states.followLab(ctx, labId, deptId)))
}
