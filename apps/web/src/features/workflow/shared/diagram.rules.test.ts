import { expect, test } from 'vitest'
import { findPlace, readNodes } from './diagram.rules.ts'

const xml = `<?xml version="1.0"?><b:definitions xmlns:b="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"><b:process id="p">
  <b:endEvent id="e" name="完成"/><b:userTask id="t" name="审核"/><b:startEvent id="s"/><b:sequenceFlow id="f"/>
  </b:process><di:BPMNDiagram><di:BPMNPlane>
  <di:BPMNShape bpmnElement="s"><dc:Bounds x="10"/></di:BPMNShape>
  <di:BPMNShape bpmnElement="e"><dc:Bounds x="300"/></di:BPMNShape>
  <di:BPMNShape bpmnElement="t"><dc:Bounds x="100"/></di:BPMNShape></di:BPMNPlane></di:BPMNDiagram></b:definitions>`

test('a diagram in words goes from left to right', () => {
  expect(readNodes(xml)).toEqual([
    { id: 's', name: '', kind: '开始' },
    { id: 't', name: '审核', kind: '办理环节' },
    { id: 'e', name: '完成', kind: '结束' },
  ])
  expect(readNodes('no diagram')).toEqual([])
})

test('where one is again is not what has been', () => {
  const progress = { done: ['s', 't'], now: ['t'], flows: [] }
  expect(['s', 't', 'e'].map((id) => findPlace(id, progress))).toEqual(['done', 'now', 'next'])
})
