import { expect, test } from 'vitest'
import { drawXml } from '../testing/draw.ts'
import { readDiagram } from './read.ts'

const START = '<bpmn:startEvent id="s"/><bpmn:endEvent id="e"/>'
const flow = (id: string, from: string, to: string, inner = '') =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${inner}</bpmn:sequenceFlow>`
const condition = (body: string, language = 'portal') =>
  `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression" language="${language}">${body}</bpmn:conditionExpression>`
const told = async (xml: string) =>
  (await readDiagram(xml)).faults.map(({ element, message }) => `${element}：${message}`)

test('a step is read with its people, fields, time and copies', async () => {
  const { graph, faults } = await readDiagram(
    drawXml(
      `${START}<bpmn:userTask id="t" name="审核" portal:mode="percent" portal:percent="60" portal:nobody="skip">
        <bpmn:extensionElements>
          <portal:actor kind="person" value="3" label="张三"/>
          <portal:actor kind="labRole" value="lab_director" of="lab"/>
          <portal:field name="amount" access="write"/>
          <portal:timer days="1" hours="2" deed="handOn" kind="role" value="EQUIP_OFFICE"/>
          <portal:copy kind="starterSuperior"/>
        </bpmn:extensionElements></bpmn:userTask>
      ${flow('f', 's', 't')}${flow('g', 't', 'e')}`,
      'portal:form="12" portal:formVersion="3" portal:batch="true"',
    ),
  )
  expect(faults).toEqual([])
  expect([graph?.name, graph?.form, graph?.formVersion, graph?.batch]).toEqual(['申请', 12, 3, true])
  expect(graph?.nodes['t']).toEqual({
    id: 't',
    name: '审核',
    kind: 'task',
    in: ['f'],
    out: ['g'],
    actors: [
      { kind: 'person', value: '3', of: null, label: '张三' },
      { kind: 'labRole', value: 'lab_director', of: 'lab', label: null },
    ],
    mode: 'percent',
    percent: 60,
    nobody: 'skip',
    fields: { amount: 'write' },
    timer: { hours: 26, deed: 'handOn', to: { kind: 'role', value: 'EQUIP_OFFICE', of: null, label: null } },
    copies: [{ kind: 'starterSuperior', value: null, of: null, label: null }],
  })
})

test('a choice keeps its conditions in the order they were drawn, and its default', async () => {
  const { graph } = await readDiagram(
    drawXml(
      `${START}<bpmn:exclusiveGateway id="x" default="h"/>${flow('f', 's', 'x')}
       ${flow('g', 'x', 'e', condition('{"all":[{"field":"amount","condition":"&gt;","value":10}]}'))}
       ${flow('h', 'x', 'e')}`,
    ),
  )
  expect(graph?.nodes['x']).toMatchObject({ kind: 'choice', otherwise: 'h', out: ['g', 'h'] })
  expect(graph?.flows['g']?.test).toEqual({ all: [{ field: 'amount', condition: '>', value: 10 }] })
})

test.each([
  ['an external entity', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>', 'DOCTYPE'],
  [
    'a billion laughs',
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l>&b;</l>',
    'DOCTYPE',
  ],
  ['an entity alone', '<a><!ENTITY b "c"></a>', 'DOCTYPE'],
  ['a stylesheet', '<?xml-stylesheet href="x"?><a/>', '处理指令'],
  ['PHP', '<a><?php evil() ?></a>', '处理指令'],
  ['5 MB', 'x'.repeat(5_000_000), '100 万'],
  ['a control character', '<a>\u0001</a>', '控制字符'],
  ['no XML', 'hello', '不是正确的 BPMN'],
  ['other XML', '<svg xmlns="http://www.w3.org/2000/svg"/>', '不'],
  ['2,000 levels', `${'<a>'.repeat(2000)}${'</a>'.repeat(2000)}`, '不'],
])('%s is refused', async (_, xml, word) => {
  const said = await told(xml)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(word)
})

test.each([
  ['bpmn:scriptTask', '<bpmn:script>process.exit()</bpmn:script>', '脚本'],
  ['bpmn:serviceTask', '', '服务任务'],
  ['bpmn:callActivity', '', '调用活动'],
  ['bpmn:subProcess', '', '子流程'],
  ['bpmn:inclusiveGateway', '', '包容网关'],
  ['bpmn:intermediateCatchEvent', '<bpmn:timerEventDefinition/>', '时限'],
  ['bpmn:task', '', '用户任务'],
  ['bpmn:dataObjectReference', '', '数据对象'],
])('%s is refused at its place', async (tag, inner, word) => {
  const said = await told(drawXml(`${START}<${tag} id="bad">${inner}</${tag}>${flow('f', 's', 'e')}`))
  expect(said[0]).toContain('bad：')
  expect(said[0]).toContain(word)
})

test.each([
  [
    'an event of a kind',
    '<bpmn:endEvent id="bad"><bpmn:terminateEventDefinition/></bpmn:endEvent>',
    '普通事件',
  ],
  [
    'many instances',
    '<bpmn:userTask id="bad"><bpmn:multiInstanceLoopCharacteristics/></bpmn:userTask>',
    '多实例',
  ],
  ['code in a condition', flow('bad', 's', 'e', condition('${amount > 1}', 'js')), '不能填写代码'],
  ['half a condition', flow('bad', 's', 'e', condition('{"all":[]}')), '条件不完整'],
  [
    'a condition on a prototype',
    flow('bad', 's', 'e', condition('{"field":"__proto__","condition":"=="}')),
    '条件',
  ],
  [
    'a condition elsewhere',
    flow('bad', 's', 'e', condition('{"field":"a","condition":"empty"}')),
    '排他网关',
  ],
  [
    'half an actor',
    '<bpmn:userTask id="bad"><bpmn:extensionElements><portal:actor kind="role"/></bpmn:extensionElements></bpmn:userTask>',
    '办理人',
  ],
  [
    'no time',
    '<bpmn:userTask id="bad"><bpmn:extensionElements><portal:timer deed="pass"/></bpmn:extensionElements></bpmn:userTask>',
    '时限',
  ],
  ['a share of nothing', '<bpmn:userTask id="bad" portal:mode="percent" portal:percent="0"/>', '比例'],
])('%s is refused at its place', async (_, xml, word) => {
  const said = await told(drawXml(`${START}${xml}`))
  expect(said[0]).toContain('bad：')
  expect(said[0]).toContain(word)
})

test('flows that hang in the air, several processes, pools and names of prototypes are refused', async () => {
  expect((await told(drawXml(`${START}${flow('f', 's', 'nowhere')}`)))[0]).toContain('nowhere')
  expect((await told(drawXml(`${START}<bpmn:sequenceFlow id="f"/>`)))[0]).toContain('f：连线')
  expect((await told(drawXml('</bpmn:process><bpmn:process id="q">')))[0]).toContain('一个流程')
  expect(
    (await told(drawXml('</bpmn:process><bpmn:collaboration id="c"/><bpmn:process id="q">')))[0],
  ).toContain('协作')
  expect((await told(drawXml('<bpmn:startEvent id="constructor"/>')))[0]).toContain('编号')
})
