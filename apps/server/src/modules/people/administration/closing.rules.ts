import { isPost, matterKinds, matterWords, type MatterKind } from '@portal/contract/people/people'

export type MatterCounts = { userId: number } & Partial<Record<MatterKind, number>>

/** The kinds with a count above 0. */
export const listCounts = (counts: MatterCounts | undefined): { kind: MatterKind; count: number }[] =>
  matterKinds.map((kind) => ({ kind, count: counts?.[kind] ?? 0 })).filter((c) => c.count > 0)

const settled = [
  'booking',
  'booking_payer',
  'in_use',
  'settlement',
  'settlement_owner',
  'bill',
  'proposal',
  'card',
] as const satisfies readonly MatterKind[]
/**
 * In words, empty if there is nothing: what closing settles, the posts that the person keeps, and the
 * students for whom nobody pays by default any more.
 */
export interface LeftBehind {
  settled: string
  posts: string
  students: string
}
/** Counts of one person in words, for a report on many people. */
export function describeCounts(counts: MatterCounts | undefined): LeftBehind {
  const word = (belongs: (kind: MatterKind) => boolean) =>
    listCounts(counts)
      .filter((c) => belongs(c.kind))
      .map((c) => `${matterWords[c.kind]} ${c.count}`)
      .join('、')
  return {
    settled: word((kind) => settled.some((k) => k === kind)),
    posts: word(isPost),
    students: word((kind) => kind === 'student'),
  }
}
