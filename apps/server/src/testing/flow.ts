import { describe, expect, test } from 'vitest'
import type { Flow } from '../kernel/flow.ts'

interface Walk<State extends string, Event extends string, Role extends string> {
  states: readonly State[]
  events: readonly Event[]
  roles: readonly Role[]
  /** States in which a row is written without an event. */
  starts?: readonly State[]
  /** States from which no event leads on. */
  ends: readonly State[]
}

/**
 * Tries every event in every state by every role: allowed exactly where the table says so, no state without a
 * way on, and none that cannot be reached.
 */
export function walkFlow<State extends string, Event extends string, Role extends string>(
  name: string,
  flow: Flow<State, Event, Role>,
  { states, events, roles, starts = [], ends }: Walk<State, Event, Role>,
): void {
  describe(name, () => {
    describe.each([null, ...states])('in state %s', (state) => {
      test.each(events)('%s is open to those of the table and to nobody else', (event) => {
        for (const role of roles) {
          const listed = flow.steps.filter((s) => s.from === state && s.on === event && s.by.includes(role))
          for (const to of states) {
            const judged = () => flow.judge(state, event, new Set([role]), { to, reason: '原因' })
            if (listed.some((s) => s.to === to))
              expect(judged()).toMatchObject({ from: state, on: event, to })
            else expect(judged).toThrow()
          }
          if (state !== null) expect(flow.can(state, new Set([role])).includes(event)).toBe(listed.length > 0)
        }
      })
    })

    test('what has to be explained is refused without a reason', () => {
      for (const s of flow.steps.filter((x) => x.reason))
        expect(() => flow.judge(s.from, s.on, new Set(s.by), { to: s.to })).toThrow('请填写原因')
    })

    test('every state is reached, and leads on unless it is an end', () => {
      const reached = new Set<State>(starts)
      for (let before = -1; before !== reached.size;) {
        before = reached.size
        for (const s of flow.steps) if (s.from === null || reached.has(s.from)) reached.add(s.to)
      }
      expect([...reached].sort()).toEqual([...states].sort())
      for (const state of states) {
        const on = flow.steps.some((s) => s.from === state && s.to !== state)
        expect([state, on]).toEqual([state, !ends.includes(state)])
      }
    })

    test('every event and every role of the table has its words', () => {
      expect([...new Set(flow.steps.map((s) => s.on))].sort()).toEqual([...events].sort())
      for (const s of flow.steps) for (const role of s.by) expect(roles).toContain(role)
    })
  })
}
