import { readDiagram } from '@portal/process-kit/read/read'
import { expect, it } from 'vitest'
import { isDrawn, layOut } from './lay-out.ts'

const file = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:portal="urn:portal:workflow:1"
  id="d" targetNamespace="urn:x"><bpmn:process id="p" name="申请" isExecutable="true" portal:form="3">
  <bpmn:extensionElements><portal:starter kind="userType" value="2" label="教师"/></bpmn:extensionElements>
  ${inner}</bpmn:process></bpmn:definitions>`
const text = file(`<bpmn:startEvent id="s" name="提交"/>
  <bpmn:userTask id="t" name="审批" portal:mode="all"><bpmn:extensionElements>
    <portal:actor kind="role" value="FINANCE" label="财务处"/><portal:timer days="2" deed="remind"/>
  </bpmn:extensionElements></bpmn:userTask>
  <bpmn:exclusiveGateway id="g" default="f3"/><bpmn:endEvent id="e"/><bpmn:endEvent id="n"/>
  <bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="t"/>
  <bpmn:sequenceFlow id="f2" sourceRef="t" targetRef="g"/>
  <bpmn:sequenceFlow id="f3" sourceRef="g" targetRef="e"/>
  <bpmn:sequenceFlow id="f4" sourceRef="g" targetRef="n"><bpmn:conditionExpression
    xsi:type="bpmn:tFormalExpression" language="portal">
      {"field":"x","condition":"==","value":1}</bpmn:conditionExpression>
  </bpmn:sequenceFlow>`)

it('draws what a file only says, and changes nothing of what it means', async () => {
  expect(isDrawn(text)).toBe(false)
  const drawn = (await layOut(text)) ?? ''
  expect(isDrawn(drawn)).toBe(true)
  for (const id of ['s', 't', 'g', 'e', 'n', 'f1', 'f4']) expect(drawn).toContain(`bpmnElement="${id}"`)
  const [before, after] = [await readDiagram(text), await readDiagram(drawn)]
  expect(before.faults).toEqual([])
  expect(after).toEqual(before)
})

interface Box {
  x: number
  y: number
  width: number
  height: number
}
const NUMBERS = /x="(-?[\d.]+)" y="(-?[\d.]+)"(?: width="([\d.]+)" height="([\d.]+)")?/
const readBox = (text: string): Box => {
  const [x = 0, y = 0, width = 0, height = 0] = (NUMBERS.exec(text) ?? []).slice(1).map(Number)
  return { x, y, width, height }
}
const between = (at: number, from: number, to: number) => at > Math.min(from, to) && at < Math.max(from, to)

it('no line goes through the name of a gateway', async () => {
  const drawn =
    (await layOut(
      file(`<bpmn:startEvent id="s" name="提交"/><bpmn:exclusiveGateway id="g" name="金额是否超过十万元"/>
        <bpmn:userTask id="a"/><bpmn:userTask id="b"/><bpmn:exclusiveGateway id="j" name="汇合"/>
        <bpmn:endEvent id="e" name="完成"/>
        ${['s g', 'g a', 'g b', 'a j', 'b j', 'j e', 'j s']
          .map((way, i) => way.split(' ').map((id) => [id, i] as const))
          .map(
            ([from, to]) =>
              `<bpmn:sequenceFlow id="f${from?.[1]}" sourceRef="${from?.[0]}" targetRef="${to?.[0]}"/>`,
          )
          .join('')}`),
    )) ?? ''
  const shapes = drawn.match(/<bpmndi:BPMNShape[\s\S]*?<\/bpmndi:BPMNShape>/g) ?? []
  const lines = (drawn.match(/<bpmndi:BPMNEdge[\s\S]*?<\/bpmndi:BPMNEdge>/g) ?? []).flatMap((edge) => {
    const points = (edge.match(/<di:waypoint[^>]*>/g) ?? []).map(readBox)
    return points.slice(1).map((to, i) => [points[i] ?? to, to] as const)
  })
  expect(lines.length).toBeGreaterThan(7)
  for (const id of ['s', 'g', 'j']) {
    const label = shapes.find((shape) => shape.includes(`bpmnElement="${id}"`))?.split('BPMNLabel')[1]
    expect(label, id).toBeDefined()
    const box = readBox(label ?? '')
    const crossed = lines.filter(
      ([from, to]) =>
        (from.x === to.x &&
          between(from.x, box.x, box.x + box.width) &&
          Math.min(from.y, to.y) < box.y + box.height &&
          Math.max(from.y, to.y) > box.y) ||
        (from.y === to.y &&
          between(from.y, box.y, box.y + box.height) &&
          Math.min(from.x, to.x) < box.x + box.width &&
          Math.max(from.x, to.x) > box.x),
    )
    expect(crossed, id).toEqual([])
  }
})

it('gives nothing for what is no diagram', async () => {
  expect(await layOut('<x/>')).toBeNull()
})
