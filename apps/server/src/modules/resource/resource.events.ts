import { listen } from '../../kernel/events.ts'
import type {} from '../device/device.events.ts'
import { hangsOn } from '../file/file.service.ts'
import type {} from '../lab/lab.events.ts'
import { fileReaders, removeAllOf } from './resource.handler.ts'

export function resourceListeners(): void {
  fileReaders()
  hangsOn('resource', 'resource')
  listen('lab.removed', (ctx, { labId }) => removeAllOf(ctx, { labId, deviceId: null }))
  listen('device.removed', (ctx, { deviceId }) => removeAllOf(ctx, { labId: null, deviceId }))
}
