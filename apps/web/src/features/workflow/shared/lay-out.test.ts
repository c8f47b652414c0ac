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

it('gives nothing for what is no diagram', async () => {
  expect(await layOut('<x/>')).toBeNull()
})
