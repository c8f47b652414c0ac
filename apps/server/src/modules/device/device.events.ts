import type { DeviceStatus } from '@portal/contract/device/device'
import { listen } from '../../kernel/events.ts'
import type {} from '../lab/lab.events.ts'
import { importable } from '../bulk/bulk.service.ts'
import { deviceImport } from './device.import.service.ts'
import { followLab } from './device.service.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** It can be used no more, or again. `until`: when it is expected back. */
    'device.status_changed': { deviceId: number; name: string; status: DeviceStatus; note: string | null; until: Date | null }
  }
}

export function deviceListeners(): void {
  importable(deviceImport)
  listen('lab.moved', async (ctx, { labId, deptId }) => void (await followLab(ctx, labId, deptId)))
}
