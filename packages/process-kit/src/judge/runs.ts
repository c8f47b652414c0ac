import type { Fault, Graph, Node } from '../model/graph.ts'
import { words } from '../words.ts'

// Explores every path that a process can take. A marking is the set of flows on which a token stands. Every
// condition may hold or not, so a graph that passes is sound for all values. A graph may be refused for a
// path that no values ever take.

/** The maximum number of markings explored. Ten parallel branches of one step each make a thousand. */
export const MOST_MARKINGS = 20_000

interface Step {
  node: string
  takes: readonly string[]
  gives: readonly string[]
}

export function judgeRuns(graph: Graph): Fault[] {
  const steps = Object.values(graph.nodes).flatMap(listSteps)
  // Index of steps by the flows they take: only steps with a marked input flow need checking.
  const byFlow = Map.groupBy(
    steps.flatMap((step) => step.takes.map((flow) => ({ flow, step }))),
    (s) => s.flow,
  )
  const start = Object.values(graph.nodes).find((node) => node.kind === 'start')
  const first = [...(start?.out ?? [])].toSorted()
  const markings = new Map<string, { marked: readonly string[]; before: string[] }>([
    [makeKey(first), { marked: first, before: [] }],
  ])
  const fired = new Set<string>(start ? [start.id] : [])
  const doubled = new Set<string>()
  const queue = [first]
  for (let at = 0; at < queue.length; at++) {
    const marked = queue[at] ?? []
    const here = makeKey(marked)
    const able = new Set(marked.flatMap((flow) => byFlow.get(flow) ?? []).map(({ step }) => step))
    for (const step of able) {
      if (!step.takes.every((flow) => marked.includes(flow))) continue
      fired.add(step.node)
      const left = marked.filter((flow) => !step.takes.includes(flow))
      const twice = step.gives.find((flow) => left.includes(flow))
      if (twice !== undefined) {
        doubled.add(graph.flows[twice]?.to ?? step.node)
        continue
      }
      const next = [...left, ...step.gives].toSorted()
      const known = markings.get(makeKey(next))
      if (known) known.before.push(here)
      else if (markings.size >= MOST_MARKINGS)
        return [{ element: graph.id, message: words.tooManyWays(MOST_MARKINGS) }]
      else {
        markings.set(makeKey(next), { marked: next, before: [here] })
        queue.push(next)
      }
    }
  }
  if (doubled.size > 0) return [...doubled].map((element) => ({ element, message: words.doubled }))
  const stuck = findStuck(graph, markings)
  if (stuck.length > 0) return stuck
  return Object.keys(graph.nodes)
    .filter((id) => !fired.has(id))
    .map((element) => ({ element, message: words.unfired }))
}
const makeKey = (marked: readonly string[]): string => marked.join('\n')

/** The steps of a node. A parallel gateway takes all flows in and gives all flows out; others one each. */
function listSteps(node: Node): Step[] {
  const { id, kind } = node
  if (kind === 'start') return []
  if (kind === 'parallel') return [{ node: id, takes: node.in, gives: node.out }]
  return node.in.flatMap((flow): Step[] => {
    if (kind === 'end') return [{ node: id, takes: [flow], gives: [] }]
    return node.out.map((out) => ({ node: id, takes: [flow], gives: [out] }))
  })
}

/** Faults for a marking from which the empty marking (all tokens ended) cannot be reached. */
function findStuck(
  graph: Graph,
  markings: ReadonlyMap<string, { marked: readonly string[]; before: readonly string[] }>,
): Fault[] {
  const ending = new Set<string>()
  const waiting = markings.has('') ? [''] : []
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (ending.has(key)) continue
    ending.add(key)
    waiting.push(...(markings.get(key)?.before ?? []))
  }
  const bad = [...markings].filter(([key]) => !ending.has(key)).map(([, { marked }]) => marked)
  const dead = bad.find((marked) => marked.every((flow) => isJoin(graph, flow))) ?? bad[0]
  if (!dead) return []
  return [...new Set(dead.map((flow) => graph.flows[flow]?.to ?? flow))].map((element) => ({
    element,
    message: graph.nodes[element]?.kind === 'parallel' ? words.stuckJoin : words.lost,
  }))
}
const isJoin = (graph: Graph, flow: string): boolean =>
  graph.nodes[graph.flows[flow]?.to ?? '']?.kind === 'parallel'
