import { matterKinds, matterWords, type MatterKind } from '@portal/contract/people/people'

export type MatterCounts = { userId: number } & Partial<Record<MatterKind, number>>

/** Kinds of which there is any. */
export const listCounts = (counts: MatterCounts | undefined): { kind: MatterKind; count: number }[] =>
  matterKinds.map((kind) => ({ kind, count: counts?.[kind] ?? 0 })).filter((c) => c.count > 0)

const reported = [
  'booking',
  'booking_payer',
  'settlement',
  'settlement_owner',
  'bill',
  'card',
] as const satisfies readonly MatterKind[]
/** Words the counts that a report on many people shows for one of them. */
export function describeCounts(counts: MatterCounts | undefined): string {
  const counted = listCounts(counts).filter((c) => reported.some((kind) => kind === c.kind))
  return counted.map((c) => `${matterWords[c.kind]} ${c.count}`).join('、')
}
