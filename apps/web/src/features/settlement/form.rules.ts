export interface ShareRow {
  cardId?: number | null
  amountFen?: number | null
}

/** The ids in the address: `12,13`; what is no id is left out, and nothing counts twice. */
export const idsOf = (text: string | null): number[] => [...new Set((text ?? '').split(',').map(Number))].filter((n) => Number.isSafeInteger(n) && n > 0)
