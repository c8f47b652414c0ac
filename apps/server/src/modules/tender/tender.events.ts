import { listen } from '../../kernel/events.ts'
import { registerFileReaders, registerPictureText } from '../file/file.service.ts'
import { mayReadQuotation, maySeeId } from './access.action.ts'
import { beginTender, cancelTender, failTender, warnOfStop } from './rounds.action.ts'
import { DOCUMENTS, PICTURES, QUOTED_FILES } from './standing.rules.ts'

export function tenderListeners(): void {
  listen('purchase.sourcing', beginTender)
  listen('purchase.cancelled', cancelTender)
  listen('purchase.award_voided', failTender)
  listen('supplier.stopped', warnOfStop)
  registerFileReaders(DOCUMENTS, maySeeId)
  registerFileReaders(QUOTED_FILES, mayReadQuotation)
  registerFileReaders(PICTURES, maySeeId)
  registerPictureText(PICTURES, { table: 'tender', row: 'id', html: 'announcement_html' })
}
