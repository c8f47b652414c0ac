import type { FundCardState, LedgerKind } from '@portal/contract/fund-card/fund-card'
import type { StateTone } from '../../ui/state-tag.tsx'

export const cardTone: Record<FundCardState, StateTone> = {
  usable: 'done',
  not_yet: 'waiting',
  expired: 'stopped',
  disabled: 'stopped',
}
export const ledgerTone: Record<LedgerKind, StateTone> = {
  topup: 'done',
  freeze: 'waiting',
  release: 'active',
  deduct: 'refused',
  reverse: 'active',
  adjust: 'draft',
}

/** `2026-01-01 至 2026-12-31`; either end may be missing. */
export function nameValidity({
  validFrom,
  validTo,
}: {
  validFrom: string | null
  validTo: string | null
}): string {
  if (!validFrom && !validTo) return '长期有效'
  return `${validFrom ?? ''} 至 ${validTo ?? '长期'}`.trim()
}
