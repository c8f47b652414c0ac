import { listen } from '../../kernel/events.ts'
import { readableBy, showsPictures } from '../file/file.service.ts'
import { mayReadQuotation, maySeeId } from './access.action.ts'
import { awardVoided, cancelled, sourcing } from './rounds.action.ts'
import { DOCUMENTS, PICTURES, QUOTED_FILES } from './standing.rules.ts'

export function tenderListeners(): void {
  listen('purchase.sourcing', sourcing)
  listen('purchase.cancelled', cancelled)
  listen('purchase.award_voided', awardVoided)
  readableBy(DOCUMENTS, maySeeId)
  readableBy(QUOTED_FILES, mayReadQuotation)
  readableBy(PICTURES, maySeeId)
  showsPictures(PICTURES, { table: 'tender', row: 'id', html: 'announcement_html' })
}
