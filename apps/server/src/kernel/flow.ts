import { forbidden, refuse } from './refuse.ts'

/** One line of a flow table: in this state, on this event, these may act, and this is what comes next. */
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
  /** The step to take, or a refusal that says why not. Several steps of one event differ in `to`; `to` then picks one. */
  judge(
    state: State | null,
    event: Event,
    roles: ReadonlySet<Role>,
    more?: { reason?: string | null; to?: State },
  ): Step<State, Event, Role>
}

export function defineFlow<State extends string, Event extends string, Role extends string>(
  business: string,
  words: { state: Record<State, string>; event: Record<Event, string> },
  steps: readonly Step<State, Event, Role>[],
): Flow<State, Event, Role> {
  return {
    business,
    steps,
    can: (state, roles) => [
      ...new Set(steps.filter((s) => s.from === state && s.by.some((r) => roles.has(r))).map((s) => s.on)),
    ],
    judge(state, event, roles, { reason, to } = {}) {
      const here = steps.filter(
        (s) => s.from === state && s.on === event && (to === undefined || s.to === to),
      )
      if (here.length === 0) {
        throw refuse(
          'STATE',
          `当前状态为“${state === null ? '新建' : words.state[state]}”，不能${words.event[event]}`,
          { status: 409 },
        )
      }
      const step = here.find((s) => s.by.some((r) => roles.has(r)))
      if (!step) throw forbidden(`您不能${words.event[event]}：该步骤由其他人员处理`)
      if (step.reason && !reason?.trim())
        throw refuse('REASON', '请填写原因', {
          reasons: [{ code: 'REASON', message: '请填写原因', field: 'reason' }],
        })
      return step
    },
  }
}
