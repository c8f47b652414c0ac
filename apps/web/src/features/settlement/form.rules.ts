import { formatYuan } from '@portal/contract/kernel/money'

export interface ShareRow {
  cardId?: number | null
  amountFen?: number | null
}

/** What the rows leave to be covered; negative when they cover too much. */
export const restOf = (totalFen: number, shares: readonly (ShareRow | undefined)[]): number => totalFen - shares.reduce((sum, s) => sum + (s?.amountFen ?? 0), 0)

/** What a person reads beside the rows. */
export function restWords(restFen: number): string {
  if (restFen === 0) return '金额已分配完'
  return restFen > 0 ? `还需分配 ¥${formatYuan(restFen)}` : `多分配了 ¥${formatYuan(-restFen)}`
}

/** The ids in the address: `12,13`; what is no id is left out, and nothing counts twice. */
export const idsOf = (text: string | null): number[] => [...new Set((text ?? '').split(',').map(Number))].filter((n) => Number.isSafeInteger(n) && n > 0)
