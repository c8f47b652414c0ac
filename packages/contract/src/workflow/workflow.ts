import { z } from 'zod'
import { at } from '../kernel/fields.ts'
import { ref } from '../kernel/rows.ts'

// 流程: what an office draws and runs. What a diagram means is packages/process-kit's; here it is a text of
// BPMN, which the server judges before anybody can start it. What the product brings along are its own flows
// (booking, settlement, …), which nobody draws.

export const workflowStates = ['draft', 'published', 'suspended'] as const
export type WorkflowState = (typeof workflowStates)[number]
export const workflowStateWords: Record<WorkflowState, string> = {
  draft: '草稿',
  published: '已发布',
  suspended: '已停用',
}
export const workflowActions = ['change', 'publish', 'suspend', 'activate', 'remove', 'start'] as const
export type WorkflowAction = (typeof workflowActions)[number]

/** What one person may keep in drafts of his own. */
export const MOST_OWN_WORKFLOWS = 100

/** Service steps that a diagram may use, and what each of their settings is called. */
export const workflowServices = {
  tell: { name: '发送通知', settings: { title: '标题', body: '内容' }, about: '通知发起人和抄送人' },
  qualify: {
    name: '授予上机资格',
    settings: { device: '仪器编号，或选择仪器的表单字段', days: '有效天数（不填为长期）', note: '备注' },
    about: '授予发起人该仪器的上机资格；发布人须有权管理该仪器的上机资格',
  },
  price: {
    name: '发布收费标准',
    settings: {
      device: '仪器编号，或选择仪器的表单字段',
      from: '生效日期的表单字段（不填为次日）',
      dept: '本单位每小时价格（元）的表单字段',
      campus: '校内每小时价格（元）的表单字段',
      school: '校外院校每小时价格（元）的表单字段',
      company: '校外企业每小时价格（元）的表单字段',
    },
    about: '按表单中的价格发布该仪器机时收费标准的新版本，未填的照旧；发布人须有权管理该仪器的收费标准',
  },
  writeOff: {
    name: '核销测试单',
    settings: { bill: '测试单号的表单字段', paper: '核销依据的上传字段' },
    about:
      '核销表单所填的测试单，此后无需支付；发布人须有权核销。不能核销时（已结算、结算中、缺少依据等）流程停在这里，由流程管理员处理',
  },
} as const
export type ServiceName = keyof typeof workflowServices
/** So many days a service step may grant something for. */
export const MOST_SERVICE_DAYS = 3650

export const workflowRow = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  state: z.enum(workflowStates),
  owner: ref,
  /** Counts savings: whoever saves says which one he began with. */
  revision: z.number().int(),
  version: z.number().int().nullable(),
  /** The draft differs from what is published. */
  hasChanges: z.boolean(),
  /** How many were started, and how many of them run. */
  started: z.number().int(),
  running: z.number().int(),
  changedAt: at,
  changedBy: ref,
  can: z.array(z.enum(workflowActions)),
})
export type WorkflowRow = z.output<typeof workflowRow>
export const workflowDetail = workflowRow.extend({ xml: z.string() })
export type WorkflowDetail = z.output<typeof workflowDetail>

/** What keeps a diagram from being published; without an element it is about all of it. */
export const workflowFault = z.object({ element: z.string().nullable(), message: z.string() })

export const workflowVersion = z.object({
  version: z.number().int(),
  name: z.string(),
  by: ref,
  at,
  form: ref,
  formVersion: z.number().int(),
  started: z.number().int(),
  running: z.number().int(),
})

/** A published process that one may start. */
export const startableWorkflow = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  version: z.number().int(),
  /** When a start of mine was left half filled in. */
  draftAt: at.nullable(),
})
const fields = z.record(z.string(), z.unknown())
/** What is needed to fill in a start. */
export const fillableWorkflow = startableWorkflow.extend({
  xml: z.string(),
  /** The text of the bound form, of the version that this process keeps to. */
  form: z.string(),
  draft: fields.nullable(),
  /** Whom the draft names: it holds numbers. */
  people: z.array(ref),
})

/** One step as it would come with these values, if everybody agreed. */
export const previewedStep = z.object({
  node: z.string(),
  name: z.string(),
  /** How several decide, in a word of process-kit. */
  mode: z.string(),
  people: z.array(z.string()),
  /** How many are meant; the names are the first few, and none where they are too many to be asked. */
  count: z.number().int(),
  /** What happens since nobody is found, or too many. */
  nobody: z.enum(['admin', 'skip', 'refuse']).nullable(),
})

export const instanceStates = ['running', 'done', 'refused', 'withdrawn'] as const
export type InstanceState = (typeof instanceStates)[number]
export const instanceStateWords: Record<InstanceState, string> = {
  running: '进行中',
  done: '已通过',
  refused: '未通过',
  withdrawn: '已撤回',
}
export const instanceActions = ['withdraw', 'urge', 'comment', 'resubmit', 'move'] as const
export type InstanceAction = (typeof instanceActions)[number]

export const taskStates = [
  'waiting',
  'agreed',
  'refused',
  'returned',
  'unneeded',
  'passed',
  'moved',
  'withdrawn',
] as const
export type TaskState = (typeof taskStates)[number]
export const taskStateWords: Record<TaskState, string> = {
  waiting: '待办理',
  agreed: '已同意',
  refused: '已拒绝',
  returned: '已退回',
  unneeded: '无须办理',
  passed: '自动通过',
  moved: '已转出',
  withdrawn: '已撤回',
}
export const taskActions = ['agree', 'refuse', 'return', 'delegate', 'transfer', 'claim'] as const
export type TaskAction = (typeof taskActions)[number]
export const taskActionWords: Record<TaskAction, string> = {
  agree: '同意',
  refuse: '拒绝',
  return: '退回',
  delegate: '委托',
  transfer: '转办',
  claim: '认领',
}

