import type { State } from './state.ts'

/** For colouring a diagram: the nodes done, the current nodes, and the flows taken. */
export interface Progress {
  done: string[]
  now: string[]
  flows: string[]
}
export function findProgress(state: State): Progress {
  const open = new Set(state.visits.map((visit) => visit.no))
  const unique = (ids: string[]): string[] => [...new Set(ids)]
  return {
    done: unique(state.firings.filter((firing) => !open.has(firing.no)).map((firing) => firing.node)),
    now: unique(state.visits.map((visit) => visit.node)),
    flows: unique(state.tokens.map((token) => token.flow)),
  }
}
