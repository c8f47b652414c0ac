import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeGraph } from '../judge/judge.ts'
import type { Graph } from '../model/graph.ts'
import { randomGraph } from '../testing/random.ts'
import { applyEvent, returnsFrom, startRun, type Outcome } from './run.ts'
import type { Event, State } from './state.ts'

const known = { fields: [{ field: 'way', title: '走法', people: false }], services: [] }
const isSound = (graph: Graph) => judgeGraph(graph, known).length === 0

/** The position of a process: flows with tokens, and flows whose token an open step has taken. */
const findMarking = (graph: Graph, state: State): string[] =>
  [
    ...state.tokens.filter((token) => token.by === null).map((token) => token.flow),
    ...state.visits.map((visit) => {
      const taken = state.tokens.find((token) => token.by === visit.no)
      return taken?.flow ?? `into ${graph.nodes[visit.node]?.id}`
    }),
  ].toSorted()

/** All reachable markings. Implemented independently of the machine, so that the two share no mistakes. */
function listMarkings(graph: Graph): Set<string> {
  const start = Object.values(graph.nodes).find((node) => node.kind === 'start')
  const seen = new Set<string>()
  // After a return to the starter, the only token is theirs.
  const waiting = [[`into ${start?.id}`]]
  for (let marking = waiting.pop(); marking; marking = waiting.pop()) {
    const key = marking.toSorted().join()
    if (seen.has(key)) continue
    seen.add(key)
    for (const node of Object.values(graph.nodes)) {
      const has = (flow: string) => marking.includes(flow)
      const go = (takes: string[], gives: string[]) =>
        waiting.push([...marking.filter((flow) => !takes.includes(flow)), ...gives])
      if (node.kind === 'start' && has(`into ${node.id}`)) go([`into ${node.id}`], node.out)
      else if (node.kind === 'parallel' && node.in.every(has)) go(node.in, node.out)
      else if (node.kind !== 'parallel')
        for (const flow of node.in.filter(has))
          if (node.kind === 'choice') for (const out of node.out) go([flow], [out])
          else go([flow], node.out)
    }
  }
  return seen
}

/** Answers every search for people with the same three. */
function findAll(graph: Graph, outcome: Outcome, way: number): State {
  let { state } = outcome
  for (;;) {
    const visit = state.visits.find((v) => v.finds !== null)
    if (!visit) return state
    const next = applyEvent(graph, state, { type: 'people', visit: visit.no, people: [1, 2, 3] }, { way })
    if (!next) throw new Error('people are always welcome')
    state = next.state
  }
}

const steps = fc.array(
  fc.record({
    how: fc.constantFrom('agree', 'agree', 'agree', 'return', 'starter', 'claim'),
    n: fc.nat(1000),
  }),
  { maxLength: 40 },
)

function chooseEvent(graph: Graph, state: State, { how, n }: { how: string; n: number }): Event | null {
  const visit = state.visits[n % state.visits.length]
  if (!visit) return null
  const seats = [...visit.seats.keys()].filter((i) => visit.seats[i]?.state === 'waiting')
  const seat = seats[n % seats.length] ?? 0
  if (how === 'agree' || how === 'claim') return { type: how, visit: visit.no, seat }
  const ways = returnsFrom(graph, state, visit.no)
  return {
    type: 'return',
    visit: visit.no,
    seat,
    to: how === 'starter' ? null : (ways[n % ways.length]?.no ?? null),
  }
}

test('what is judged sound never loses or doubles a token, goes back to where it could be, and always ends', () => {
  let sound = 0
  let refused = 0
  fc.assert(
    fc.property(randomGraph, steps, (graph, said) => {
      if (!isSound(graph)) return void refused++
      sound++
      const markings = listMarkings(graph)
      const play = () => {
        let state = findAll(graph, startRun(graph, { way: 0 }), 0)
        for (const step of said) {
          const way = step.n % 6
          const event = chooseEvent(graph, state, step)
          const next = event && applyEvent(graph, state, event, { way })
          if (next) state = findAll(graph, next, way)
          if (state.status === 'running' || state.status === 'done')
            expect(markings.has(findMarking(graph, state).join())).toBe(true)
        }
        // After any events, agreeing alone must bring the process to its end, as long as the form's value
        // changes now and then.
        for (let i = 0, dice = 1; state.status === 'running'; i++) {
          dice = (dice * 16807) % 2147483647
          const event = chooseEvent(graph, state, { how: 'agree', n: 0 })
          const next = i < 1000 ? event && applyEvent(graph, state, event, { way: dice % 6 }) : null
          if (!next) throw new Error('it goes on and on, or not at all')
          state = findAll(graph, next, dice % 6)
        }
        expect([state.status, state.visits]).toEqual(['done', []])
        return state
      }
      expect(play()).toEqual(play())
    }),
    { numRuns: 150, seed: 14 },
  )
  // Without both kinds of graphs the test would prove nothing.
  expect(Math.min(sound, refused)).toBeGreaterThan(20)
})

test('a graph that the judge refuses for its ways can really come to a stop, or stand twice in one place', () => {
  fc.assert(
    fc.property(randomGraph, (graph) => {
      const faults = judgeGraph(graph, known)
      const told = faults.some(({ message }) => message.includes('有的走法'))
      if (!told) return
      // Checked by an independent search over all choices.
      expect(canFail(graph)).toBe(true)
    }),
    { numRuns: 150, seed: 7 },
  )
})

function canFail(graph: Graph): boolean {
  const start = Object.values(graph.nodes).find((node) => node.kind === 'start')
  const seen = new Map<string, string[][]>()
  const waiting = [start?.out ?? []]
  for (let marking = waiting.pop(); marking; marking = waiting.pop()) {
    if (new Set(marking).size < marking.length) return true
    const key = marking.toSorted().join()
    if (seen.has(key)) continue
    const nexts: string[][] = []
    for (const node of Object.values(graph.nodes)) {
      const ways = node.kind === 'parallel' ? [node.in] : node.in.map((flow) => [flow])
      for (const takes of ways.filter(
        (flows) => flows.length > 0 && flows.every((f) => marking.includes(f)),
      )) {
        const left = marking.filter((flow) => !takes.includes(flow))
        if (node.kind === 'choice') nexts.push(...node.out.map((out) => [...left, out]))
        else nexts.push([...left, ...node.out])
      }
    }
    seen.set(key, nexts)
    waiting.push(...nexts)
  }
  const ending = new Set([''])
  for (let before = 0; before < ending.size;) {
    before = ending.size
    for (const [key, nexts] of seen)
      if (nexts.some((next) => ending.has(next.toSorted().join()))) ending.add(key)
  }
  return [...seen.keys()].some((key) => !ending.has(key))
}
