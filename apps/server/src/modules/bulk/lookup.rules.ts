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
}
export type Lookup = (word: string) => { id: number } | { wrong: string }
/**
 * Looks up by code first, then by a name that is unique. `what`: the Chinese noun for messages; `codeOf`:
 * normalises a code to its stored form.
 */
export function lookupIn(what: string, rows: readonly Named[], codeOf = (word: string) => word): Lookup {
  const byCode = new Map(rows.map((r) => [r.code, r]))
  const byName = Map.groupBy(rows, (r) => r.name)
  return (word) => {
    const named = byName.get(word) ?? []
    const found = byCode.get(codeOf(word)) ?? (named.length === 1 ? named[0] : undefined)
    return found
      ? { id: found.id }
      : { wrong: named.length > 1 ? `有多个${what}名为“${word}”，请填写编号` : `没有${what}“${word}”` }
  }
}
