import type { AskedRole } from '@portal/contract/approval/approval'
import type { Strip } from './strip.rules.ts'
import { forbidden, refuse } from './refuse.ts'

/** One line of a flow: in this state, on this event, these may act, and this is what comes next. */
export interface Step<State extends string, Event extends string, Role extends string> {
  /** `null` is before the row exists. */
  from: State | null
  on: Event
  by: readonly Role[]
  to: State
  /** The actor has to say why. */
  reason?: true
}

export interface Flow<State extends string, Event extends string, Role extends string> {
  business: string
  steps: readonly Step<State, Event, Role>[]
  /** What these roles may do now: the words that go out as `can`. */
  can(state: State, roles: ReadonlySet<Role>): Event[]
  /** Refuses, and says why, what these roles may not do now; where it would lead is not asked. */
  admit(state: State | null, event: Event, roles: ReadonlySet<Role>): void
  /**
   * The step to take, or a refusal that says why not. Several steps of one event differ in `to`, which then
   * has to be said.
   */
  judge(
    state: State | null,
    event: Event,
    roles: ReadonlySet<Role>,
    more?: { reason?: string | null; to?: State },
  ): Step<State, Event, Role>
}

interface Words<State extends string, Event extends string> {
  state: Record<State, string>
  event: Record<Event, string>
}

export function defineFlow<State extends string, Event extends string, Role extends string>(
  business: string,
  words: Words<State, Event>,
  steps: readonly Step<State, Event, Role>[],
): Flow<State, Event, Role> {
  function linesFor(state: State | null, event: Event, roles: ReadonlySet<Role>, to?: State) {
    const here = steps.filter((s) => s.from === state && s.on === event && (to === undefined || s.to === to))
    if (here.length === 0) {
      const now = state === null ? '新建' : words.state[state]
      throw refuse('STATE', `当前状态为“${now}”，不能${words.event[event]}`, { status: 409 })
    }
    const open = here.filter((s) => s.by.some((r) => roles.has(r)))
    if (open.length === 0) throw forbidden(`您不能${words.event[event]}：该步骤由其他人员处理`)
    return open
  }
  return {
    business,
    steps,
    can: (state, roles) => [
      ...new Set(steps.filter((s) => s.from === state && s.by.some((r) => roles.has(r))).map((s) => s.on)),
    ],
    admit: (state, event, roles) => void linesFor(state, event, roles),
    judge(state, event, roles, { reason, to } = {}) {
      const open = linesFor(state, event, roles, to)
      const ends = [...new Set(open.map((s) => s.to))]
      const [step] = open
      // The first of several would be a guess.
      if (!step || ends.length > 1)
        throw new Error(
          `${namePlace(business, event, state)} leads to ${ends.join(', ')}, and nobody said which`,
        )
      if (step.reason && !reason?.trim())
        throw refuse('REASON', '请填写原因', {
          reasons: [{ code: 'REASON', message: '请填写原因', field: 'reason' }],
        })
      return step
    },
  }
}

/** Where in a table something is wrong, for whoever writes it. */
export const namePlace = (business: string, event: string, from: string | null): string =>
  `${business}: ${event}${from === null ? '' : ` from ${from}`}`

// ── A process: the flow with its other columns ───────────────────────────────

/** The words that a process is told in: each a union of its own module. */
export interface Vocabulary {
  business: string
  state: string
  event: string
  role: string
  /** Where somebody is awaited: the steps of the inbox. */
  step: string
  /** What a step does beside changing the state; `never` where it does nothing else. */
  effect: string
}

/** One event in one state. */
export interface Move<V extends Vocabulary> {
  by: readonly V['role'][]
  /** Of several, the process chooses by the case. */
  to: V['state'] | readonly V['state'][]
  /** Has to say why. What was said is shown with the row until something else happens to it. */
  reason?: true
  /** What was said is shown with the row, though nothing has to be. */
  keeps?: true
  /** How the tasks that waited here end; `approved` unless said otherwise. */
  closes?: 'refused' | 'withdrawn'
  /** One of several has answered: his task is done, the others still wait. */
  one?: true
  /** Somebody is asked anew although the state stays. */
  anew?: true
  /** What belongs to the step, before anybody else is asked. */
  do?: readonly V['effect'][]
  /**
   * What belongs to the step and asks nothing of tasks and news: it is sent with them, to travel together.
   */
  along?: readonly V['effect'][]
  /** What follows from it, once all of it is written. */
  then?: readonly V['effect'][]
  /**
   * The title of the news for those whose row it is; `true`: each has its own, which names people or goes by
   * the case; `null`: nobody is told, or only whoever is asked next. It has to be said, so that nobody
   * forgets it.
   */
  tell: string | true | null
}

/** Somebody is awaited. */
export interface Ask<V extends Vocabulary> {
  step: V['step']
  /** The role of whoever may act on what waits here, and, unless `open`, of nobody else while it waits. */
  as: V['role']
  /**
   * `person`: the people behind the role `as`. Of several, `asking` says which by the case; else it is the
   * first.
   */
  whom: AskedRole | readonly AskedRole[]
  /**
   * What is to be done: the task is called “title：what”, or only what it is about where the step says enough.
   */
  title?: string
  /** The title of the message that goes to those who are asked; none goes without. */
  news?: string
  /** Whoever has the role by himself may act as well. */
  open?: true
  /** What is asked is the requester's own to do: he is not barred from it. */
  own?: true
  /**
   * Is theirs alone, by their name or by what they are: the task gives no right, `rolesOf` and `sees` do, and
   * whoever else it falls to only sees to it.
   */
  reminds?: true
  /** What yes, no and a sending back mean here. */
  yes?: V['event']
  no?: V['event']
  back?: V['event']
}

