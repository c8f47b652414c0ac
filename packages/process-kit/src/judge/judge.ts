import { isMissing } from '@portal/form-kit/check/check'
import { parseNumber } from '@portal/form-kit/check/types'
import type { Condition } from '@portal/form-kit/form/form'
import { limits, type Actor, type Fault, type Graph, type Node } from '../model/graph.ts'
import { listComparisons, listFields, type Comparison } from '../read/test.ts'
import { words } from '../words.ts'
import type { FormField } from './fields.ts'
import { judgeRuns } from './runs.ts'

/** The fields and services that a diagram may refer to. */
export interface Known {
  /** The fields of the bound form; null if the form does not exist. */
  fields: readonly Omit<FormField, 'day'>[] | null
  /** The names of the service steps that this portal implements. */
  services: readonly string[]
}

/**
 * Lists why a process cannot be published, each fault with its element. Single elements are judged first.
 * Only a graph without such faults is simulated, since a simulation would report them less clearly.
 *
 * Not judged, since only a real run can tell: whether a condition is ever true, and whether people act.
 */
export function judgeGraph(graph: Graph, known: Known): Fault[] {
  const nodes = Object.values(graph.nodes)
  const faults = [
    ...judgeEnds(nodes),
    ...nodes.flatMap((node) => judgeNode(graph, node, known)),
    ...judgeReach(graph),
    ...judgeForm(graph, known),
    ...judgeTests(graph, known),
  ]
  if (faults.length === 0) faults.push(...judgeAutomatic(graph), ...judgeRuns(graph))
  return faults.slice(0, limits.faults)
}

function judgeEnds(nodes: readonly Node[]): Fault[] {
  const starts = nodes.filter((node) => node.kind === 'start')
  const faults: Fault[] = []
  if (starts.length === 0) faults.push({ element: null, message: words.noStart })
  for (const extra of starts.slice(1)) faults.push({ element: extra.id, message: words.manyStarts })
  if (!nodes.some((node) => node.kind === 'end')) faults.push({ element: null, message: words.noEnd })
  return faults
}

function judgeNode(graph: Graph, node: Node, known: Known): Fault[] {
  const faults: Fault[] = []
  const tell = (message: string, element = node.id): void => void faults.push({ element, message })
  const isGateway = node.kind === 'choice' || node.kind === 'parallel'
  if (node.kind === 'start' && node.in.length > 0) tell(words.startIn)
  if (node.kind === 'end' && node.out.length > 0) tell(words.endOut)
  if (node.kind !== 'end' && node.out.length === 0) tell(isGateway ? words.gatewayWay : words.noWay)
  if (!isGateway && node.kind !== 'end' && node.out.length > 1) tell(words.oneWay)
  if (node.kind === 'choice' && node.out.length > 1) judgeChoice(graph, node, tell)
  if (node.kind === 'service' && !known.services.includes(node.service)) tell(words.noService(node.service))
  if (node.kind === 'task') {
    if (node.actors.length === 0) tell(words.nobodyActs)
    for (const actor of [...node.actors, ...(node.timer?.to ? [node.timer.to] : [])])
      judgeActor(actor, known, tell)
    for (const field of Object.keys(node.fields)) if (!has(known, field)) tell(words.noSuchField(field))
  }
  if (node.kind === 'task' || node.kind === 'service')
    for (const copy of node.copies) judgeActor(copy, known, tell)
  return faults
}

function judgeChoice(
  graph: Graph,
  node: Node & { kind: 'choice' },
  tell: (message: string, element?: string) => void,
): void {
  if (node.otherwise === null || !node.out.includes(node.otherwise)) tell(words.noOtherwise)
  for (const id of node.out) {
    const test = graph.flows[id]?.test
    if (id === node.otherwise ? test : !test)
      tell(id === node.otherwise ? words.otherwiseTest : words.wayLacksTest, id)
  }
}

function judgeActor(actor: Actor, known: Known, tell: (message: string) => void): void {
  if (actor.kind === 'labRole' && actor.of !== null && !has(known, actor.of))
    tell(words.noSuchField(actor.of))
  if (actor.kind !== 'formField' || actor.value === null || known.fields === null) return
  const field = known.fields.find((f) => f.field === actor.value)
  if (!field) tell(words.noSuchField(actor.value))
  else if (!field.people) tell(words.noPeopleField(field.title))
}
/** Whether the form has a field. True if there is no form, so that only the missing form is reported. */
const has = ({ fields }: Known, field: string): boolean =>
  fields === null || fields.some((f) => f.field === field)

