import { listen } from '../../kernel/events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { registerReportReaders } from '../form/form.service.ts'
import { followDevice, repairs } from './repair.process.ts'

export function repairListeners(): void {
  listen('device.moved', followDevice)
  registerReportReaders((ctx, id) => repairs.maySee(ctx, id))
  registerFileReaders('repair', (ctx, id) => repairs.maySee(ctx, id))
}
