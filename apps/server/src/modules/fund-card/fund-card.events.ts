import { registerImport } from '../bulk/bulk.service.ts'
import { fundCardImport } from './fund-card.import.ts'

declare module '../../kernel/events.ts' {
  interface EventMap {
    /** Finance suspended the card: it pays for nothing new, and what it was to pay needs another card. */
    'fund_card.closed': { cardId: number }
    /** Finance gave these cards to other owners: the former owners can no longer approve. */
    'fund_card.owner_changed': { cardIds: readonly number[]; formerIds: readonly number[] }
  }
}

export function fundCardListeners(): void {
  registerImport(fundCardImport)
}
