import type { DeliveryPiece } from '@portal/contract/delivery/delivery'

/** Form values of a piece; required values that are missing are empty strings. */
const makeEntry = (p: DeliveryPiece) => ({
  id: p.id,
  seenAt: p.updatedAt,
  factoryNumber: p.factoryNumber ?? '',
  manufacturer: p.manufacturer ?? '',
  model: p.model ?? '',
  spec: p.spec,
  country: p.country ?? '',
  madeOn: p.madeOn,
  warrantyUntil: p.warrantyUntil,
  indicators: p.indicators,
  accessories: p.accessories,
  hazards: p.hazards,
})

/**
 * Initial values of a piece's form: its own entry, else that of the same item's previous piece without the
 * plate number. A piece that was sent back has its own entry, even if its number has gone to another one.
 */
export function fillPiece(
  piece: DeliveryPiece,
  pieces: readonly DeliveryPiece[],
): ReturnType<typeof makeEntry> {
  const like =
    piece.factoryNumber === null && piece.refusedReason === null
      ? pieces.findLast((p) => p.itemId === piece.itemId && p.factoryNumber !== null)
      : undefined
  return like
    ? { ...makeEntry(like), id: piece.id, seenAt: piece.updatedAt, factoryNumber: '' }
    : makeEntry(piece)
}

/** The next piece to be entered: first one after `after`, else one before. */
export function nextExpected(pieces: readonly DeliveryPiece[], after: number): DeliveryPiece | undefined {
  const at = pieces.findIndex((p) => p.id === after)
  return [...pieces.slice(at + 1), ...pieces.slice(0, at)].find((p) => p.open && p.state === 'expected')
}