function judgeForm(graph: Graph, known: Known): Fault[] {
  if (graph.form === null || known.fields === null) return [{ element: graph.id, message: words.noForm }]
  return Object.values(graph.flows).flatMap((flow) =>
    (flow.test ? listFields(flow.test) : [])
      .filter((field) => !has(known, field))
      .map((field) => ({ element: flow.id, message: words.noSuchField(field) })),
  )
}

/** Refuses comparisons that would never hold, or always: half filled in, or of a number with a text. */
function judgeTests(graph: Graph, { fields }: Known): Fault[] {
  const numbers = new Map(fields?.flatMap((f) => (f.number ? [[f.field, f.title] as const] : [])))
  return Object.values(graph.flows).flatMap(({ id, test }) => {
    const messages = (test ? listComparisons(test) : []).flatMap((comparison) => {
      if (lacksValue(comparison)) return [words.badTest]
      const title = numbers.get(comparison.field)
      return title !== undefined && comparesText(comparison) ? [words.notNumber(title)] : []
    })
    // The sentences do not say which comparison they mean, so each stands once at a flow.
    return [...new Set(messages)].map((message) => ({ element: id, message }))
  })
}
function lacksValue({ condition, value }: Comparison): boolean {
  if (condition === 'empty' || condition === 'notEmpty') return false
  if (condition === 'between' || condition === 'notBetween')
    return !Array.isArray(value) || value.length < 2 || value.some((end) => isMissing(end))
  return isMissing(value)
}
/** Whether a comparison for numbers has a value that is none, such as 5万. */
const comparesText = ({ condition, value }: Comparison): boolean =>
  NUMERIC.includes(condition) &&
  (Array.isArray(value) ? value : [value]).some((one) => Number.isNaN(parseNumber(one)))
const NUMERIC: readonly Condition[] = [
  '==',
  '!=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'in',
  'notIn',
  'between',
  'notBetween',
]

const findNext = (graph: Graph, node: Node): string[] =>
  node.out.flatMap((id) => (graph.flows[id] ? [graph.flows[id].to] : []))
const findBefore = (graph: Graph, node: Node): string[] =>
  node.in.flatMap((id) => (graph.flows[id] ? [graph.flows[id].from] : []))

function reach(graph: Graph, from: readonly Node[], step: typeof findNext): Set<string> {
  const seen = new Set(from.map((node) => node.id))
  const waiting = [...from]
  for (let node = waiting.pop(); node; node = waiting.pop())
    for (const id of step(graph, node)) {
      const next = graph.nodes[id]
      if (!next || seen.has(id)) continue
      seen.add(id)
      waiting.push(next)
    }
  return seen
}

function judgeReach(graph: Graph): Fault[] {
  const nodes = Object.values(graph.nodes)
  const [starts, ends] = (['start', 'end'] as const).map((kind) => nodes.filter((n) => n.kind === kind))
  const [reached, ending] = [reach(graph, starts ?? [], findNext), reach(graph, ends ?? [], findBefore)]
  return nodes.flatMap(({ id }) => {
    const message = !reached.has(id) ? words.unreachable : ending.has(id) ? null : words.endless
    return message !== null && starts?.length && ends?.length ? [{ element: id, message }] : []
  })
}

/** Refuses cycles without a task: the engine would loop in them for ever or until a condition changes. */
function judgeAutomatic(graph: Graph): Fault[] {
  const state = new Map<string, 'open' | 'done'>()
  const faults: Fault[] = []
  // Recursion is safe: a graph has at most 300 nodes.
  const visit = (id: string): void => {
    const node = graph.nodes[id]
    if (!node || node.kind === 'task' || state.get(id) === 'done') return
    if (state.get(id) === 'open') {
      faults.push({ element: id, message: words.automaticLoop })
      return
    }
    state.set(id, 'open')
    for (const next of findNext(graph, node)) visit(next)
    state.set(id, 'done')
  }
  for (const id of Object.keys(graph.nodes)) visit(id)
  return faults
}
