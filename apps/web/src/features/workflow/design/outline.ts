import type { Drawn } from './bpmn.ts'
import { findStepKind, nameKind, type StepKind } from './kinds.ts'

// The diagram as a list, in the order in which a process passes its steps.

export interface Way {
  id: string
  name: string
  to: string
  /** The name of its target. */
  toName: string
  isDefault: boolean
}
export interface Step {
  id: string
  /** Null for an element that the engine does not run. */
  kind: StepKind | null
  name: string
  kindName: string
  ways: Way[]
  /** Whether no flow leads to it, although it is no start. */
  isLoose: boolean
}

export const nameElement = (element: Drawn): string => {
  const name = element.businessObject.get('name')
  return typeof name === 'string' && name.trim() !== '' ? name : nameKind(element.type)
}
/** The id of a gateway's default flow. */
export const findDefault = (gateway: Drawn): string | null => {
  const way = gateway.businessObject.get('default') as { id: string } | undefined // a reference of BPMN's
  return way?.id ?? null
}

/** @param shapes All drawn elements except connections and labels. */
export function listSteps(shapes: readonly Drawn[]): Step[] {
  const nodes = shapes.filter((shape) => shape.type !== 'bpmn:TextAnnotation')
  const seen = new Set<Drawn>()
  const visit = (first: Drawn): void => {
    // Depth first, the upper branch first, in reading order.
    const waiting = [first]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      const next = listFlows(node).flatMap((flow) => (flow.target ? [flow.target] : []))
      waiting.push(...next.toSorted((a, b) => b.y - a.y))
    }
  }
  const byPlace = nodes.toSorted((a, b) => a.x - b.x || a.y - b.y)
  for (const node of byPlace) if (node.type === 'bpmn:StartEvent') visit(node)
  for (const node of byPlace) if (node.incoming.length === 0) visit(node)
  for (const node of byPlace) visit(node)
  const ends = (a: Drawn, b: Drawn) => Number(a.type === 'bpmn:EndEvent') - Number(b.type === 'bpmn:EndEvent')
  return [...seen].toSorted(ends).map(showStep)
}

const listFlows = (node: Drawn): Drawn[] => node.outgoing.filter((flow) => flow.type === 'bpmn:SequenceFlow')

function showStep(node: Drawn): Step {
  const otherwise = findDefault(node)
  return {
    id: node.id,
    kind: findStepKind(node.type),
    name: nameElement(node),
    kindName: nameKind(node.type),
    ways: listFlows(node).flatMap(({ id, target, businessObject }) => {
      const name = businessObject.get('name')
      return target
        ? [
            {
              id,
              name: typeof name === 'string' ? name : '',
              to: target.id,
              toName: nameElement(target),
              isDefault: id === otherwise,
            },
          ]
        : []
    }),
    isLoose: node.type !== 'bpmn:StartEvent' && node.incoming.length === 0,
  }
}
