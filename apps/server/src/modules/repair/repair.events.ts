import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { registerReportReaders } from '../form/form.service.ts'
import { endWithDevice, followDevice, repairs } from './repair.process.ts'

export function repairListeners(): void {
  listen('device.moved', followDevice)
  listen('device.status_changed', endWithDevice)
  registerReportReaders((ctx, id) => repairs.maySee(ctx, id))
  registerFileReaders('repair', (ctx, id) => repairs.maySee(ctx, id))
}
