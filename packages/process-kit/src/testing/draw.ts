import type { Actor, Flow, Graph, Node, Task, Test } from '../model/graph.ts'

// Draws graphs and diagrams for tests.

const actor: Actor = { kind: 'person', value: '1', of: null, label: null }
type Drawn =
  | { kind: 'start' | 'end' | 'parallel' }
  | ({ kind: 'task' } & Partial<Omit<Task, 'kind'>>)
  | { kind: 'choice'; otherwise?: string }
  | { kind: 'service'; service: string }

/** Builds a graph from nodes by name and flows `a>b`, which get the ids f0, f1, … in their order. */
export function drawGraph(
  drawn: { [id: string]: Drawn },
  flows: readonly (string | [string, Test])[],
): Graph {
  const nodes: { [id: string]: Node } = {}
  for (const [id, node] of Object.entries(drawn)) {
    const place = { id, name: id, in: [], out: [] }
    if (node.kind === 'task')
      nodes[id] = {
        actors: [actor],
        mode: 'any',
        percent: 100,
        nobody: 'admin',
        fields: {},
        timer: null,
        copies: [],
        ...node,
        ...place,
      }
    else if (node.kind === 'choice')
      nodes[id] = { ...place, kind: 'choice', otherwise: node.otherwise ?? null }
    else if (node.kind === 'service')
      nodes[id] = { ...place, kind: 'service', service: node.service, settings: {}, copies: [] }
    else nodes[id] = { ...place, kind: node.kind }
  }
  const joined: { [id: string]: Flow } = {}
  flows.forEach((flow, i) => {
    const [way, test] = typeof flow === 'string' ? [flow, null] : flow
    const [from = '', to = ''] = way.split('>')
    joined[`f${i}`] = { id: `f${i}`, name: '', from, to, test }
    nodes[from]?.out.push(`f${i}`)
    nodes[to]?.in.push(`f${i}`)
  })
  return { format: 1, id: 'p', name: 'p', form: 1, formVersion: null, batch: false, nodes, flows: joined }
}

/** A diagram's XML around the elements of a process, without layout. */
export const drawXml = (elements: string, process = 'portal:form="1"'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:portal="urn:portal:workflow:1"
  id="d" targetNamespace="urn:x">
  <bpmn:process id="p" name="申请" isExecutable="true" ${process}>${elements}</bpmn:process>
</bpmn:definitions>`
