import { expect, test } from 'vitest'
import type { Mode, Task } from '../model/graph.ts'
import { drawGraph } from '../testing/draw.ts'
import { applyEvent, returnsFrom, startRun, type Outcome } from './run.ts'
import { MOST_SKIPS, type Event, type State } from './state.ts'

const ends = { s: { kind: 'start' }, e: { kind: 'end' } } as const
const one = (more: Partial<Task> = {}) => drawGraph({ ...ends, a: { kind: 'task', ...more } }, ['s>a', 'a>e'])
type Graph = ReturnType<typeof one>

/** Applies events in order and returns the state with all effects. */
function play(graph: Graph, ...events: Event[]) {
  const effects: Outcome['effects'] = []
  let outcome: Outcome = startRun(graph, {})
  effects.push(...outcome.effects)
  for (const event of events) {
    const next = applyEvent(graph, outcome.state, event, {})
    if (!next) throw new Error(`${JSON.stringify(event)} does not fit`)
    outcome = next
    effects.push(...next.effects)
  }
  return { state: outcome.state, effects }
}
const people = (visit: number, ...ids: number[]): Event => ({ type: 'people', visit, people: ids })
const agree = (visit: number, seat: number): Event => ({ type: 'agree', visit, seat })
const first = (state: State) => state.visits[0]?.no ?? 0
const waiting = (state: State) =>
  state.visits.flatMap((v) => v.seats.filter((s) => s.state === 'waiting').map((s) => s.person))

test('a step finds its people, asks them, and goes on when they have agreed', () => {
  const { state, effects } = play(one(), people(3, 7), agree(3, 0))
  expect(state.status).toBe('done')
  expect(effects.map((e) => e.type)).toEqual(['enter', 'find', 'open', 'close', 'leave', 'end'])
})

test.each<[Mode, number, Event[], string, number[]]>([
  ['any', 100, [agree(3, 1)], 'done', []],
  ['any', 100, [{ type: 'refuse', visit: 3, seat: 0 }], 'refused', []],
  ['all', 100, [agree(3, 2), agree(3, 0)], 'running', [2]],
  ['all', 100, [agree(3, 2), agree(3, 0), agree(3, 1)], 'done', []],
  ['all', 100, [agree(3, 2), { type: 'refuse', visit: 3, seat: 0 }], 'refused', []],
  ['sequence', 100, [], 'running', [1]],
  ['sequence', 100, [agree(3, 0)], 'running', [2]],
  ['sequence', 100, [agree(3, 0), agree(3, 1), agree(3, 2)], 'done', []],
  ['percent', 60, [agree(3, 0), { type: 'refuse', visit: 3, seat: 1 }], 'running', [3]],
  ['percent', 60, [agree(3, 0), agree(3, 2)], 'done', []],
  [
    'percent',
    60,
    [
      { type: 'refuse', visit: 3, seat: 0 },
      { type: 'refuse', visit: 3, seat: 1 },
    ],
    'refused',
    [],
  ],
])('by %s of three (%d %%) after %j it is %s', (mode, percent, events, status, left) => {
  const { state } = play(one({ mode, percent }), people(3, 1, 2, 3), ...events)
  expect([state.status, waiting(state)]).toEqual([status, left])
})

test('a decision taken twice, or out of turn, does not fit', () => {
  const graph = one({ mode: 'sequence' })
  const { state } = play(graph, people(3, 1, 2), agree(3, 0))
  expect(applyEvent(graph, state, agree(3, 0), {})).toBeNull()
  expect(applyEvent(graph, state, agree(3, 7), {})).toBeNull()
  const over = play(graph, people(3, 1, 2), agree(3, 0), agree(3, 1)).state
  expect(applyEvent(graph, over, agree(3, 1), {})).toBeNull()
})