/**
 * Where something may still happen it is said who is asked; `null`: nobody, whoever comes by. `{}` is where a
 * row ends.
 */
export type State<V extends Vocabulary> =
  | {
      ask: Ask<V> | readonly Ask<V>[] | null
      on: { readonly [E in V['event']]?: Move<V> | readonly Move<V>[] }
    }
  | { ask?: never; on?: never }

/** A process from its first to its last state, as a lab director may read it. */
export interface Table<V extends Vocabulary> {
  business: V['business']
  words: Words<V['state'], V['event']>
  begin: { readonly [E in V['event']]?: Move<V> }
  states: Record<V['state'], State<V>>
  /** None where the screens show none. */
  strip?: Strip<V['state'], V['event']>
}

export interface TakenStep<V extends Vocabulary> extends Step<V['state'], V['event'], V['role']> {
  move: Move<V>
}
export interface ProcessFlow<V extends Vocabulary> extends Flow<V['state'], V['event'], V['role']> {
  business: V['business']
  steps: readonly TakenStep<V>[]
  table: Table<V>
  asksAt(state: V['state']): readonly Ask<V>[]
  /** Where one event leads to several states: of these somebody has to say which. */
  forks: readonly { from: V['state'] | null; on: V['event'] }[]
  /** Nothing that waits gives anybody a right. */
  onlyReminds: boolean
  judge(
    state: V['state'] | null,
    event: V['event'],
    roles: ReadonlySet<V['role']>,
    more?: { reason?: string | null; to?: V['state'] | undefined },
  ): TakenStep<V>
}

export const makeList = <T>(one: T | readonly T[] | null | undefined): readonly T[] =>
  // Array.isArray does not narrow readonly arrays away.
  one === undefined || one === null ? [] : Array.isArray(one) ? one : [one as T]

/** The lines of one state. */
function listLines<V extends Vocabulary>(
  from: V['state'] | null,
  on: { readonly [E in V['event']]?: Move<V> | readonly Move<V>[] } = {},
): TakenStep<V>[] {
  return (Object.entries(on) as [V['event'], Move<V> | readonly Move<V>[]][]).flatMap(([event, moves]) =>
    makeList(moves).flatMap((move) =>
      makeList(move.to).map((to) => ({
        from,
        on: event,
        by: move.by,
        to,
        ...(move.reason && { reason: true }),
        move,
      })),
    ),
  )
}

/**
 * The roles of a person where somebody is awaited: the awaited one belongs to exactly those who may act on
 * the task. `own`: what he is whoever is awaited; `waiting`: the steps that wait for him; `as`: the role that
 * waiting gives, where it is not the table's.
 */
export function rolesAwaited<V extends Vocabulary>(
  asks: readonly Ask<V>[],
  own: Iterable<V['role']>,
  waiting: ReadonlySet<string>,
  as: (ask: Ask<V>) => V['role'] | null = (ask) => ask.as,
): Set<V['role']> {
  const roles = new Set(own)
  for (const ask of asks) {
    if (ask.reminds) continue
    if (!ask.open) roles.delete(ask.as)
    const role = as(ask)
    if (role !== null && waiting.has(ask.step)) roles.add(role)
  }
  return roles
}

/**
 * Two lines between the same states would do different things, and of whoever may take both nobody knows
 * which.
 */
function refuseTwins<V extends Vocabulary>(business: V['business'], steps: readonly TakenStep<V>[]): void {
  for (const [i, { from, on, to, by }] of steps.entries())
    for (const twin of steps.slice(i + 1).filter((s) => s.from === from && s.on === on && s.to === to)) {
      const both = by.filter((role) => twin.by.includes(role))
      if (both.length > 0)
        throw new Error(`${namePlace(business, on, from)} to ${to} has two lines for ${both.join(', ')}`)
    }
}

function listForks<V extends Vocabulary>(steps: readonly TakenStep<V>[]): ProcessFlow<V>['forks'] {
  const here = Map.groupBy(steps, ({ from, on }) => `${from} ${on}`)
  return [...here.values()].flatMap((lines) => {
    const [line] = lines
    return line && lines.some((l) => l.to !== line.to) ? [{ from: line.from, on: line.on }] : []
  })
}

export function defineTable<V extends Vocabulary>(table: Table<V>): ProcessFlow<V> {
  const states = Object.entries(table.states) as [V['state'], State<V>][]
  const steps = [
    ...listLines<V>(null, table.begin),
    ...states.flatMap(([from, { on }]) => listLines<V>(from, on)),
  ]
  refuseTwins<V>(table.business, steps)
  const flow = defineFlow<V['state'], V['event'], V['role']>(table.business, table.words, steps)
  return {
    ...flow,
    business: table.business,
    steps,
    table,
    asksAt: (state) => makeList(table.states[state].ask),
    forks: listForks<V>(steps),
    onlyReminds: states.every(([, { ask }]) => makeList(ask).every((a) => a.reminds)),
    judge: (state, event, roles, more = {}) =>
      flow.judge(state, event, roles, more as { to?: V['state'] }) as TakenStep<V>, // of `steps`
  }
}
