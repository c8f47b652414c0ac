import { approvalCalls } from '@portal/contract/approval/approval'
import { formCalls } from '@portal/contract/form/calls'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { drawXml } from '@portal/process-kit/testing/draw'
import type { Answer, Person, World } from './world.ts'

// Processes for tests: drawn with a few helpers, published by the office, started and decided by people.

export const makeActors = (...people: Person[]): string =>
  people.map((p) => `<portal:actor kind="person" value="${p.id}" label="${p.name}"/>`).join('')
export const drawStep = (id: string, name: string, inner: string, more = ''): string =>
  `<bpmn:userTask id="${id}" name="${name}" ${more}>
    <bpmn:extensionElements>${inner}</bpmn:extensionElements></bpmn:userTask>`
/** `when`: a condition, written as in XML. */
export const drawFlow = (id: string, from: string, to: string, when = ''): string =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
    when &&
    `<bpmn:conditionExpression
    xsi:type="bpmn:tFormalExpression" language="portal">${when}</bpmn:conditionExpression>`
  }</bpmn:sequenceFlow>`
export const ENDS = '<bpmn:startEvent id="s"/><bpmn:endEvent id="e"/>'
const idIn = (element: string) => / id="([^"]+)"/.exec(element)?.[1] ?? ''
/** A line from the start to the end through these elements, one after the other. */
export const drawLine = (elements: readonly string[], bound: string): string => {
  const ids = ['s', ...elements.map(idIn), 'e']
  const flows = ids.slice(1).map((to, i) => drawFlow(`f${i}`, ids[i] ?? '', to))
  return drawXml(`${ENDS}${elements.join('')}${flows.join('')}`, bound)
}

export const fundRule = [
  { type: 'input', field: 'topic', title: '题目', $required: true },
  { type: 'inputNumber', field: 'amount', title: '金额', $required: true },
  { type: 'input', field: 'grant', title: '批复' },
]
export const makeValues = (amount: number): Record<string, unknown> => ({ topic: '量子', amount })

type Decision = {
  verdict: 'agree' | 'refuse' | 'return'
  opinion?: string | null
  to?: number
  values?: Record<string, unknown>
}

/** Functions to publish and use processes. `office` manages forms and processes. */
export async function openOffice(world: World, office: Person, rule: readonly object[] = fundRule) {
  const form = await world.ok(office, formCalls.create, {
    body: { name: '申请表', text: JSON.stringify({ rule, options: {} }) },
  })
  await world.ok(office, formCalls.publish, {
    params: { id: form.id },
    body: { revision: form.revision },
  })
  const bound = `portal:form="${form.id}" portal:batch="true"`
  const see = (by: Person, id: number) => world.ok(by, calls.instance, { params: { id } })
  async function findTask(by: Person, id: number) {
    const task = (await see(by, id)).tasks.find((t) => t.can.length > 0)
    if (!task) throw new Error(`${by.name} has nothing to do`)
    return task
  }
  return {
    form,
    bound,
    see,
    taskOf: findTask,
    async publish(xml: string) {
      const body = { name: '开放基金', category: '基金', xml }
      const drawn = await world.ok(office, calls.create, { body })
      const params = { id: drawn.id }
      return world.ok(office, calls.publish, { params, body: { revision: drawn.revision } })
    },
    async start(id: number, by: Person, amount = 100, version = 1): Promise<number> {
      const body = { version, values: makeValues(amount) }
      return (await world.ok(by, calls.start, { params: { id }, body })).id
    },
    async decide(by: Person, id: number, body: Decision, key?: string): Promise<Answer<unknown>> {
      const params = { id: (await findTask(by, id)).id }
      const said = { opinion: null, ...body }
      return world.send(by, calls.decide, { params, body: said, ...(key && { key }) })
    },
    async agree(by: Person, id: number): Promise<void> {
      const params = { id: (await findTask(by, id)).id }
      await world.ok(by, calls.decide, { params, body: { verdict: 'agree', opinion: null } })
    },
    /** The tasks of this person in the inbox. */
    inboxOf: async (by: Person) =>
      (await world.ok(by, approvalCalls.tasks, { query: { business: 'workflow', size: 100 } })).items,
  }
}
