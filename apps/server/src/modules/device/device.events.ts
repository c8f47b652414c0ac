import { listen } from '../../kernel/events.ts'
import type {} from '../lab/lab.events.ts'
import { followLab } from './device.service.ts'

export function deviceListeners(): void {
  listen('lab.moved', async (ctx, { labId, deptId }) => void (await followLab(ctx, labId, deptId)))
}
