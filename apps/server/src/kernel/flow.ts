import type { AskedRole } from '@portal/contract/approval/approval'
import type { Strip } from './strip.rules.ts'
import { forbidden, refuse } from './refuse.ts'

/** One line of a flow: from this state, on this event, these roles may act, and this state follows. */
export interface Step<State extends string, Event extends string, Role extends string> {
  /** `null` is before the row exists. */
  from: State | null
  on: Event
  by: readonly Role[]
  to: State
  /** The actor must give a reason. */
  reason?: true
}

export interface Flow<State extends string, Event extends string, Role extends string> {
  business: string
  steps: readonly Step<State, Event, Role>[]
  /** The events that these roles may take now; they are sent as `can`. */
  can(state: State, roles: ReadonlySet<Role>): Event[]
  /**
   * Throws a refusal that says why, if these roles may not take the event now. Where it leads is not checked.
   */
  admit(state: State | null, event: Event, roles: ReadonlySet<Role>): void
  /**
   * Returns the step to take, or throws a refusal that says why not. Where several steps of one event differ
   * in `to`, it must be given.
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
      // Taking the first of several would be a guess.
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

/** Names a place in a table, in error messages for its author. */
export const namePlace = (business: string, event: string, from: string | null): string =>
  `${business}: ${event}${from === null ? '' : ` from ${from}`}`

// ── A process: the flow with its other columns ───────────────────────────────

/** The words of a process; each is a union type of its module. */
export interface Vocabulary {
  business: string
  state: string
  event: string
  role: string
  /** The steps of the inbox, at which a person is awaited. */
  step: string
  /** What a step does beside changing the state; `never` where it does nothing else. */
  effect: string
}

/** One event in one state. */
export interface Move<V extends Vocabulary> {
  by: readonly V['role'][]
  /** Of several states the process chooses one by the case. */
  to: V['state'] | readonly V['state'][]
  /**
   * The actor must give a reason. It is shown with the row until the state changes or
   * another reason is given.
   */
  reason?: true
  /** A given reason is shown with the row, though none is required. */
  keeps?: true
  /** How the tasks that waited here end; `approved` by default. */
  closes?: 'refused' | 'withdrawn'
  /** One of several people has answered: their task is closed, the others still wait. */
  one?: true
  /** People are asked again although the state stays the same. */
  anew?: true
  /** Effects that run before anybody else is asked. */
  do?: readonly V['effect'][]
  /** Effects that do not depend on tasks and messages, and are sent together with them. */
  along?: readonly V['effect'][]
  /** Effects that run once everything else of the step is written. */
  then?: readonly V['effect'][]
  /**
   * The title of the message to the people whose row it is; `true`: each message has its own title, which
   * names people or depends on the case; `null`: no message, or only one to the person who is asked next.
   * Required, so that no author forgets it.
   */
  tell: string | true | null
}

/** A step of the inbox at which people are asked. */
export interface Ask<V extends Vocabulary> {
  step: V['step']
  /**
   * The role of the people who may act on what waits here. Unless `open`, nobody else has it while it waits.
   */
  as: V['role']
  /**
   * `person`: the people behind the role `as`. Of several, `asking` chooses by the case; by
   * default the first is asked.
   */
  whom: AskedRole | readonly AskedRole[]
  /** What is to be done: the task is called “title：what”, or only “what” where no title is needed. */
  title?: string
  /** The title of the message to those who are asked; without it none is sent. */
  news?: string
  /** People who have the role anyway may act as well. */
  open?: true
  /** The requester has to do it, so they are not barred from it. */
  own?: true
  /**
   * Only a reminder: the task gives no right, `rolesOf` and `sees` do. Other people whom it falls to can only
   * make sure that it is done.
   */
  reminds?: true
  /** The events for yes, no and sending back. */
  yes?: V['event']
  no?: V['event']
  back?: V['event']
}

/**
 * A state in which something may still happen says who is asked; `null`: nobody, it waits for anyone who may
 * act. `{}` is a final state.
 */
export type State<V extends Vocabulary> =
  | {
      ask: Ask<V> | readonly Ask<V>[] | null
      on: { readonly [E in V['event']]?: Move<V> | readonly Move<V>[] }
    }
  | { ask?: never; on?: never }

/** A process from its first to its last state, written so that a lab director can read it. */
export interface Table<V extends Vocabulary> {
  business: V['business']
  words: Words<V['state'], V['event']>
  begin: { readonly [E in V['event']]?: Move<V> }
  states: Record<V['state'], State<V>>
  /** Left out where the screens show no strip. */
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
  /** Events that lead to several states: the caller or the process must say to which. */
  forks: readonly { from: V['state'] | null; on: V['event'] }[]
  /** All asks are reminders: no waiting task gives a right. */
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
 * The roles of a person in a state that asks people: only those who may act on the task have the awaited
 * role. `own`: the roles they have anyway; `waiting`: the steps that wait for them; `as`: the role that
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
 * Throws if one role has two lines for the same event between the same states: they would do different
 * things, and nothing would decide between them.
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
