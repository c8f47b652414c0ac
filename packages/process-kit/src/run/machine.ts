import type { Graph, Node, Service, Task } from '../model/graph.ts'
import {
  listFuture,
  MOST_FIRINGS,
  MOST_SKIPS,
  type Closed,
  type Effect,
  type State,
  type Status,
  type Token,
  type Visit,
  type Whom,
} from './state.ts'

/** A state while an event is applied to it, and the effects for the caller to carry out. */
export class Machine {
  readonly graph: Graph
  readonly state: State
  readonly effects: Effect[] = []
  constructor(graph: Graph, state: State) {
    this.graph = graph
    this.state = state
  }

  nodeAt(id: string): Node {
    const node = Object.hasOwn(this.graph.nodes, id) ? this.graph.nodes[id] : undefined
    if (!node) throw new Error(`the process has no node ${id}`)
    return node
  }
  standingAt(flow: string): Token | undefined {
    return this.state.tokens.find((token) => token.flow === flow && token.by === null)
  }

  /** Takes one token from each of these flows and returns the number of the firing. */
  fire(node: string, flows: readonly string[] = []): number {
    const no = this.state.next++
    this.state.firings.push({ no, node })
    for (const flow of flows) {
      const token = this.standingAt(flow)
      if (token) token.by = no
    }
    return no
  }
  give(from: number, flows: readonly string[]): void {
    for (const flow of flows) this.state.tokens.push({ no: this.state.next++, flow, from, by: null })
  }

  visit(no: number, node: Task): void {
    const visit: Visit = { no, node: node.id, finds: null, anyone: false, seats: [] }
    this.state.visits.push(visit)
    this.effects.push({ type: 'enter', visit: no, node: node.id })
    if (node.copies.length > 0) this.effects.push({ type: 'copy', node: node.id, visit: no })
    this.find(visit, 'actors')
  }
  /** Requests the service and waits there for the event `served`. */
  halt(no: number, node: Service): void {
    this.state.visits.push({ no, node: node.id, finds: null, anyone: true, seats: [] })
    this.effects.push({ type: 'enter', visit: no, node: node.id })
    this.effects.push({ type: 'service', node: node.id, visit: no })
  }
  serve(no: number, node: Service): void {
    this.effects.push({ type: 'service', node: node.id })
    if (node.copies.length > 0) this.effects.push({ type: 'copy', node: node.id, visit: no })
  }
  find(visit: Visit, whom: Whom): void {
    visit.finds = whom
    this.effects.push({ type: 'find', visit: visit.no, node: visit.node, whom })
  }
  timer(visit: Visit, hours: number): void {
    this.effects.push({ type: 'timer', visit: visit.no, hours })
  }
  maySkip(): boolean {
    return this.state.skips < MOST_SKIPS
  }

  open(visit: Visit, seat: number): void {
    const at = visit.seats[seat]
    if (!at) return
    at.state = 'waiting'
    const { person, owner } = at
    this.effects.push({ type: 'open', visit: visit.no, node: visit.node, seat, person, owner })
  }
  /** Closes a seat. A seat whose person was not asked yet closes without an effect. */
  close(visit: Visit, seat: number, how: Closed): void {
    const at = visit.seats[seat]
    if (!at || (at.state !== 'waiting' && at.state !== 'later')) return
    if (at.state === 'waiting') this.effects.push({ type: 'close', visit: visit.no, seat, how })
    at.state = how === 'agreed' || how === 'refused' ? how : 'left'
  }
  closeAll(visit: Visit, how: Closed): void {
    for (const seat of visit.seats.keys()) this.close(visit, seat, how)
  }

  /** Closes a visit without passing its token on. */
  leave(visit: Visit, how: Closed): void {
    this.closeAll(visit, how)
    this.state.visits.splice(this.state.visits.indexOf(visit), 1)
    this.effects.push({ type: 'leave', visit: visit.no, node: visit.node })
  }
  /** Closes a visit and puts tokens on the flows that leave its node. */
  finish(visit: Visit, how: Closed): void {
    this.leave(visit, how)
    this.give(visit.no, this.nodeAt(visit.node).out)
  }
  end(status: Exclude<Status, 'running'>): void {
    for (const visit of this.state.visits.slice())
      this.leave(visit, status === 'withdrawn' ? 'withdrawn' : 'unneeded')
    this.state.status = status
    this.effects.push({ type: 'end', status })
  }

  /**
   * Undoes a firing and all firings that followed from it: the tokens they gave are removed, those they took
   * stand again. `null` undoes everything and asks the starter.
   */
  undo(firing: number | null): void {
    const { state } = this
    const gone = firing === null ? new Set(state.firings.map((f) => f.no)) : listFuture(state, firing)
    for (const visit of state.visits.slice())
      if (firing === null || gone.has(visit.no)) this.leave(visit, 'returned')
    state.tokens = firing === null ? [] : state.tokens.filter((token) => !gone.has(token.from))
    for (const token of state.tokens) if (token.by !== null && gone.has(token.by)) token.by = null
    state.firings = state.firings.filter((f) => !gone.has(f.no))
    if (firing !== null) return
    const start = Object.values(this.graph.nodes).find((node) => node.kind === 'start')
    if (!start) return
    const visit: Visit = { no: this.fire(start.id), node: start.id, finds: null, anyone: true, seats: [] }
    state.visits.push(visit)
    this.effects.push({ type: 'enter', visit: visit.no, node: start.id })
    this.find(visit, 'actors')
  }

  /** Limits the size of a process that has looped many times: keeps its position and drops its history. */
  forget(): void {
    const { state } = this
    if (state.firings.length <= MOST_FIRINGS) return
    const open = new Set(state.visits.map((visit) => visit.no))
    state.firings = state.firings.filter((f) => open.has(f.no))
    state.tokens = state.tokens.filter((token) => token.by === null || open.has(token.by))
  }
}
