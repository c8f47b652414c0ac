import type { InstanceDetail } from '@portal/contract/workflow/workflow'

export type Progress = InstanceDetail['progress']
export const placeOf = (id: string, { done, now }: Progress): 'done' | 'now' | 'next' =>
  now.includes(id) ? 'now' : done.includes(id) ? 'done' : 'next'

const kinds: Record<string, string> = {
  startEvent: '开始',
  userTask: '办理环节',
  serviceTask: '自动步骤',
  exclusiveGateway: '条件分支',
  parallelGateway: '并行分支',
  endEvent: '结束',
}
const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const SHAPES = 'http://www.omg.org/spec/BPMN/20100524/DI'
const BOUNDS = 'http://www.omg.org/spec/DD/20100524/DC'

/** The nodes of a diagram from left to right, as they are drawn; where it cannot be read, none. */
export function readNodes(xml: string): { id: string; name: string; kind: string }[] {
  const doc = new DOMParser().parseFromString(xml, 'application/xml')
  const left = new Map(
    [...doc.getElementsByTagNameNS(SHAPES, 'BPMNShape')].map((shape) => [
      shape.getAttribute('bpmnElement'),
      Number(shape.getElementsByTagNameNS(BOUNDS, 'Bounds')[0]?.getAttribute('x') ?? 0),
    ]),
  )
  const nodes = [...doc.getElementsByTagNameNS(BPMN, '*')].flatMap((node) => {
    const kind = kinds[node.localName]
    const id = node.getAttribute('id')
    return kind && id ? [{ id, name: node.getAttribute('name')?.trim() ?? '', kind }] : []
  })
  return nodes.toSorted((a, b) => (left.get(a.id) ?? 0) - (left.get(b.id) ?? 0))
}
