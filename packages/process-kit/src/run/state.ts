// Where a process is. A token stands on a flow; a firing takes tokens and gives new ones. What was taken is
// kept with who took it, so that going back to an earlier step undoes what followed from it and nothing
// else: the branch beside it stays where it is, and a token that a later join had taken waits there again
// (decision 083).

export interface Token {
  no: number
  flow: string
  /** The firing that gave it. */
  from: number
  /** The firing that took it; null while it stands. */
  by: number | null
}
export interface Firing {
  no: number
  node: string
}

/** One person's place at a step. */
export interface Seat {
  person: number
  /** Who has asked him to act in his stead, and decides when he has. */
  owner: number | null
  /** `later`: his turn comes after others; `left`: he is not asked any more. */
  state: 'waiting' | 'later' | 'agreed' | 'refused' | 'left'
}

export type Whom = 'actors' | 'admins' | 'handOn'
/** A step at which people are awaited: a firing that has taken its token and given none yet. */
export interface Visit {
  no: number
  node: string
  /** Who has to be found before anybody is asked; null: they are. */
  finds: Whom | null
  /** Decided by any of them, whatever the step says: it has fallen to administrators, or was handed on. */
  anyone: boolean
  seats: Seat[]
}

export type Status = 'running' | 'done' | 'refused' | 'withdrawn'
export interface State {
  format: 1
  status: Status
  /** The number of the next token or firing. */
  next: number
  tokens: Token[]
  firings: Firing[]
  visits: Visit[]
  /** Steps in a row that were passed since nobody was there. */
  skips: number
}

/** What has happened. A seat is the place of its person in the visit. */
export type Event =
  /** `tooMany`: more are meant than a step takes, which is not the same as nobody. */
  | { type: 'people'; visit: number; people: readonly number[]; tooMany?: boolean }
  | { type: 'agree'; visit: number; seat: number }
  | { type: 'refuse'; visit: number; seat: number }
  /** To an earlier step, by the number of its firing; `null`: to the starter. */
  | { type: 'return'; visit: number; seat: number | null; to: number | null }
  | { type: 'transfer'; visit: number; seat: number; to: number }
  | { type: 'delegate'; visit: number; seat: number; to: number }
  | { type: 'claim'; visit: number; seat: number }
  | { type: 'due'; visit: number }
  /** A service that it waits for was done. */
  | { type: 'served'; visit: number }
  | { type: 'pass'; visit: number }
  | { type: 'assign'; visit: number; people: readonly number[] }
  | { type: 'withdraw' }
  | { type: 'stop' }

/** How a seat was closed that nobody decided on. */
export type Closed = 'agreed' | 'refused' | 'returned' | 'unneeded' | 'passed' | 'moved' | 'withdrawn'
/** What has to be done about it, in this order. */
export type Effect =
  | { type: 'enter'; visit: number; node: string }
  | { type: 'leave'; visit: number; node: string }
  /** Answered by the event `people`. */
  | { type: 'find'; visit: number; node: string; whom: Whom }
  | { type: 'open'; visit: number; node: string; seat: number; person: number; owner: number | null }
  | { type: 'close'; visit: number; seat: number; how: Closed }
  | { type: 'timer'; visit: number; hours: number }
  | { type: 'remind'; visit: number }
  | { type: 'copy'; node: string; visit: number }
  /** `visit`: it goes on with the event `served`, and not without it. */
  | { type: 'service'; node: string; visit?: number }
  | { type: 'skipped'; node: string; visit: number }
  | { type: 'end'; status: Exclude<Status, 'running'> }

/** Steps in a row that nobody was there for: then an administrator is asked, so that no circle turns alone. */
export const MOST_SKIPS = 20
/** What is remembered of the way; beyond it the oldest is forgotten, and one can go back to the starter only. */
export const MOST_FIRINGS = 1000

/** The firings that follow from one, itself among them. */
export function listFuture(state: State, firing: number): Set<number> {
  const future = new Set([firing])
  for (let before = 0; before < future.size;) {
    before = future.size
    for (const token of state.tokens) if (token.by !== null && future.has(token.from)) future.add(token.by)
  }
  return future
}

/** The firings that had to be for one to be, without it. */
export function listPast(state: State, firing: number): Set<number> {
  const past = new Set<number>()
  const waiting = [firing]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const token of state.tokens)
      if (token.by === at && !past.has(token.from)) {
        past.add(token.from)
        waiting.push(token.from)
      }
  return past
}