test('delegated it comes back, transferred it does not, claimed it is one’s own', () => {
  const graph = one()
  const delegated = play(graph, people(3, 1), { type: 'delegate', visit: 3, seat: 0, to: 9 })
  expect(waiting(delegated.state)).toEqual([9])
  const back = applyEvent(graph, delegated.state, agree(3, 0), {})
  expect(back && [back.state.status, waiting(back.state)]).toEqual(['running', [1]])
  const goesBack: Event = { type: 'return', visit: 3, seat: 0, to: null }
  expect(applyEvent(graph, delegated.state, goesBack, {})).toBeNull()
  expect(back && applyEvent(graph, back.state, goesBack, {})).not.toBeNull()
  const moved = play(graph, people(3, 1), { type: 'transfer', visit: 3, seat: 0, to: 9 }, agree(3, 0))
  expect(moved.state.status).toBe('done')
  const claimed = play(graph, people(3, 1, 2, 3), { type: 'claim', visit: 3, seat: 1 })
  expect(waiting(claimed.state)).toEqual([2])
  // A task cannot be transferred to a person who has a seat at the step: they would be asked twice.
  expect(
    applyEvent(graph, play(graph, people(3, 1, 2)).state, { type: 'transfer', visit: 3, seat: 0, to: 2 }, {}),
  ).toBeNull()
})

test('where nobody is, it falls to an administrator, or is skipped, but not for ever', () => {
  expect(play(one(), people(3)).effects.at(-1)).toMatchObject({ type: 'find', whom: 'admins' })
  const stuck = play(one(), people(3), people(3)).state
  expect(stuck.visits).toMatchObject([{ finds: null, seats: [] }])
  expect(applyEvent(one(), stuck, { type: 'assign', visit: 3, people: [5] }, {})?.effects).toMatchObject([
    { type: 'open', person: 5 },
  ])
  expect(play(one({ nobody: 'skip' }), people(3)).state.status).toBe('done')
  // `tooMany` is not the same as nobody: such a step is not skipped.
  const many: Event = { type: 'people', visit: 3, people: [], tooMany: true }
  expect(play(one({ nobody: 'skip' }), many).effects.at(-1)).toMatchObject({ type: 'find', whom: 'admins' })
  const circle = drawGraph(
    {
      ...ends,
      m: { kind: 'choice' },
      a: { kind: 'task', nobody: 'skip' },
      x: { kind: 'choice', otherwise: 'f3' },
    },
    ['s>m', 'm>a', 'a>x', 'x>m', ['x>e', { field: 'done', condition: '==', value: 1 }]],
  )
  let outcome = startRun(circle, {})
  for (let i = 0; i < MOST_SKIPS + 1; i++)
    outcome = applyEvent(circle, outcome.state, people(first(outcome.state)), {}) ?? outcome
  expect(outcome.effects.at(-1)).toMatchObject({ type: 'find', whom: 'admins' })
})

test('time runs out: reminded, passed, refused, handed on', () => {
  const at = (deed: 'remind' | 'pass' | 'refuse' | 'handOn') =>
    play(one({ timer: { hours: 5, deed, to: null } }), people(3, 1), { type: 'due', visit: 3 })
  expect(at('remind').effects.slice(-2)).toEqual([
    { type: 'remind', visit: 3 },
    { type: 'timer', visit: 3, hours: 5 },
  ])
  expect(at('pass').state.status).toBe('done')
  expect(at('refuse').state.status).toBe('refused')
  const handed = at('handOn')
  expect(handed.effects.at(-1)).toMatchObject({ type: 'find', whom: 'handOn' })
  const graph = one({ mode: 'all', timer: { hours: 5, deed: 'handOn', to: null } })
  const next = applyEvent(graph, handed.state, people(3, 8, 9), {})
  expect(next && waiting(next.state)).toEqual([8, 9])
})

