// Rows of a file refer to others by name or code: each column is resolved with one query for all rows.

/** The distinct words of one column. */
export const wordsIn = <Row>(rows: readonly Row[], of: (row: Row) => string | null): string[] => [
  ...new Set(rows.map(of).filter((word) => word !== null)),
]

/** A row that a word may refer to. */
export interface Named {
  id: number
  code: string
  name: string
  /** False: closed. Its name means an open row of that name, if there is one. */
  enabled?: boolean
}
/** `present`: the id that the stored record has in this place. */
export type Lookup = (word: string, present?: number | null) => { id: number } | { wrong: string }

interface LookupWords {
  /** Normalises a code to its stored form. */
  codeOf?: (word: string) => string
  /** The message for a word that nothing has. */
  missing?: (word: string) => string
}
/**
 * Looks up by code first, then by name. If several rows have the name, the present one is meant, so that an
 * exported file comes in again unchanged; otherwise the only open one. `what`: the Chinese noun for messages.
 */
export function lookupIn(
  what: string,
  rows: readonly Named[],
  { codeOf = (word) => word, missing = (word) => `没有${what}“${word}”` }: LookupWords = {},
): Lookup {
  const byCode = new Map(rows.map((r) => [r.code, r]))
  const byName = Map.groupBy(rows, (r) => r.name)
  return (word, present) => {
    const named = byName.get(word) ?? []
    const open = named.filter((r) => r.enabled !== false)
    const found =
      byCode.get(codeOf(word)) ??
      named.find((r) => r.id === present) ??
      findOnly(open.length > 0 ? open : named)
    if (found) return { id: found.id }
    return { wrong: named.length > 1 ? `有多个${what}名为“${word}”，请填写编号` : missing(word) }
  }
}
const findOnly = (rows: readonly Named[]): Named | undefined => (rows.length === 1 ? rows[0] : undefined)
