import { listen } from '../../kernel/events.ts'
import { readableBy } from '../file/file.service.ts'
import { DOCUMENTS, mayReadQuotation, maySeeId, QUOTED_FILES } from './access.service.ts'
import { awardVoided, cancelled, sourcing } from './rounds.service.ts'

export function tenderListeners(): void {
  listen('purchase.sourcing', sourcing)
  listen('purchase.cancelled', cancelled)
  listen('purchase.award_voided', awardVoided)
  readableBy(DOCUMENTS, maySeeId)
  readableBy(QUOTED_FILES, mayReadQuotation)
}
