import { matterKinds, matterWords, type MatterKind } from '@portal/contract/people/people'

export type MatterCounts = { userId: number } & Partial<Record<MatterKind, number>>

/** Kinds of which there is any. */
export const countsOf = (counts: MatterCounts | undefined): { kind: MatterKind; count: number }[] =>
  matterKinds.map((kind) => ({ kind, count: counts?.[kind] ?? 0 })).filter((c) => c.count > 0)

const told = [
  'booking',
  'booking_payer',
  'settlement',
  'settlement_owner',
  'bill',
  'card',
] as const satisfies readonly MatterKind[]
/** The same in a word: what a report on many says of one. */
export function countsSaid(counts: MatterCounts | undefined): string {
  const said = countsOf(counts).filter((c) => told.some((kind) => kind === c.kind))
  return said.map((c) => `${matterWords[c.kind]} ${c.count}`).join('、')
}