const parallel = drawGraph(
  {
    ...ends,
    p: { kind: 'parallel' },
    a: { kind: 'task' },
    b: { kind: 'task' },
    j: { kind: 'parallel' },
    c: { kind: 'task' },
  },
  ['s>p', 'p>a', 'p>b', 'a>j', 'b>j', 'j>c', 'c>e'],
)
const openAt = (state: State) => state.visits.map((v) => v.node)
const visitAt = (state: State, node: string) => state.visits.find((v) => v.node === node)?.no ?? 0

test('back to a branch, the branch beside it stays done, and its token waits at the join again', () => {
  let { state } = startRun(parallel, {})
  const go = (event: Event) => (state = applyEvent(parallel, state, event, {})?.state ?? state)
  for (const node of ['a', 'b']) {
    go(people(visitAt(state, node), 1))
    go(agree(visitAt(state, node), 0))
  }
  expect(openAt(state)).toEqual(['c'])
  go(people(visitAt(state, 'c'), 1))
  const ways = returnsFrom(parallel, state, visitAt(state, 'c'))
  expect(ways.map((way) => way.node)).toEqual(['b', 'a'])
  go({ type: 'return', visit: visitAt(state, 'c'), seat: 0, to: ways[1]?.no ?? 0 })
  expect(openAt(state)).toEqual(['a'])
  go(people(visitAt(state, 'a'), 1))
  go(agree(visitAt(state, 'a'), 0))
  expect(openAt(state)).toEqual(['c'])
})

test('back to the starter, everything begins anew when he hands it in again', () => {
  let { state } = startRun(parallel, {})
  const go = (event: Event) => (state = applyEvent(parallel, state, event, {})?.state ?? state)
  go(people(visitAt(state, 'a'), 1))
  go({ type: 'return', visit: visitAt(state, 'a'), seat: 0, to: null })
  expect(openAt(state)).toEqual(['s'])
  go(people(visitAt(state, 's'), 4))
  go(agree(visitAt(state, 's'), 0))
  expect(openAt(state)).toEqual(['a', 'b'])
})

test('a choice takes the first way that holds, else the default', () => {
  const graph = drawGraph(
    { ...ends, x: { kind: 'choice', otherwise: 'f1' }, low: { kind: 'task' }, high: { kind: 'task' } },
    [
      's>x',
      'x>low',
      ['x>high', { any: [{ field: 'amount', condition: '>', value: 50_000 }] }],
      'low>e',
      'high>e',
    ],
  )
  expect(openAt(startRun(graph, { amount: 50_001 }).state)).toEqual(['high'])
  expect(openAt(startRun(graph, { amount: 50_000 }).state)).toEqual(['low'])
  expect(openAt(startRun(graph, {}).state)).toEqual(['low'])
})

test('golden: a kept state of format 1 goes on as it did', () => {
  // A state written by the first version of this engine. If this fails, running processes in production stop.
  const kept: State = {
    format: 1,
    status: 'running',
    next: 8,
    tokens: [
      { no: 2, flow: 'f0', from: 1, by: 3 },
      { no: 4, flow: 'f1', from: 3, by: 6 },
      { no: 5, flow: 'f2', from: 3, by: 7 },
    ],
    firings: [
      { no: 1, node: 's' },
      { no: 3, node: 'p' },
      { no: 6, node: 'a' },
      { no: 7, node: 'b' },
    ],
    visits: [
      { no: 6, node: 'a', finds: null, anyone: false, seats: [{ person: 1, owner: null, state: 'waiting' }] },
      { no: 7, node: 'b', finds: null, anyone: false, seats: [{ person: 2, owner: null, state: 'waiting' }] },
    ],
    skips: 0,
  }
  expect(applyEvent(parallel, startRun(parallel, {}).state, people(6, 1), {})?.state.next).toBe(kept.next)
  let state = kept
  for (const event of [agree(6, 0), agree(7, 0)])
    state = applyEvent(parallel, state, event, {})?.state ?? state
  expect(openAt(state)).toEqual(['c'])
  expect(state.tokens.filter((token) => token.by === null)).toEqual([])
})
