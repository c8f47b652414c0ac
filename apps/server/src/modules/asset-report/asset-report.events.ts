import { listen } from '../../kernel/events.ts'
import type {} from '../device/device.events.ts'
import { registerFileReaders } from '../file/file.service.ts'
import { BUSINESS, reports, withdrawOpen } from './asset-report.process.ts'

const MOVED = '仪器已转入其他实验室，原填报自动撤回；如仍由您负责，请重新填报'
const SCRAPPED = '仪器已报废，原填报自动撤回'

export function assetReportListeners(): void {
  listen('device.moved', (ctx, { deviceId }) => withdrawOpen(ctx, deviceId, MOVED))
  listen('device.status_changed', async (ctx, { deviceId, status }) => {
    if (status === 'scrapped') await withdrawOpen(ctx, deviceId, SCRAPPED)
  })
  // A person who may see a report may see its pictures.
  registerFileReaders(BUSINESS, (ctx, id) => reports.maySee(ctx, id))
}
