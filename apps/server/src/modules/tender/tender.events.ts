import { listen } from '../../kernel/events.ts'
import { registerFileReaders, registerPictureText } from '../file/file.service.ts'
import { mayReadQuotation, maySeeId } from './access.action.ts'
import { awardVoided, cancelled, sourcing } from './rounds.action.ts'
import { DOCUMENTS, PICTURES, QUOTED_FILES } from './standing.rules.ts'

export function tenderListeners(): void {
  listen('purchase.sourcing', sourcing)
  listen('purchase.cancelled', cancelled)
  listen('purchase.award_voided', awardVoided)
  registerFileReaders(DOCUMENTS, maySeeId)
  registerFileReaders(QUOTED_FILES, mayReadQuotation)
  registerFileReaders(PICTURES, maySeeId)
  registerPictureText(PICTURES, { table: 'tender', row: 'id', html: 'announcement_html' })
}
