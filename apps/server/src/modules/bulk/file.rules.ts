/**
 * Another row of the same file that a row names, wherever that stands; without it,
 * the row is bad for this reason.
 */
export interface Awaits<Column extends string = string> {
  /** What `uniqueOf` says of the other row, and under which column. */
  of: Column
  value: string
  /** Where this row names it. */
  column: Column
  message: string
}

/** What is known of a file as far as it has been read. */
export interface FileSoFar {
  /** Lines by what no two rows may share: `email a@b.cn`. */
  seen: Map<string, number>
  bad: Set<number>
  /** By line. */
  awaits: Map<number, Awaits>
}
export const beginFile = (): FileSoFar => ({ seen: new Map(), bad: new Set(), awaits: new Map() })

export interface Fallen {
  line: number
  column: string
  message: string
}
/** At the end of the file: the rows whose other row did not come, or is bad. */
export function findFallen({ seen, bad, awaits }: FileSoFar): Fallen[] {
  const waiting = Map.groupBy(awaits, ([, a]) => seen.get(`${a.of} ${a.value}`))
  const fallen = (waiting.get(undefined) ?? []).map(([line, { column, message }]) => ({
    line,
    column,
    message,
  }))
  // Who waits for a row that falls falls with it: the set grows while it is walked.
  const lost = new Set([...bad, ...fallen.map((f) => f.line)])
  for (const line of lost) {
    for (const [waiter, { column, value }] of waiting.get(line) ?? []) {
      lost.add(waiter)
      fallen.push({ line: waiter, column, message: `“${value}”在第 ${line} 行，该行有误` })
    }
  }
  return fallen
}
