import { BpmnModdle } from 'bpmn-moddle'
import { descriptor } from '@portal/process-kit/model/descriptor'
import { readDiagram } from '@portal/process-kit/read/read'
import { expect, it } from 'vitest'
import type { Moddle } from './bpmn.ts'
import {
  readService,
  readStarters,
  readTask,
  writeService,
  writeStarters,
  writeTask,
  type Make,
} from './settings.ts'

// The declaration in process-kit covers only the functions for reading.
interface Tool {
  create: Make
  fromXML(xml: string): Promise<{ rootElement: Moddle }>
  toXML(root: Moddle, options?: object): Promise<{ xml: string }>
}
const moddle = new BpmnModdle({ portal: descriptor }) as unknown as Tool
const make: Make = (type, properties) => moddle.create(type, properties)

const diagram = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:other="urn:other" id="d" targetNamespace="urn:x">
  <bpmn:process id="p" name="申请"><bpmn:startEvent id="s"/>
    <bpmn:userTask id="t">
      <bpmn:extensionElements><other:thing a="1"/></bpmn:extensionElements></bpmn:userTask>
    <bpmn:serviceTask id="v"/><bpmn:endEvent id="e"/>
  </bpmn:process></bpmn:definitions>`

async function open() {
  const { rootElement } = await moddle.fromXML(diagram)
  const [process] = rootElement.get('rootElements') as Moddle[]
  const elements = process?.get('flowElements') as Moddle[]
  const find = (id: string) => elements.find((element) => element.id === id) as Moddle // it is drawn above
  const put = (element: Moddle, properties: object) => {
    for (const [name, value] of Object.entries(properties)) element.set(name, value)
  }
  return { root: rootElement, find, put }
}
const person = { kind: 'person', value: '7', of: null, label: '林晓雨' } as const

it('what is set in the panel is what the engine reads, and what the panel shows again', async () => {
  const { root, find, put } = await open()
  const [task, service] = [find('t'), find('v')]
  const head = { kind: 'labRole', value: 'lab_director', of: 'lab', label: null } as const
  const timer = { days: 2, hours: 4, deed: 'handOn', to: person } as const
  const set = {
    actors: [person, head],
    mode: 'percent',
    percent: 60,
    nobody: 'skip',
    timer,
    copies: [{ kind: 'starter', value: null, of: null, label: null }],
    fields: { amount: 'write', note: 'hidden' },
  } as const
  put(task, writeTask(make, task, { ...set, actors: [...set.actors], copies: [...set.copies] }))
  expect(readTask(task)).toEqual(set)
  const told = { service: 'tell', settings: { title: '好', body: '通过了' }, copies: [person] }
  put(service, writeService(make, service, told))
  expect(readService(service)).toEqual(told)
  put(service, writeService(make, service, { settings: { title: '', body: '通过了' } }))
  expect(readService(service).settings).toEqual({ body: '通过了' })
  put(service, writeService(make, service, told))

  const { xml } = await moddle.toXML(root)
  expect(xml).toContain('<other:thing a="1"')
  const { graph, faults } = await readDiagram(xml)
  expect(faults).toEqual([])
  expect(graph?.nodes['t']).toMatchObject({ ...set, timer: { hours: 52, deed: 'handOn', to: person } })
  expect(graph?.nodes['v']).toMatchObject(told)
})

it('changes only what it is told, and leaves nothing behind that was taken away', async () => {
  const { root, find, put } = await open()
  const task = find('t')
  put(task, writeTask(make, task, { actors: [person], mode: 'percent', percent: 50, copies: [person] }))
  put(task, writeTask(make, task, { actors: [] }))
  expect(readTask(task)).toMatchObject({ actors: [], copies: [person], mode: 'percent', percent: 50 })
  put(task, writeTask(make, task, { copies: [], mode: 'all' }))
  const { xml } = await moddle.toXML(root)
  expect(xml).not.toContain('portal:percent')
  expect(xml).not.toContain('portal:copy')
  expect(xml).toContain('other:thing')
})

it('keeps what is half filled in, which the engine then refuses', async () => {
  const { root, find, put } = await open()
  const task = find('t')
  const role = { kind: 'role', value: null, of: null, label: null } as const
  put(task, writeTask(make, task, { actors: [role], timer: { days: 0, hours: 0, deed: 'pass', to: role } }))
  expect(readTask(task).actors).toEqual([role])
  const { faults } = await readDiagram((await moddle.toXML(root)).xml)
  expect(faults.map((fault) => fault.element)).toEqual(['t', 't', 'v'])
})

it('who may start the process is what the engine reads; half of one is kept', async () => {
  const { root, put } = await open()
  const [process] = root.get('rootElements') as Moddle[]
  if (!process) throw new Error('it is drawn above')
  const starters = [
    { kind: 'userType', value: '2', label: '教师' },
    { kind: 'dept', value: null, label: null },
  ] as const
  put(process, writeStarters(make, process, starters))
  expect(readStarters(process)).toEqual(starters)
  put(process, writeStarters(make, process, starters.slice(0, 1)))
  const { xml } = await moddle.toXML(root)
  expect(xml).toContain('<portal:starter kind="userType" value="2" label="教师" />')
  put(process, writeStarters(make, process, []))
  expect(process.get('extensionElements')).toBeUndefined()
})