export const instanceRow = z.object({
  id: z.number(),
  workflow: ref,
  version: z.number().int(),
  starter: ref,
  /** The first filled fields in words. */
  summary: z.string(),
  state: z.enum(instanceStates),
  startedAt: at,
  endedAt: at.nullable(),
  /** The steps it is at, and who is awaited there; the first few. */
  at: z.array(z.string()),
  awaited: z.array(z.string()),
  /** Nobody is awaited although it runs. */
  isStuck: z.boolean(),
})
export type InstanceRow = z.output<typeof instanceRow>

/** Earlier steps, by their visits. */
const returnsTo = z.array(z.object({ visit: z.number().int(), name: z.string() }))

export const instanceTask = z.object({
  id: z.number(),
  visit: z.number().int(),
  node: z.string(),
  step: z.string(),
  assignee: ref,
  /** Who has delegated it, and decides afterwards. */
  owner: ref.nullable(),
  state: z.enum(taskStates),
  opinion: z.string().nullable(),
  openedAt: at,
  decidedAt: at.nullable(),
  decidedBy: ref.nullable(),
  /** What the asker may do with it. */
  can: z.array(z.enum(taskActions)),
  /** Refused by the asker, the whole process ends as refused: he is the one who decides, and his word is enough. */
  ends: z.boolean(),
  /** Steps it can be returned to, besides the starter. */
  returnsTo,
  /** Fields that the asker writes here; all others are read, or hidden. */
  writes: z.array(z.string()),
})
export type InstanceTask = z.output<typeof instanceTask>

export const eventKinds = [
  'started',
  'resubmitted',
  'agreed',
  'refused',
  'returned',
  'delegated',
  'transferred',
  'claimed',
  'commented',
  'urged',
  'withdrawn',
  'passed',
  'assigned',
  'stopped',
  'skipped',
  'reminded',
  'late',
  'served',
  'ended',
] as const
export type EventKind = (typeof eventKinds)[number]
export const eventKindWords: Record<EventKind, string> = {
  started: '发起',
  resubmitted: '修改后重新提交',
  agreed: '同意',
  refused: '拒绝',
  returned: '退回',
  delegated: '委托',
  transferred: '转办',
  claimed: '认领',
  commented: '评论',
  urged: '催办',
  withdrawn: '撤回',
  passed: '管理员推进',
  assigned: '管理员指定办理人',
  stopped: '管理员终止',
  skipped: '无人办理，自动跳过',
  reminded: '超时提醒',
  late: '超时自动处理',
  served: '自动步骤',
  ended: '流程结束',
}
export const instanceEvent = z.object({
  id: z.number(),
  kind: z.enum(eventKinds),
  /** 系统 where nobody did it. */
  who: z.string(),
  step: z.string().nullable(),
  opinion: z.string().nullable(),
  /** Whom it went to, or where. */
  to: z.string().nullable(),
  at,
  /** How long the step had waited, in minutes, where this ended a task. */
  minutes: z.number().int().nullable(),
})

export const instanceDetail = instanceRow.extend({
  description: z.string().nullable(),
  xml: z.string(),
  form: z.string(),
  /** Values by field, without those that are hidden from the asker. */
  values: fields,
  hidden: z.array(z.string()),
  /** Whom the values name: they hold numbers. */
  people: z.array(ref),
  /** For colouring the diagram: elements by their id. */
  progress: z.object({ done: z.array(z.string()), now: z.array(z.string()), flows: z.array(z.string()) }),
  /** Where it stands: what an administrator can move, and why it may stand still. */
  steps: z.array(
    z.object({
      visit: z.number().int(),
      node: z.string(),
      name: z.string(),
      since: at,
      dueAt: at.nullable(),
      stuck: z.string().nullable(),
      /** Steps it can be returned to from here, besides the starter. */
      returnsTo,
    }),
  ),
  tasks: z.array(instanceTask),
  timeline: z.array(instanceEvent),
  can: z.array(z.enum(instanceActions)),
})
export type InstanceDetail = z.output<typeof instanceDetail>

export const workflowRefusals = {
  WORKFLOW_CHANGED: '流程已被他人保存，请先查看对方的修改，再决定覆盖还是放弃自己的修改',
  WORKFLOW_BAD: '流程图有错误，请按提示修改后再发布',
  WORKFLOW_UNREADABLE: '流程图不能保存',
  WORKFLOW_TOO_MANY: `每人最多保存 ${MOST_OWN_WORKFLOWS} 个流程草稿，请先删除不用的草稿`,
  WORKFLOW_RAN: '发起过的流程不能删除；可以停用',
  WORKFLOW_NOT_YOURS: '该流程只能由指定范围内的人员发起，请联系流程管理员',
  WORKFLOW_NOT_OPEN: '该流程没有发布或已停用，不能发起',
  WORKFLOW_VERSION_OLD: '流程已更新，请核对后重新提交，已填写的内容会保留',
  TASK_OVER: '该任务已办理或已不由您办理，请刷新后查看',
  TASK_SEAT: '该人员已在此环节办理或等待办理，请选择其他人员',
  TASK_TO: '请选择退回到哪个环节',
  TASK_DELEGATED: '该任务由他人委托办理，不能退回，请同意或拒绝并填写意见，由委托人决定',
  INSTANCE_OVER: '流程已结束，不能再操作',
  STEP_OVER: '该环节已办理或已变动，请刷新后查看',
  URGED_JUST_NOW: '一小时内已催办过，请稍后再催',
  NO_BATCH: '该流程不允许批量办理，请逐项办理',
} as const
