/** A stage of the progress of a row. */
export interface Stage<State extends string, Event extends string> {
  key: string
  title: string
  /** Its title while it is awaited in one of these states. */
  called?: Partial<Record<State, string>>
  /** The states in which it is awaited; left out for the first stage. */
  at?: readonly State[]
  /**
   * The events that complete it. Without them: any step that leaves `at` or, without
   * `at`, the row's first step.
   */
  by?: readonly Event[]
  /** The stage is reached with one of these states and is never awaited. */
  ends?: readonly State[]
  /** Not part of the usual way of a row: shown only where it is awaited or was reached. */
  aside?: true
  /** A row that completes this stage has come to nothing: the stage is shown as `stopped`. */
  halts?: true
}

export interface Strip<State extends string, Event extends string> {
  stages: readonly Stage<State, Event>[]
  /** After one of these events, stages that were done before no longer count. */
  restart?: readonly Event[]
  /** The row may return to any stage: the stages after it then come once more, those before it stay done. */
  goesRound?: true
  /** States in which the row came to nothing. */
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
  /** Names of the people whose turn it is. */
  awaited: string | null
  /** True if this stage is part of the way of this row. Completed stages are shown anyway. */
  asks?: (key: string) => boolean
  words: Readonly<Record<string, string>>
}

/**
 * The stages of a row with their status. `log` is its whole history, oldest first. A stage that later ones
 * have overtaken, or that the row does not need, is left out; of a row that came to nothing only the
 * completed stages and its end are shown.
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

  /** The step that completed a stage, if any did. */
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
