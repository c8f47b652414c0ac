// oxlint-disable-next-line typescript/triple-slash-reference -- the package has no types, and a declaration of one is no module
/// <reference path="./bpmn-moddle.d.ts" />
import { BpmnModdle, type ModdleElement } from 'bpmn-moddle'
import { descriptor, TEST_LANGUAGE } from '../model/descriptor.ts'
import { limits, type Fault, type Flow, type Graph, type Node } from '../model/graph.ts'
import { words } from '../words.ts'
import {
  extensionsAt,
  listAt,
  readActors,
  readFields,
  readMode,
  readNobody,
  readStarters,
  readTimer,
  textAt,
} from './elements.ts'
import { findDanger } from './guard.ts'
import { isOwnName } from './ids.ts'
import { readTest } from './test.ts'

/** A graph, or the faults why there is none. */
export type Reading = { graph: Graph; faults: readonly [] } | { graph: null; faults: Fault[] }

const refuse = (faults: Fault[]): Reading => ({ graph: null, faults: faults.slice(0, limits.faults) })

/**
 * Reads a diagram. It refuses elements that the engine does not support, each with a Chinese sentence, and
 * never throws. Whether the process can run is judged afterwards (`judgeGraph`).
 *
 * @param xml BPMN 2.0 with the extension of `model/descriptor.ts`.
 */
export async function readDiagram(xml: string): Promise<Reading> {
  const danger = findDanger(xml)
  if (danger) return refuse([{ element: null, message: danger }])
  let root: ModdleElement
  try {
    const read = await new BpmnModdle({ portal: descriptor }).fromXML(xml)
    root = read.rootElement
    const faults = read.warnings.map(({ message }) => ({
      element: null,
      message: sayWarning(message),
    }))
    if (faults.length > 0) return refuse(faults)
  } catch {
    return refuse([{ element: null, message: words.notXml }])
  }
  if (root.$type !== 'bpmn:Definitions') return refuse([{ element: null, message: words.notXml }])
  return readDefinitions(root)
}

/** The Chinese sentence for a warning of moddle; a duplicate id gets the sentence that `readProcess` uses. */
function sayWarning(message: string): string {
  const twice = /duplicate ID <([^>]{1,100})>/.exec(message)?.[1]
  return twice === undefined ? words.notRead(message.split('\n')[0]?.slice(0, 120) ?? '') : words.twice(twice)
}

function readDefinitions(root: ModdleElement): Reading {
  const faults: Fault[] = []
  const elements = listAt(root, 'rootElements')
  const processes = elements.filter((e) => e.$type === 'bpmn:Process')
  for (const other of elements)
    if (other.$type !== 'bpmn:Process')
      faults.push({ element: other.id ?? null, message: words.unsupported(other.$type) })
  const [process] = processes
  if (!process) faults.push({ element: null, message: words.noProcess })
  if (processes.length > 1) faults.push({ element: null, message: words.manyProcesses })
  if (!process || faults.length > 0) return refuse(faults)
  return readProcess(process)
}

/** Collects nodes, flows and faults while a process is read. */
class Found {
  readonly faults: Fault[] = []
  readonly nodes = new Map<string, Node>()
  readonly flows = new Map<string, Flow>()
  tell(element: string | null, message: string): void {
    this.faults.push({ element, message })
  }
}

function readProcess(process: ModdleElement): Reading {
  const found = new Found()
  const id = process.id ?? 'process'
  const elements = listAt(process, 'flowElements')
  for (const lanes of listAt(process, 'laneSets')) found.tell(id, words.unsupported(lanes.$type))
  if (elements.length > limits.nodes + limits.flows) {
    found.tell(null, words.tooMany('流程图的元素', limits.nodes + limits.flows))
    return refuse(found.faults)
  }
  for (const element of elements) {
    const { id: own } = element
    if (own === undefined || own.length > 100 || !isOwnName(own)) found.tell(null, words.noId)
    else if (found.nodes.has(own) || found.flows.has(own)) found.tell(own, words.twice(own))
    else if (element.$type === 'bpmn:SequenceFlow') readFlow(element, own, found)
    else readNode(element, own, found)
  }
  if (found.nodes.size > limits.nodes) found.tell(null, words.tooMany('环节', limits.nodes))
  if (found.flows.size > limits.flows) found.tell(null, words.tooMany('连线', limits.flows))
  connect(found)
  const [form, formVersion] = ['portal:form', 'portal:formVersion'].map((name) => process.get(name) ?? null)
  if (!isNumber(form) || !isNumber(formVersion)) {
    found.tell(id, words.badForm)
    return refuse(found.faults)
  }
  const starters = readStarters(process, (message) => found.tell(id, message))
  if (found.faults.length > 0) return refuse(found.faults)
  const graph: Graph = {
    format: 1,
    id,
    name: textAt(process, 'name') ?? '',
    form,
    formVersion,
    batch: process.get('portal:batch') === true,
    ...(starters.length > 0 && { starters }),
    nodes: Object.fromEntries(found.nodes),
    flows: Object.fromEntries(found.flows),
  }
  return { graph, faults: [] }
}
const isNumber = (value: unknown): value is number | null =>
  value === null || (Number.isSafeInteger(value) && Number(value) > 0)

