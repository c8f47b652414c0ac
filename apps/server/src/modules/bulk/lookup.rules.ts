// Rows of a file name others in words: what the words of a column mean is asked once for all of them.

/** What the rows say in one column, each word once. */
export const wordsIn = <Row>(rows: readonly Row[], of: (row: Row) => string | null): string[] => [
  ...new Set(rows.map(of).filter((word) => word !== null)),
]

/** Something that a word may mean. */
export interface Named {
  id: number
  code: string
  name: string
}
export type Lookup = (word: string) => { id: number } | { wrong: string }
/**
 * By its code first, then by a name that only one has. `what`: how people call it; `codeOf`: a code
 * as it is written in the table.
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
