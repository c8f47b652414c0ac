export interface ShareRow {
  cardId?: number | null
  amountFen?: number | null
}

/** The ids in the address: `12,13`; invalid and repeated ids are dropped. */
export const parseIds = (text: string | null): number[] =>
  [...new Set((text ?? '').split(',').map(Number))].filter((n) => Number.isSafeInteger(n) && n > 0)
