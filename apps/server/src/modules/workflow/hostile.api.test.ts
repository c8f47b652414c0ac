import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { drawXml } from '@portal/process-kit/testing/draw'
import { afterAll, expect, test } from 'vitest'
import {
  ENDS,
  makeActors,
  drawFlow,
  drawLine,
  drawStep,
  openOffice,
  makeValues,
} from '../../testing/drawn.ts'
import { createWorld } from '../../testing/world.ts'

// Malicious diagrams: each is refused in a Chinese sentence; nothing is run, fetched or written.

const world = await createWorld()
afterAll(() => world.close())
const office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
const starter = await world.person('发起人')
const decider = await world.person('办理人')
const { bound, publish, start, see } = await openOffice(world, office)
const good = drawLine([drawStep('t', '审批', makeActors(decider))], bound)

const counts = () =>
  world.sql(
    `select (select count(*) from workflow) as drawn, (select count(*) from workflow_version) as versions,
      (select count(*) from workflow_instance) as running, (select count(*) from workflow_task) as tasks`,
  )
const LAUGHS = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
const deep = (levels: number) =>
  drawLine([drawStep('t', '审批', `${'<portal:x>'.repeat(levels)}${'</portal:x>'.repeat(levels)}`)], bound)

const unreadable: [string, string][] = [
  ['an external entity', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${good}`],
  ['an external subset', `<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd">${good}`],
  ['a parameter entity', `<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:9/"> %a;]>${good}`],
  ['a billion laughs', `<!DOCTYPE x [<!ENTITY l0 "ha">${LAUGHS}]>${good.replace('审批', '&l9;')}`],
  ['a name of nul', good.replace('审批', '&#0;')],
  ['a name of half a character', good.replace('审批', '&#xD800;')],
  ['a stylesheet', `<?xml-stylesheet href="http://127.0.0.1:9/x.xsl"?>${good}`],
]
test.each(unreadable)('%s is not even kept as a draft', async (_, xml) => {
  const before = await counts()
  for (const call of [calls.create, calls.judge] as const) {
    const said = await world.send(office, call, { body: { name: '坏的', xml } as never })
    if (said.status === 200)
      expect((said.data as unknown as { faults: { message: string }[] }).faults[0]?.message).toMatch(
        /[一-龥]/,
      )
    else expect([said.status, said.message]).toEqual([422, expect.stringMatching(/[一-龥]/)])
  }
  expect(await counts()).toEqual(before)
})

const around = (element: string) =>
  drawXml(`${ENDS}${element}${drawFlow('f', 's', 'bad')}${drawFlow('g', 'bad', 'e')}`, bound)
const unrunnable: [string, string][] = [
  [
    'a script',
    around('<bpmn:scriptTask id="bad"><bpmn:script>process.exit(1)</bpmn:script></bpmn:scriptTask>'),
  ],
  ['a call to elsewhere', around('<bpmn:callActivity id="bad" calledElement="other"/>')],
  ['a rule engine', around('<bpmn:businessRuleTask id="bad"/>')],
  [
    'a service of another engine',
    around('<bpmn:serviceTask id="bad" implementation="${java.lang.Runtime}"/>'),
  ],
  ['a service that nobody has', around('<bpmn:serviceTask id="bad" portal:service="constructor"/>')],
  [
    'code as a condition',
    drawXml(
      `${ENDS}<bpmn:exclusiveGateway id="x" default="g"/>${drawStep('bad', '审批', makeActors(decider))}
       ${drawFlow('f', 's', 'x')}${drawFlow('h', 'x', 'bad', 'process.exit(1)')}
       ${drawFlow('g', 'x', 'e')}${drawFlow('i', 'bad', 'e')}`,
      bound,
    ),
  ],
  ['a listener', around('<bpmn:userTask id="bad"><bpmn:ioSpecification/></bpmn:userTask>')],
  ['2,000 levels', deep(2000)],
  ['200,000 characters of levels', deep(9000)],
  ['a person of no number', good.replace(`value="${decider.id}"`, 'value="1e9; drop table workflow"')],
  ['a person beyond all numbers', good.replace(`value="${decider.id}"`, 'value="99999999999999999999"')],
  [
    'a field called __proto__',
    good.replace('<portal:actor', '<portal:field name="__proto__" access="write"/><portal:actor'),
  ],
  ['a step called __proto__', good.replaceAll('"t"', '"__proto__"')],
  ['a form beyond all numbers', good.replace(/portal:form="\d+"/, 'portal:form="99999999999999999999"')],
  ['a form of minus one', good.replace(/portal:form="\d+"/, 'portal:form="-1"')],
  [
    'a wait of centuries',
    good.replace('</bpmn:ext', '<portal:timer days="99999999" deed="pass"/></bpmn:ext'),
  ],
  [
    'the elements of another language',
    '<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>',
  ],
]
test.each(unrunnable)('%s is never published, and nothing else is harmed', async (_, xml) => {
  const judged = await world.send(office, calls.judge, { body: { xml } })
  const told = judged.status === 200 ? judged.data.faults.map((f) => f.message) : [judged.message]
  expect(told.length, JSON.stringify(told)).toBeGreaterThan(0)
  for (const sentence of told) expect(sentence).toMatch(/[一-龥]/)
  const kept = await world.send(office, calls.create, { body: { name: '坏的', xml } as never })
  expect([200, 422]).toContain(kept.status)
  if (kept.status !== 200) return
  const before = await counts()
  const params = { id: kept.data.id }
  const refused = await world.send(office, calls.publish, { params, body: { revision: kept.data.revision } })
  expect([refused.status, refused.code]).toEqual([422, 'WORKFLOW_BAD'])
  expect(await counts()).toEqual(before)
})

test('forty branches, four hundred steps: judged within seconds', async () => {
  const many = Array.from({ length: 400 }, (_, i) => drawStep(`t${i}`, '审', makeActors(decider)))
  const said = await world.ok(office, calls.judge, { body: { xml: drawLine(many, bound) } })
  expect(said.faults[0]?.message).toContain('最多')
  const branches = Array.from({ length: 40 }, (_, i) =>
    [
      drawStep(`t${i}`, '审', makeActors(decider)),
      drawFlow(`x${i}`, 'split', `t${i}`),
      drawFlow(`y${i}`, `t${i}`, 'j'),
    ].join(''),
  )
  const wide = drawXml(
    `${ENDS}<bpmn:parallelGateway id="split"/><bpmn:parallelGateway id="j"/>
     ${drawFlow('a', 's', 'split')}${drawFlow('b', 'j', 'e')}${branches.join('')}`,
    bound,
  )
  const began = performance.now()
  expect((await world.ok(office, calls.judge, { body: { xml: wide } })).faults[0]?.message).toContain('走法')
  expect(performance.now() - began).toBeLessThan(25_000)
})

const drawn = await publish(good)
const params = { id: drawn.id }
const bad: [string, Record<string, unknown>][] = [
  ['a nul', { topic: 'a\u0000b', amount: 1 }],
  ['half a character', { topic: 'a\ud800b', amount: 1 }],
  ['a field of no form', { ...makeValues(1), isAdmin: true }],
  ['the prototype', JSON.parse('{"topic":"a","amount":1,"__proto__":{"x":1}}') as Record<string, unknown>],
  ['the constructor', { ...makeValues(1), constructor: { prototype: { x: 1 } } }],
  ['2,000 levels', { topic: JSON.parse(`${'['.repeat(2000)}1${']'.repeat(2000)}`) as unknown, amount: 1 }],
  ['a number of letters', { topic: 'a', amount: 'NaN' }],
  ['a number beyond all', { topic: 'a', amount: '1e999' }],
]
test.each(bad)(
  'a start with %s is refused or made harmless, and a draft of it is no fault of ours',
  async (_, values) => {
    const before = await counts()
    const said = await world.send(starter, calls.start, { params, body: { version: 1, values } })
    expect([400, 422]).toContain(said.status)
    expect(said.message).toMatch(/[一-龥]/)
    expect(await counts()).toEqual(before)
    for (const call of [calls.saveDraft, calls.preview] as const) {
      const kept = await world.send(starter, call, { params, body: { values } })
      expect(kept.status).toBeLessThan(500)
    }
    expect((await world.send(starter, calls.fill, { params })).status).toBe(200)
    expect(({} as { x?: number }).x).toBeUndefined()
  },
)

test('texts are kept as they were written, and run nowhere', async () => {
  const script = '<script>alert(1)</script><img src=x onerror=alert(1)>'
  const id = await (async () => {
    const values = { topic: script, amount: 1 }
    return (await world.ok(starter, calls.start, { params, body: { version: 1, values } })).id
  })()
  await world.ok(starter, calls.comment, { params: { id }, body: { text: script } })
  const seen = await see(starter, id)
  expect([seen.values['topic'], seen.timeline.at(-1)?.opinion]).toEqual([script, script])
  expect(await start(drawn.id, starter)).toBeGreaterThan(id)
})
