import { castId } from '../campus/labs.ts'
import { castDevices, type CastName } from '../cast.ts'
import { draw, type Shape } from './draw-diagram.ts'

// Processes drawn by the office.

const person = (name: CastName, label: string) =>
  `<portal:actor kind="person" value="${castId(name)}" label="${label}"/>`

const office = '<portal:actor kind="role" value="EQUIP_OFFICE" label="设备处"/>'

const BIG_YUAN = 50_000
const remindAfter = (days: number) => `<portal:timer days="${days}" deed="remind"/>`

const starters = [
  ['labRole', 'lab_director', '实验室主任'],
  ['labRole', 'lab_admin', '实验室管理员'],
  ['role', 'EQUIP_OFFICE', '设备处'],
]
  .map(([kind, value, label]) => `<portal:starter kind="${kind}" value="${value}" label="${label}"/>`)
  .join('')

/** A step for the director of the starter's laboratory. */
const directorStep: Shape = {
  id: 'director',
  tag: 'userTask',
  name: '实验室主任审批',
  at: [1, 0],
  attributes: 'portal:nobody="admin"',
  inner: `<portal:actor kind="labRole" value="lab_director" label="所在实验室主任"/>${remindAfter(3)}`,
}

export interface DrawnWorkflow {
  owner: CastName
  name: string
  category: string
  description: string
  isPublished: boolean
  /** Id of the form that starts the process. */
  form: number
  xml: string
}
/** `forms`: the ids of the forms. */
export function drawnWorkflows(forms: {
  admission: number
  fund: number
  opening: number
  prices: number
}): readonly DrawnWorkflow[] {
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
        inner: `${office}${remindAfter(3)}`,
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
        inner: `${office}<portal:field name="grant" access="write"/>`,
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
  const opening = draw(
    'opening',
    '仪器开放申请',
    forms.opening,
    [
      { id: 'start', tag: 'startEvent', name: '提交申请', at: [0, 0] },
      directorStep,
      {
        id: 'office',
        tag: 'userTask',
        name: '设备处核定',
        at: [2, 0],
        inner: `${office}${remindAfter(5)}<portal:field name="opinion" access="write"/>`,
      },
      {
        id: 'notice',
        tag: 'serviceTask',
        name: '通知开放结果',
        at: [3, 0],
        attributes: 'portal:service="tell"',
        inner:
          '<portal:setting name="title" value="仪器开放申请已核定"/><portal:setting name="body" value="请在“开放设置”中填写开放时段和收费标准，保存后即可预约。"/>',
      },
      { id: 'end', tag: 'endEvent', name: '完成', at: [4, 0] },
    ],
    [
      { id: 'o1', from: 'start', to: 'director' },
      { id: 'o2', from: 'director', to: 'office' },
      { id: 'o3', from: 'office', to: 'notice' },
      { id: 'o4', from: 'notice', to: 'end' },
    ],
    'portal:batch="true"',
  )
  const prices = draw(
    'prices',
    '收费标准调整',
    forms.prices,
    [
      { id: 'start', tag: 'startEvent', name: '提交申请', at: [0, 0] },
      directorStep,
      {
        id: 'office',
        tag: 'userTask',
        name: '设备处核定',
        at: [2, 0],
        inner: `${office}${remindAfter(5)}`,
      },
      {
        id: 'finance',
        tag: 'userTask',
        name: '财务处备案',
        at: [3, 0],
        inner: `<portal:actor kind="role" value="FINANCE" label="财务处"/>${remindAfter(5)}`,
      },
      {
        id: 'publish',
        tag: 'serviceTask',
        name: '发布收费标准',
        at: [4, 0],
        attributes: 'portal:service="price"',
        inner: ['device', 'from', 'campus', 'school', 'company']
          .map((field) => `<portal:setting name="${field}" value="${field}"/>`)
          .join(''),
      },
      { id: 'end', tag: 'endEvent', name: '完成', at: [5, 0] },
    ],
    [
      { id: 'p1', from: 'start', to: 'director' },
      { id: 'p2', from: 'director', to: 'office' },
      { id: 'p3', from: 'office', to: 'finance' },
      { id: 'p4', from: 'finance', to: 'publish' },
      { id: 'p5', from: 'publish', to: 'end' },
    ],
    '',
    // Only people who set prices may start it.
    starters,
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
      owner: 'equipoffice',
      name: '仪器开放申请',
      category: '开放共享',
      description: '实验室主任审批、设备处核定后通知申请人设置开放时段和收费标准。',
      isPublished: true,
      form: forms.opening,
      xml: opening,
    },
    {
      // The publisher is responsible for the prices of every instrument.
      owner: 'sysadmin',
      name: '收费标准调整',
      category: '开放共享',
      description: '实验室主任审批、设备处核定、财务处备案后，按表单发布机时收费标准的新版本。',
      isPublished: true,
      form: forms.prices,
      xml: prices,
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
