/** A place on the way of a row. */
export interface Stage<State extends string, Event extends string> {
  key: string
  title: string
  /** What it is called while it is awaited in one of these states. */
  called?: Partial<Record<State, string>>
  /** The states in which it is awaited; none for the beginning. */
  at?: readonly State[]
  /** What completes it; without, whatever leads out of `at`, or the row's first step. */
  by?: readonly Event[]
  /** Reached with one of these states, and never awaited. */
  ends?: readonly State[]
  /** Off the way that a row takes as a rule: shown only where it is awaited or was reached. */
  aside?: true
  /** What it completes comes to nothing by it. */
  halts?: true
}

export interface Strip<State extends string, Event extends string> {
  stages: readonly Stage<State, Event>[]
  /** After one of these, what was done before counts no more. */
  restart?: readonly Event[]
  /**
   * May come to stand at any stage again: those after it are to come once more, and those before it stay
   * done.
   */
  goesRound?: true
  /** States in which it came to nothing. */
  stopped?: readonly State[]
}

/** A step that was taken, as the log has it. */
export interface Logged {
  event: string
  from: string | null
  to: string
  actor: string | null
  at: Date
}

/** A place on the strip before it is sent: its time is still a Date. */
export interface Placed {
  key: string
  title: string
  status: 'done' | 'current' | 'next' | 'stopped'
  who: string | null
  at: Date | null
}

interface About {
  /** Names whose turn it is. */
  awaited: string | null
  /** Is this stage part of the way of this row? Those that are over stay, whatever is said. */
  asks?: (key: string) => boolean
  words: Readonly<Record<string, string>>
}

/**
 * Where a row stands. `log` is its whole history, oldest first. A stage that others have overtaken, or that
 * the case does not ask for, is left out; of a row that came to nothing only what was done is shown, and how
 * it ended.
 */
export function placeOnStrip<State extends string, Event extends string>(
  strip: Strip<State, Event>,
  row: { state: State; stateAt: Date },
  log: readonly Logged[],
  { awaited, asks = () => true, words }: About,
): Placed[] {
  const includes = (list: readonly string[] | undefined, word: string | null) =>
    word !== null && (list?.includes(word) ?? false)
  const since = log.slice(log.findLastIndex((l) => l.from !== null && includes(strip.restart, l.event)) + 1)

  /** The step that completed a stage. */
  const completed = ({ at, by, ends }: Stage<State, Event>): Logged | undefined => {
    if (strip.goesRound && by) return log.findLast((l) => includes(by, l.event))
    if (ends) return since.findLast((l) => includes(ends, l.to) && l.from !== l.to)
    if (!at) return by ? log.findLast((l) => includes(by, l.event)) : log[0]
    return since.findLast(
      (l) => includes(at, l.from) && (by ? includes(by, l.event) : true) && !includes(at, l.to),
    )
  }

  const last = log.at(-1)
  const isStopped = includes(strip.stopped, row.state)
  const here = strip.stages.findIndex(({ at }) => includes(at, row.state))
  const placed = strip.stages.map((stage, i): Placed => {
    const { key, title } = stage
    if (includes(stage.at, row.state))
      return {
        key,
        title: stage.called?.[row.state] ?? title,
        status: 'current',
        who: awaited,
        at: row.stateAt,
      }
    const isAhead = strip.goesRound && here >= 0 && i > here
    const step = isAhead ? undefined : completed(stage)
    const done = step !== undefined && !(isStopped && step === last && stage.at)
    if (done) return { key, title, status: stage.halts ? 'stopped' : 'done', who: step.actor, at: step.at }
    return { key, title, status: 'next', who: null, at: null }
  })
  if (isStopped) {
    const end = {
      key: 'end',
      title: words[row.state] ?? row.state,
      status: 'stopped',
      who: last?.actor ?? null,
      at: last?.at ?? row.stateAt,
    } as const
    return [...placed.filter((p) => p.status === 'done'), end]
  }
  const reached = placed.findLastIndex((p) => p.status !== 'next')
  return placed.filter(
    (p, i) => p.status !== 'next' || (i > reached && !strip.stages[i]?.aside && asks(p.key)),
  )
}
