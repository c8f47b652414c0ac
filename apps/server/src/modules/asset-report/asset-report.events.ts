import { registerFileReaders } from '../file/file.service.ts'
import { BUSINESS, reports } from './asset-report.process.ts'

export function assetReportListeners(): void {
  // Whoever may see a report may look at its pictures.
  registerFileReaders(BUSINESS, (ctx, id) => reports.maySee(ctx, id))
}
