export interface ShareRow {
  cardId?: number | null
  amountFen?: number | null
}

/** The card to start with: the only one, or the one that paid last, if it still can. */
export const firstCard = (usable: readonly { id: number }[], last: number | null): number | null =>
  usable.length === 1 ? (usable[0]?.id ?? null) : (usable.find((c) => c.id === last)?.id ?? null)

/** The ids in the address: `12,13`; what is no id is left out, and nothing counts twice. */
export const parseIds = (text: string | null): number[] =>
  [...new Set((text ?? '').split(',').map(Number))].filter((n) => Number.isSafeInteger(n) && n > 0)
