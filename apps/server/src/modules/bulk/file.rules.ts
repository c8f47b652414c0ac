/**
 * Another row of the same file that a row names, before or after it; if it is missing, the row is bad with
 * this message.
 */
export interface Awaits<Column extends string = string> {
  /** The column and value that the other row has in `uniqueOf`. */
  of: Column
  value: string
  /** The column of this row that names it. */
  column: Column
  message: string
}

/** What is known of the part of a file read so far. */
export interface FileSoFar {
  /** Line by unique value: `email a@b.cn`. */
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
/** At the end of the file: rows whose awaited row is missing or bad. */
export function findFallen({ seen, bad, awaits }: FileSoFar): Fallen[] {
  const waiting = Map.groupBy(awaits, ([, a]) => seen.get(`${a.of} ${a.value}`))
  const fallen = (waiting.get(undefined) ?? []).map(([line, { column, message }]) => ({
    line,
    column,
    message,
  }))
  // A row that awaits a bad row is bad, too: the set grows during the iteration.
  const lost = new Set([...bad, ...fallen.map((f) => f.line)])
  for (const line of lost) {
    for (const [waiter, { column, value }] of waiting.get(line) ?? []) {
      lost.add(waiter)
      fallen.push({ line: waiter, column, message: `“${value}”在第 ${line} 行，该行有误` })
    }
  }
  return fallen
}
