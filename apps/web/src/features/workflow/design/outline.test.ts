import { expect, it } from 'vitest'
import type { Drawn, Moddle } from './bpmn.ts'
import { listSteps } from './outline.ts'

/** Builds elements like those of bpmn-js, with the properties that the outline reads. */
function draw(shapes: Record<string, [type: string, x: number, y: number]>, flows: string[]): Drawn[] {
  const make = (id: string, type: string, x: number, y: number): Drawn => {
    const said: Record<string, unknown> = { name: id }
    const businessObject = {
      $type: type,
      id,
      get: (name: string) => said[name],
      set: (name: string, value: unknown) => void (said[name] = value),
    } satisfies Moddle
    return { id, type, x, y, width: 100, height: 80, incoming: [], outgoing: [], businessObject }
  }
  const all = new Map(
    Object.entries(shapes).map(([id, [type, x, y]]) => [id, make(id, `bpmn:${type}`, x, y)]),
  )
  for (const way of flows) {
    const [source, target] = way.split('>').map((id) => all.get(id))
    const flow: Drawn = { ...make(way, 'bpmn:SequenceFlow', 0, 0), source, target }
    flow.businessObject.set('name', '')
    source?.outgoing.push(flow)
    target?.incoming.push(flow)
  }
  return [...all.values()]
}

it('goes through the diagram as a process does: branch by branch, ends last, what hangs loose named', () => {
  const shapes = draw(
    {
      完成: ['EndEvent', 600, 100],
      下: ['UserTask', 400, 200],
      上: ['UserTask', 400, 50],
      上后: ['UserTask', 500, 50],
      孤立: ['ServiceTask', 10, 400],
      金额: ['ExclusiveGateway', 300, 100],
      起: ['StartEvent', 100, 100],
      旧: ['ScriptTask', 900, 400],
    },
    ['起>金额', '金额>下', '金额>上', '上>上后', '上后>完成', '下>完成', '下>金额'],
  )
  const gateway = shapes.find(({ id }) => id === '金额')
  gateway?.businessObject.set('default', { id: '金额>下' })
  const steps = listSteps(shapes)
  expect(steps.map(({ name }) => name)).toEqual(['起', '金额', '上', '上后', '下', '孤立', '旧', '完成'])
  expect(steps[1]?.ways.map(({ to, isDefault }) => [to, isDefault])).toEqual([
    ['下', true],
    ['上', false],
  ])
  expect(steps.filter(({ isLoose }) => isLoose).map(({ id }) => id)).toEqual(['孤立', '旧'])
  expect(steps.find(({ id }) => id === '旧')).toMatchObject({ kind: null, kindName: '不支持的元素' })
})

it('is empty for an empty canvas, and ends where a circle closes', () => {
  expect(listSteps([])).toEqual([])
  const circle = draw({ 甲: ['UserTask', 0, 0], 乙: ['UserTask', 200, 0] }, ['甲>乙', '乙>甲'])
  expect(listSteps(circle).map(({ id }) => id)).toEqual(['甲', '乙'])
})
