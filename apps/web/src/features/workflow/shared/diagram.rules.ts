import type { InstanceDetail } from '@portal/contract/workflow/workflow'

export type Progress = InstanceDetail['progress']
export const findPlace = (id: string, { done, now }: Progress): 'done' | 'now' | 'next' =>
  now.includes(id) ? 'now' : done.includes(id) ? 'done' : 'next'

/** The CSS class of each element that the process has reached. */
export const listMarks = ({ done, flows, now }: Progress): ReadonlyMap<string, string> =>
  new Map([
    ...[...done, ...flows].map((id) => [id, 'is-done'] as const),
    ...now.map((id) => [id, 'is-now'] as const),
  ])

const kinds: Record<string, string> = {
  startEvent: '开始',
  userTask: '办理环节',
  serviceTask: '自动步骤',
  exclusiveGateway: '条件分支',
  parallelGateway: '并行分支',
  endEvent: '结束',
}

/** The nodes of a diagram in their drawn order from left to right; none if it cannot be parsed. */
export function readNodes(xml: string): { id: string; name: string; kind: string }[] {
  const all = [...new DOMParser().parseFromString(xml, 'application/xml').getElementsByTagName('*')]
  const left = new Map<string | null, number>()
  for (const bounds of all)
    if (bounds.localName === 'Bounds' && bounds.parentElement?.localName === 'BPMNShape')
      left.set(bounds.parentElement.getAttribute('bpmnElement'), Number(bounds.getAttribute('x')))
  const nodes = all.flatMap((node) => {
    const kind = kinds[node.localName]
    const id = node.getAttribute('id')
    return kind && id ? [{ id, name: node.getAttribute('name')?.trim() ?? '', kind }] : []
  })
  return nodes.toSorted((a, b) => (left.get(a.id) ?? 0) - (left.get(b.id) ?? 0))
}
