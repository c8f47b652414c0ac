import { readDiagram } from '@portal/process-kit/read/read'
import { expect, it } from 'vitest'
import { compareGraphs } from './compare.ts'

async function read(elements: string, process = 'portal:form="1"') {
  const { graph, faults } = await readDiagram(`<bpmn:definitions
    xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:portal="urn:portal:workflow:1" id="d">
    <bpmn:process id="p" ${process}>${elements}</bpmn:process></bpmn:definitions>`)
  if (!graph) throw new Error(faults.map(({ message }) => message).join())
  return graph
}
const person = (id: number, label: string) => `<portal:actor kind="person" value="${id}" label="${label}"/>`
const task = (id: string, name: string, inner: string, more = '') =>
  `<bpmn:userTask id="${id}" name="${name}" ${more}>
    <bpmn:extensionElements>${inner}</bpmn:extensionElements></bpmn:userTask>`
const flow = (id: string, from: string, to: string) =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}"/>`
const [start, end] = ['<bpmn:startEvent id="s" name="开始"/>', '<bpmn:endEvent id="e" name="结束"/>']

it('says what a version has otherwise, and nothing where it has nothing', async () => {
  const first = await read(
    `${start}${task('a', '初审', person(1, '甲'))}${end}${flow('f', 's', 'a')}${flow('g', 'a', 'e')}`,
  )
  const timer = '<portal:timer days="1" hours="2" deed="pass"/>'
  const second = await read(
    `${start}${task('a', '复审', `${person(2, '乙')}${timer}`, 'portal:mode="all" portal:nobody="skip"')}
     ${task('b', '终审', person(3, '丙'))}${end}
     ${flow('f', 's', 'a')}${flow('g', 'a', 'b')}${flow('h', 'b', 'e')}`,
    'portal:form="2"',
  )
  expect(compareGraphs(first, first)).toEqual([])
  expect(compareGraphs(first, second).map(({ how, id, text }) => `${how} ${id} ${text}`)).toEqual([
    'changed p 绑定了另一个表单',
    'changed a 审批任务“复审”：名称由“初审”改为“复审”',
    'changed a 审批任务“复审”：办理人由“甲”改为“乙”',
    'changed a 审批任务“复审”：多人办理由或签（一人办理即可）改为会签（所有人同意）',
    'changed a 审批任务“复审”：无人办理时由转流程管理员改为跳过该环节',
    'changed a 审批任务“复审”：时限由不设改为26 小时后自动通过',
    'added b 增加了审批任务“终审”',
    'changed g 从审批任务“初审”到结束“结束”的连线改为从审批任务“复审”到审批任务“终审”的连线',
    'added h 增加了从审批任务“终审”到结束“结束”的连线',
  ])
  const back = compareGraphs(second, first).map(({ text }) => text)
  expect(back).toContain('删除了审批任务“终审”')
  expect(back).toContain('删除了从审批任务“终审”到结束“结束”的连线')
})

it('says who may start it, where that differs', async () => {
  const all = await read(`${start}${end}${flow('f', 's', 'e')}`)
  const some = await read(`<bpmn:extensionElements><portal:starter kind="userType" value="2" label="教师"/>
    </bpmn:extensionElements>${start}${end}${flow('f', 's', 'e')}`)
  expect(compareGraphs(all, some).map(({ text }) => text)).toEqual(['发起范围由所有人改为“教师”'])
  expect(compareGraphs(some, all).map(({ text }) => text)).toEqual(['发起范围由“教师”改为所有人'])
  expect(compareGraphs(some, some)).toEqual([])
})
