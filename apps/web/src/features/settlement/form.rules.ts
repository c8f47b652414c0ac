export interface ShareRow {
  cardId?: number | null
  amountFen?: number | null
}

/** The card to preselect: the only one, or the one used last if it is still usable. */
export const firstCard = (usable: readonly { id: number }[], last: number | null): number | null =>
  usable.length === 1 ? (usable[0]?.id ?? null) : (usable.find((c) => c.id === last)?.id ?? null)

/** The ids in the address: `12,13`; invalid and repeated ids are dropped. */
export const parseIds = (text: string | null): number[] =>
  [...new Set((text ?? '').split(',').map(Number))].filter((n) => Number.isSafeInteger(n) && n > 0)
