import { registerImport } from '../bulk/bulk.service.ts'
import { fundCardImport } from './fund-card.import.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** Finance suspended it: it pays for nothing new, and what it was to pay for has to be paid otherwise. */
    'fund_card.closed': { cardId: number }
    /** Finance gave these cards to other people: whoever was asked for a yes can no longer say it. */
    'fund_card.owner_changed': { cardIds: readonly number[]; formerIds: readonly number[] }
  }
}

export function fundCardListeners(): void {
  registerImport(fundCardImport)
}
