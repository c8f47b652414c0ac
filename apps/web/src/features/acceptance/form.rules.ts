import type { acceptanceCalls, AcceptanceDetail, PieceFacts } from '@portal/contract/acceptance/acceptance'
import type { Arguments } from '@portal/contract/kernel/call'

export interface PieceValue {
  id: number
  verdict: 'accept' | 'refuse' | null
  factoryNumber: string | null
  reason: string | null
}
export interface Values {
  place: string | null
  acceptedOn: string | null
  conclusion: string | null
  checks: { item: string; ok: boolean | null; note: string | null }[]
  pieces: PieceValue[]
  /** `name`: of the person, for a restored draft. */
  members: { userId: number | null; name?: string | null; duty: string }[]
}

export const fillValues = (a: AcceptanceDetail): Values => ({
  place: a.place,
  acceptedOn: a.acceptedOn,
  conclusion: a.conclusion,
  checks: a.checks.map(({ item, ok, note }) => ({ item, ok, note })),
  pieces: a.pieces.map(({ id, verdict, factoryNumber, reason }) => ({ id, verdict, factoryNumber, reason })),
  members: a.members.map((m) => ({ userId: m.user.id, name: m.user.name, duty: m.duty })),
})

/** The call's arguments; rows without a person are empty and are not sent. */
export const makeArguments = (
  { id, revision }: Pick<AcceptanceDetail, 'id' | 'revision'>,
  v: Values,
): Arguments<typeof acceptanceCalls.change> => ({
  params: { id },
  body: {
    ...v,
    revision,
    members: v.members.flatMap((m) => (m.userId ? [{ userId: m.userId, duty: m.duty }] : [])),
  },
})

/** Adds a piece in the server's order, so that a refusal shows at the right row. */
export const addPiece = (pieces: readonly PieceValue[], more: PieceFacts): PieceValue[] =>
  [...pieces, { id: more.id, verdict: null, factoryNumber: null, reason: null }].toSorted(
    (a, b) => a.id - b.id,
  )

/** Pieces of the purchase that the form does not contain. */
export function listLeftOut(a: AcceptanceDetail, pieces: readonly PieceValue[]): PieceFacts[] {
  const held = new Set(pieces.map((p) => p.id))
  return [...a.pieces, ...a.outside].filter((p) => !held.has(p.id)).toSorted((x, y) => x.id - y.id)
}
export const findFacts = (a: AcceptanceDetail, id: number): PieceFacts | undefined =>
  [...a.pieces, ...a.outside].find((p) => p.id === id)