function readFlow(element: ModdleElement, id: string, found: Found): void {
  const [from, to] = ['sourceRef', 'targetRef'].map((end) => {
    const node = element.get(end) as ModdleElement | undefined // a reference that moddle has resolved
    return node?.id
  })
  if (from === undefined || to === undefined) {
    found.tell(id, words.dangling)
    return
  }
  const condition = element.get('conditionExpression') as ModdleElement | undefined // as above
  let test = null
  if (condition) {
    const body = condition.get('body')
    if (condition.get('language') !== TEST_LANGUAGE) found.tell(id, words.onlyPortal)
    else {
      test = readTest(typeof body === 'string' ? body : '')
      if (!test) found.tell(id, words.badTest)
    }
  }
  found.flows.set(id, { id, name: textAt(element, 'name') ?? '', from, to, test })
}

function readNode(element: ModdleElement, id: string, found: Found): void {
  const tell = (message: string): void => found.tell(id, message)
  const place = { id, name: textAt(element, 'name') ?? '', in: [], out: [] }
  switch (element.$type) {
    case 'bpmn:StartEvent':
    case 'bpmn:EndEvent':
      if (listAt(element, 'eventDefinitions').length > 0) tell(words.eventKind)
      found.nodes.set(id, { ...place, kind: element.$type === 'bpmn:StartEvent' ? 'start' : 'end' })
      break
    case 'bpmn:ParallelGateway':
      found.nodes.set(id, { ...place, kind: 'parallel' })
      break
    case 'bpmn:ExclusiveGateway': {
      const otherwise = element.get('default') as ModdleElement | undefined // as above
      found.nodes.set(id, { ...place, kind: 'choice', otherwise: otherwise?.id ?? null })
      break
    }
    case 'bpmn:UserTask':
      judgeActivity(element, tell)
      found.nodes.set(id, {
        ...place,
        kind: 'task',
        actors: readActors(element, 'portal:Actor', tell),
        ...readMode(element, tell),
        nobody: readNobody(element, tell),
        fields: readFields(element, tell),
        timer: readTimer(element, tell),
        copies: readActors(element, 'portal:Copy', tell),
      })
      break
    case 'bpmn:ServiceTask': {
      judgeActivity(element, tell)
      const service = textAt(element, 'portal:service')
      if (service === null) {
        tell(words.unsupported(element.$type))
        break
      }
      const settings = extensionsAt(element, 'portal:Setting').map(
        (s) => [textAt(s, 'name') ?? '', textAt(s, 'value') ?? ''] as const,
      )
      found.nodes.set(id, {
        ...place,
        kind: 'service',
        service,
        settings: Object.fromEntries(settings),
        copies: readActors(element, 'portal:Copy', tell),
      })
      break
    }
    default:
      tell(words.unsupported(element.$type))
  }
}

function judgeActivity(element: ModdleElement, tell: (message: string) => void): void {
  if (element.get('loopCharacteristics') !== undefined) tell(words.loopMarker)
  if (element.get('isForCompensation') === true) tell(words.compensation)
}

/** Adds each flow to its two nodes. A flow whose end is not a node is a fault. */
function connect({ nodes, flows, faults }: Found): void {
  for (const flow of flows.values()) {
    const [from, to] = [nodes.get(flow.from), nodes.get(flow.to)]
    // If an end is an element that was refused, its fault has been reported already.
    if (!from || !to) {
      if (faults.length === 0) faults.push({ element: flow.id, message: words.dangling })
      continue
    }
    from.out.push(flow.id)
    to.in.push(flow.id)
    if (flow.test && from.kind !== 'choice') faults.push({ element: flow.id, message: words.testElsewhere })
  }
}
