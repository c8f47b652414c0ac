// The position of a process. A token stands on a flow; a firing takes tokens and gives new ones. Taken tokens
// are kept with the firing that took them, so that a return to an earlier step undoes only what followed from
// it: a parallel branch stays where it is, and a token that a later join had taken waits there again
// (decision 083).

export interface Token {
  no: number
  flow: string
  /** The firing that put it there. */
  from: number
  /** The firing that took it; null while it stands on its flow. */
  by: number | null
}
export interface Firing {
  no: number
  node: string
}

/** One person's place at a step. */
export interface Seat {
  person: number
  /** For a delegate: the person who asked for an opinion and decides afterwards. */
  owner: number | null
  /** `later`: their turn comes after others; `left`: they are no longer asked. */
  state: 'waiting' | 'later' | 'agreed' | 'refused' | 'left'
}

export type Whom = 'actors' | 'admins' | 'handOn'
/** An open step that waits for people: a firing that has taken its token and not yet given one. */
export interface Visit {
  no: number
  node: string
  /** Which people the caller still has to find; null once they are found. */
  finds: Whom | null
  /** Any one person decides, whatever the step's mode: it went to administrators, or was handed on. */
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
  /** Steps skipped in a row because nobody was found. */
  skips: number
}

/** An event. `seat` is an index in the visit's seats. */
export type Event =
  /** `tooMany`: more people than a step allows, which is not the same as nobody. */
  | { type: 'people'; visit: number; people: readonly number[]; tooMany?: boolean }
  | { type: 'agree'; visit: number; seat: number }
  | { type: 'refuse'; visit: number; seat: number }
  /** `to` is the number of an earlier step's firing; `null` means the starter. */
  | { type: 'return'; visit: number; seat: number | null; to: number | null }
  | { type: 'transfer'; visit: number; seat: number; to: number }
  | { type: 'delegate'; visit: number; seat: number; to: number }
  | { type: 'claim'; visit: number; seat: number }
  | { type: 'due'; visit: number }
  /** The service that a visit waits for is done. */
  | { type: 'served'; visit: number }
  | { type: 'pass'; visit: number }
  | { type: 'assign'; visit: number; people: readonly number[] }
  | { type: 'withdraw' }
  | { type: 'stop' }

/** How a seat was closed. */
export type Closed = 'agreed' | 'refused' | 'returned' | 'unneeded' | 'passed' | 'moved' | 'withdrawn'
/** What the caller must do after an event, in this order. */
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
  /** With `visit`, the process waits there for the event `served`. */
  | { type: 'service'; node: string; visit?: number }
  | { type: 'skipped'; node: string; visit: number }
  | { type: 'end'; status: Exclude<Status, 'running'> }

/** Steps that may be skipped in a row; then an administrator is asked, so that no cycle runs for ever. */
export const MOST_SKIPS = 20
/** Firings that are kept. Beyond it only those of open visits are, and returns lead to the starter only. */
export const MOST_FIRINGS = 1000

/** The firings that follow from one, including itself. */
export function listFuture(state: State, firing: number): Set<number> {
  const future = new Set([firing])
  for (let before = 0; before < future.size;) {
    before = future.size
    for (const token of state.tokens) if (token.by !== null && future.has(token.from)) future.add(token.by)
  }
  return future
}

/** The firings that led to one, without itself. */
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
