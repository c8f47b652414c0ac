/** A step that was taken, as the log has it. */
interface Logged {
  from: string | null
  to: string
  actor: string | null
  at: Date
}

export interface Stage<State extends string> {
  key: string
  title: string
  /** The state in which it is awaited; null: with it the row was made. */
  at: State | null
}
interface Place {
  key: string
  title: string
  status: 'done' | 'current' | 'next' | 'stopped'
  who: string | null
  at: Date | null
}

/**
 * Where a row stands. `log` is its whole history, oldest first; what was done before it was sent back to the beginning counts no more.
 * A stage that others have overtaken was left out. `stopped`: states in which it came to nothing, with their words.
 */
export function progressOf<State extends string>(
  row: { state: State; stateAt: Date },
  log: readonly Logged[],
  about: {
    awaited: string | null
    stages: readonly Stage<State>[]
    back?: State
    stopped: Partial<Record<State, string>>
  },
): Place[] {
  const restart =
    about.back === undefined
      ? -1
      : log.findLastIndex((l) => l.to === about.back && l.from !== null && l.from !== about.back)
  const since = log.slice(restart + 1)
  const placed = about.stages.map((stage): Place => {
    const entry = stage.at === null ? log[0] : since.findLast((l) => l.from === stage.at && l.to !== stage.at)
    const { key, title } = stage
    if (stage.at === row.state) return { key, title, status: 'current', who: about.awaited, at: row.stateAt }
    return entry
      ? { key, title, status: 'done', who: entry.actor, at: entry.at }
      : { key, title, status: 'next', who: null, at: null }
  })
  const end = about.stopped[row.state]
  if (end !== undefined) {
    const last = log.at(-1)
    const passed = placed.filter((p) => p.status === 'done' && p.at !== last?.at)
    return [
      ...passed,
      { key: 'end', title: end, status: 'stopped', who: last?.actor ?? null, at: last?.at ?? row.stateAt },
    ]
  }
  const reached = placed.findLastIndex((p) => p.status !== 'next')
  return placed.filter((p, i) => p.status !== 'next' || i > reached)
}
