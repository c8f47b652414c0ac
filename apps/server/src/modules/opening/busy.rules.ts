import type { Interval } from './opening.rules.ts'

/** The parts of `[from, to)` intervals in which at least `seats` uses run at once. */
export function findFullyBusy(uses: readonly Interval[], seats: number): Interval[] {
  const edges = uses
    .flatMap((u) => [
      { at: u.from.getTime(), by: 1 },
      { at: u.to.getTime(), by: -1 },
    ])
    .toSorted((a, b) => a.at - b.at || a.by - b.by)
  const full: Interval[] = []
  let running = 0
  let since: number | null = null
  for (const { at, by } of edges) {
    running += by
    if (running >= seats && since === null) since = at
    else if (running < seats && since !== null) {
      if (at > since) full.push({ from: new Date(since), to: new Date(at) })
      since = null
    }
  }
  return full
}

/** Open intervals minus busy ones; both must be sorted and disjoint. */
export function subtract(open: readonly Interval[], busy: readonly Interval[]): Interval[] {
  return open.flatMap(({ from, to }) => {
    const left: Interval[] = []
    let at = from
    for (const b of busy) {
      if (b.to <= at || b.from >= to) continue
      if (b.from > at) left.push({ from: at, to: b.from })
      at = b.to
    }
    return at < to ? [...left, { from: at, to }] : left
  })
}

export const sumMinutes = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 60_000, 0)
