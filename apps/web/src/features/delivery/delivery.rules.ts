import type { DeliveryPiece } from '@portal/contract/delivery/delivery'

/** As the form holds it: what is required is text. */
const makeEntry = (p: DeliveryPiece) => ({
  id: p.id,
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
 * What the form of a piece starts with: its own entry; else that of the item's piece before it, without the
 * plate's number.
 */
export function fillPiece(
  piece: DeliveryPiece,
  pieces: readonly DeliveryPiece[],
): ReturnType<typeof makeEntry> {
  const like =
    piece.factoryNumber === null
      ? pieces.findLast((p) => p.itemId === piece.itemId && p.factoryNumber !== null)
      : undefined
  return like ? { ...makeEntry(like), id: piece.id, factoryNumber: '' } : makeEntry(piece)
}

/** The next piece that is still to be entered, after this one first. */
export function nextExpected(pieces: readonly DeliveryPiece[], after: number): DeliveryPiece | undefined {
  const at = pieces.findIndex((p) => p.id === after)
  return [...pieces.slice(at + 1), ...pieces.slice(0, at)].find((p) => p.open && p.state === 'expected')
}
