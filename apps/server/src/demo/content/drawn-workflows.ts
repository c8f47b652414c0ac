import { castId } from '../campus/labs.ts'
import { castDevices, type CastName } from '../cast.ts'

// Processes that the office has drawn, as a person would have drawn them: with places and lines.

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const person = (name: CastName, label: string) =>
  `<portal:actor kind="person" value="${castId(name)}" label="${label}"/>`

interface Shape {
  id: string
  tag: 'startEvent' | 'endEvent' | 'userTask' | 'exclusiveGateway' | 'serviceTask'
  name: string
  /** Column and row of the drawing. */
  at: readonly [number, number]
  attributes?: string
  inner?: string
}
interface Line {
  id: string
  from: string
  to: string
  name?: string
  /** A condition as JSON. */
  when?: object
}
const sizes = {
  startEvent: [36, 36],
  endEvent: [36, 36],
  exclusiveGateway: [50, 50],
  userTask: [120, 80],
  serviceTask: [120, 80],
} as const
const COLUMN = 180
const ROW = 140
const middleOf = ({ at: [column, row] }: Shape) => [120 + column * COLUMN, 140 + row * ROW] as const

/** A diagram with its drawing, so that it can be opened and changed in the designer. */
function draw(
  id: string,
  name: string,
  form: number,
  shapes: readonly Shape[],
  lines: readonly Line[],
  more = '',
): string {
  const nodes = shapes.map(
    (s) =>
      `<bpmn:${s.tag} id="${s.id}" name="${escape(s.name)}" ${s.attributes ?? ''}>${
        s.inner ? `<bpmn:extensionElements>${s.inner}</bpmn:extensionElements>` : ''
      }</bpmn:${s.tag}>`,
  )
  const flows = lines.map(
    (l) =>
      `<bpmn:sequenceFlow id="${l.id}" name="${escape(l.name ?? '')}" sourceRef="${l.from}" targetRef="${l.to}">${
        l.when
          ? `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression" language="portal">${escape(
              JSON.stringify(l.when),
            )}</bpmn:conditionExpression>`
          : ''
      }</bpmn:sequenceFlow>`,
  )
  const boxes = shapes.map((s) => {
    const [width, height] = sizes[s.tag]
    const [x, y] = middleOf(s)
    const bounds = `x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}"`
    return `<bpmndi:BPMNShape id="${s.id}_di" bpmnElement="${s.id}"><dc:Bounds ${bounds}/></bpmndi:BPMNShape>`
  })
  const edges = lines.map((l) => {
    const [from, to] = [l.from, l.to].map((end) => shapes.find((s) => s.id === end))
    if (!from || !to) throw new Error(`the line ${l.id} hangs in the air`)
    const [[x1, y1], [x2, y2]] = [middleOf(from), middleOf(to)]
    const corner = y1 === y2 ? '' : `<di:waypoint x="${x1}" y="${y2}"/>`
    const start = y1 === y2 ? x1 + sizes[from.tag][0] / 2 : x1
    const points = `<di:waypoint x="${start}" y="${y1}"/>${corner}<di:waypoint x="${
      x2 - sizes[to.tag][0] / 2
    }" y="${y2}"/>`
    return `<bpmndi:BPMNEdge id="${l.id}_di" bpmnElement="${l.id}">${points}</bpmndi:BPMNEdge>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
  xmlns:di="http://www.omg.org/spec/DD/20100524/DI" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:portal="urn:portal:workflow:1" id="definitions_${id}" targetNamespace="urn:portal:workflow">
<bpmn:process id="${id}" name="${escape(name)}" isExecutable="true" portal:form="${form}" ${more}>
${[...nodes, ...flows].join('\n')}
</bpmn:process>
<bpmndi:BPMNDiagram id="diagram_${id}"><bpmndi:BPMNPlane id="plane_${id}" bpmnElement="${id}">
${[...boxes, ...edges].join('\n')}
</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>`
}

const BIG_YUAN = 50_000
const remindAfter = (days: number) => `<portal:timer days="${days}" deed="remind"/>`

export interface DrawnWorkflow {
  owner: CastName
  name: string
  category: string
  description: string
  isPublished: boolean
  /** Which form it is bound to. */
  form: number
  xml: string
}
/** `forms`: numbers of the two forms. */
export function drawnWorkflows(forms: { admission: number; fund: number }): readonly DrawnWorkflow[] {
  const admission = draw(
    'admission',
    '实验室安全准入申请',
    forms.admission,
    [
      { id: 'start', tag: 'startEvent', name: '提交申请', at: [0, 0] },
      {
        id: 'safety',
        tag: 'userTask',
        name: '安全员审核',
        at: [1, 0],
        attributes: 'portal:nobody="admin"',
        inner: `${person('labadmin', '何静')}${remindAfter(3)}<portal:copy kind="starterSuperior"/>`,
      },
      {
        id: 'director',
        tag: 'userTask',
        name: '实验室主任审批',
        at: [2, 0],
        inner: `${person('director', '孙立群')}${remindAfter(3)}`,
      },
      {
        id: 'notice',
        tag: 'serviceTask',
        name: '通知准入结果',
        at: [3, 0],
        attributes: 'portal:service="tell"',
        inner:
          '<portal:setting name="title" value="安全准入已批准"/><portal:setting name="body" value="请按准入期限进入实验室，并遵守安全管理规定。"/>',
      },
      {
        id: 'grant',
        tag: 'serviceTask',
        name: '授予上机资格',
        at: [4, 0],
        attributes: 'portal:service="qualify"',
        inner: `<portal:setting name="device" value="${castDevices.selfOperated.serialId}"/><portal:setting name="days" value="365"/>`,
      },
      { id: 'end', tag: 'endEvent', name: '完成', at: [5, 0] },
    ],
    [
      { id: 'a1', from: 'start', to: 'safety' },
      { id: 'a2', from: 'safety', to: 'director' },
      { id: 'a3', from: 'director', to: 'notice' },
      { id: 'a4', from: 'notice', to: 'grant' },
      { id: 'a5', from: 'grant', to: 'end' },
    ],
    'portal:batch="true"',
  )
  const fund = draw(
    'fund',
    '开放基金申请',
    forms.fund,
    [
      { id: 'start', tag: 'startEvent', name: '提交申请', at: [0, 0] },
      {
        id: 'first',
        tag: 'userTask',
        name: '设备处初审',
        at: [1, 0],
        inner: `<portal:actor kind="role" value="EQUIP_OFFICE" label="设备处"/>${remindAfter(3)}`,
      },
      {
        id: 'panel',
        tag: 'userTask',
        name: '专家会签',
        at: [2, 0],
        attributes: 'portal:mode="all"',
        inner: `<portal:actor kind="formField" value="experts" label="评审专家"/>${remindAfter(7)}`,
      },
      { id: 'amount', tag: 'exclusiveGateway', name: '金额', at: [3, 0], attributes: 'default="f5"' },
      {
        id: 'office',
        tag: 'userTask',
        name: '设备处审批',
        at: [4, 0],
        inner: `<portal:actor kind="role" value="EQUIP_OFFICE" label="设备处"/><portal:field name="grant" access="write"/>`,
      },
      {
        id: 'school',
        tag: 'userTask',
        name: '财务与主管联合审批',
        at: [4, 1],
        attributes: 'portal:mode="sequence"',
        inner: `${person('finance', '沈玉兰')}${person('depthead', '院系负责人')}<portal:field name="grant" access="write"/>`,
      },
      { id: 'end', tag: 'endEvent', name: '立项', at: [5, 0] },
    ],
    [
      { id: 'f1', from: 'start', to: 'first' },
      { id: 'f2', from: 'first', to: 'panel' },
      { id: 'f3', from: 'panel', to: 'amount' },
      {
        id: 'f4',
        from: 'amount',
        to: 'school',
        name: '五万元以上',
        when: { field: 'amount', condition: '>', value: BIG_YUAN },
      },
      { id: 'f5', from: 'amount', to: 'office', name: '五万元及以下' },
      { id: 'f6', from: 'office', to: 'end' },
      { id: 'f7', from: 'school', to: 'end' },
    ],
  )
  const visit = draw(
    'visit',
    '开放日参观审批',
    forms.admission,
    [
      { id: 'start', tag: 'startEvent', name: '登记', at: [0, 0] },
      { id: 'check', tag: 'userTask', name: '审核', at: [1, 0] },
      { id: 'end', tag: 'endEvent', name: '完成', at: [2, 0] },
    ],
    [
      { id: 'v1', from: 'start', to: 'check' },
      { id: 'v2', from: 'check', to: 'end' },
    ],
  )
  return [
    {
      owner: 'equipoffice',
      name: '实验室安全准入申请',
      category: '安全管理',
      description: '安全员审核后由实验室主任审批，通过后通知申请人，并授予电镜的上机资格。',
      isPublished: true,
      form: forms.admission,
      xml: admission,
    },
    {
      owner: 'equipoffice',
      name: '开放基金申请',
      category: '科研管理',
      description: '设备处初审、三位专家会签，按金额决定审批层级。',
      isPublished: true,
      form: forms.fund,
      xml: fund,
    },
    {
      owner: 'labadmin',
      name: '开放日参观审批',
      category: '其他',
      description: '尚未画完：还没有指定办理人。',
      isPublished: false,
      form: forms.admission,
      xml: visit,
    },
  ]
}

/** What a fund is applied for with. */
export const fundForm = {
  name: '开放基金申请表',
  category: '科研管理',
  description: '申请实验室开放基金时填写。',
  rule: [
    {
      type: 'input',
      field: 'topic',
      title: '课题名称',
      props: { maxlength: 100 },
      validate: [{ required: true, message: '请输入课题名称', trigger: 'blur' }],
    },
    {
      type: 'inputNumber',
      field: 'amount',
      title: '申请金额（元）',
      props: { min: 1000, max: 500000, precision: 0 },
      validate: [{ type: 'number', required: true, message: '请输入申请金额', trigger: 'change' }],
    },
    {
      type: 'userSelect',
      field: 'experts',
      title: '评审专家',
      props: { multiple: true },
      validate: [{ type: 'array', required: true, min: 1, message: '请选择评审专家', trigger: 'change' }],
    },
    {
      type: 'input',
      field: 'content',
      title: '研究内容',
      props: { type: 'textarea', rows: 4, maxlength: 1000 },
      validate: [{ required: true, message: '请输入研究内容', trigger: 'blur' }],
    },
    { type: 'input', field: 'grant', title: '批复意见', props: { maxlength: 200 } },
  ],
}
