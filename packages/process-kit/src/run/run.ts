import { haltingServices, type Graph, type Node } from '../model/graph.ts'
import { testHolds, type Values } from './holds.ts'
import { Machine } from './machine.ts'
import { claim, decide, delegate, giveSeats, replace, transfer } from './seats.ts'
import { listPast, type Effect, type Event, type State, type Visit } from './state.ts'

export interface Outcome {
  state: State
  effects: Effect[]
}

/** Starts a process. The effects ask the caller to find the people of its first steps. */
export function startRun(graph: Graph, values: Values): Outcome {
  const machine = new Machine(graph, {
    format: 1,
    status: 'running',
    next: 1,
    tokens: [],
    firings: [],
    visits: [],
    skips: 0,
  })
  const start = Object.values(graph.nodes).find((node) => node.kind === 'start')
  if (start) machine.give(machine.fire(start.id), start.out)
  advance(machine, values)
  return machine
}

/**
 * Applies an event to a process.
 *
 * @param values The form's current values, which choices depend on.
 * @returns `null` if the event does not apply, for example because its visit is over. The function is pure:
 *   no argument is mutated, and the same arguments give the same result.
 */
export function applyEvent(graph: Graph, before: State, event: Event, values: Values): Outcome | null {
  if (before.status !== 'running') return null
  const machine = new Machine(graph, structuredClone(before))
  if (!take(machine, event)) return null
  advance(machine, values)
  return machine
}

function take(machine: Machine, event: Event): boolean {
  if (event.type === 'withdraw' || event.type === 'stop') {
    machine.end(event.type === 'stop' ? 'refused' : 'withdrawn')
    return true
  }
  const visit = machine.state.visits.find((v) => v.no === event.visit)
  if (!visit) return false
  if (event.type !== 'people' && event.type !== 'due') machine.state.skips = 0
  switch (event.type) {
    case 'people':
      return findsPeople(machine, visit, event)
    case 'agree':
    case 'refuse':
      return decide(machine, visit, event.seat, event.type)
    case 'return':
      return goBack(machine, visit, event)
    case 'transfer':
      return transfer(machine, visit, event.seat, event.to)
    case 'delegate':
      return delegate(machine, visit, event.seat, event.to)
    case 'claim':
      return claim(machine, visit, event.seat)
    case 'served': {
      const node = machine.nodeAt(visit.node)
      if (node.kind !== 'service') return false
      machine.finish(visit, 'passed')
      if (node.copies.length > 0) machine.effects.push({ type: 'copy', node: node.id, visit: visit.no })
      return true
    }
    case 'due':
      return comesDue(machine, visit)
    case 'pass':
      machine.finish(visit, 'passed')
      return true
    case 'assign':
      if (event.people.length === 0) return false
      replace(machine, visit, event.people)
      return true
  }
}

/** Gives seats to the people found. If none were found, skips the step or asks administrators. */
function findsPeople(
  machine: Machine,
  visit: Visit,
  { people, tooMany = false }: Event & { type: 'people' },
): boolean {
  const whom = visit.finds
  if (whom === null) return false
  const node = machine.nodeAt(visit.node)
  const found = [...new Set(people)]
  if (found.length > 0) {
    visit.finds = null
    if (whom === 'actors') giveSeats(machine, visit, found)
    else replace(machine, visit, found)
    if (node.kind === 'task' && node.timer && whom !== 'handOn') machine.timer(visit, node.timer.hours)
    return true
  }
  const mayPass = whom === 'actors' && node.kind === 'task' && node.nobody === 'skip' && !tooMany
  if (mayPass && machine.maySkip()) {
    machine.state.skips++
    machine.effects.push({ type: 'skipped', node: node.id, visit: visit.no })
    machine.finish(visit, 'passed')
  } else if (whom === 'admins') {
    // No administrator exists either: the step waits until one assigns people.
    visit.finds = null
  } else machine.find(visit, 'admins')
  return true
}

function comesDue(machine: Machine, visit: Visit): boolean {
  const node = machine.nodeAt(visit.node)
  if (node.kind !== 'task' || !node.timer || visit.finds !== null) return false
  switch (node.timer.deed) {
    case 'remind':
      machine.effects.push({ type: 'remind', visit: visit.no })
      machine.timer(visit, node.timer.hours)
      return true
    case 'pass':
      machine.finish(visit, 'passed')
      return true
    case 'refuse':
      machine.end('refused')
      return true
    case 'handOn':
      machine.find(visit, 'handOn')
      return true
  }
}

function goBack(machine: Machine, visit: Visit, event: Event & { type: 'return' }): boolean {
  const seat = event.seat === null ? null : visit.seats[event.seat]
  // A delegate only gives an opinion: a return would leave the owner nothing to decide.
  if (event.seat !== null && (seat?.state !== 'waiting' || seat.owner !== null)) return false
  if (
    event.to !== null &&
    !returnsFrom(machine.graph, machine.state, visit.no).some((f) => f.no === event.to)
  )
    return false
  if (event.seat !== null) machine.close(visit, event.seat, 'returned')
  machine.undo(event.to)
  return true
}

/** The earlier steps to which a visit can be returned: the last firing of each, the latest first. */
export function returnsFrom(graph: Graph, state: State, visit: number): { no: number; node: string }[] {
  const past = listPast(state, visit)
  const steps = state.firings.filter((f) => past.has(f.no) && graph.nodes[f.node]?.kind === 'task').reverse()
  return steps.filter((step, i) => steps.findIndex((other) => other.node === step.node) === i)
}

/** Moves every token as far as it goes without people. */
function advance(machine: Machine, values: Values): void {
  const { state } = machine
  while (state.status === 'running') {
    const standing = state.tokens.filter((token) => token.by === null)
    if (standing.length === 0 && state.visits.length === 0) machine.end('done')
    else if (!standing.some((token) => move(machine, token.flow, values))) break
  }
  machine.forget()
}

/** Fires the node that a flow leads to. Returns false if a join still waits for other tokens. */
function move(machine: Machine, flow: string, values: Values): boolean {
  const node = machine.nodeAt(machine.graph.flows[flow]?.to ?? '')
  if (node.kind === 'parallel') {
    const taken = node.in.map((id) => machine.standingAt(id))
    if (taken.some((token) => token === undefined)) return false
    machine.give(machine.fire(node.id, node.in), node.out)
    return true
  }
  const firing = machine.fire(node.id, [flow])
  if (node.kind === 'task') machine.visit(firing, node)
  else if (node.kind === 'service' && haltingServices.has(node.service)) machine.halt(firing, node)
  else {
    if (node.kind === 'service') machine.serve(firing, node)
    machine.give(firing, node.kind === 'choice' ? [choose(machine.graph, node, values)] : node.out)
  }
  return true
}

/** The first flow whose condition holds, in the order of the diagram; else the default flow. */
function choose(graph: Graph, node: Node & { kind: 'choice' }, values: Values): string {
  const first = node.out.find((id) => {
    const test = graph.flows[id]?.test
    return id !== node.otherwise && test && testHolds(test, values)
  })
  // A published choice with several flows has a default; one with a single flow needs none.
  return first ?? node.otherwise ?? node.out[0] ?? ''
}
