import { z } from 'zod'
import { at } from '../kernel/fields.ts'
import { ref } from '../kernel/rows.ts'

// 流程: processes that offices design and run. packages/process-kit defines what a diagram means; here a
// diagram is BPMN text, which the server validates before anybody can start it. The product's own flows
// (booking, settlement, …) are fixed in code and are not designed here.

export const workflowStates = ['draft', 'published', 'suspended'] as const
export type WorkflowState = (typeof workflowStates)[number]
export const workflowStateWords: Record<WorkflowState, string> = {
  draft: '草稿',
  published: '已发布',
  suspended: '已停用',
}
export const workflowActions = ['change', 'publish', 'suspend', 'activate', 'remove', 'start'] as const
export type WorkflowAction = (typeof workflowActions)[number]

/** Most drafts that one person may keep. */
export const MOST_OWN_WORKFLOWS = 100

/** Service tasks that a diagram may use, with the titles of their settings. */
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
/** Longest period for which a service task may grant something, in days. */
export const MOST_SERVICE_DAYS = 3650

export const workflowRow = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  state: z.enum(workflowStates),
  owner: ref,
  /**
   * Number of saves. The person who saves sends the revision they started from, which detects concurrent
   * saves.
   */
  revision: z.number().int(),
  version: z.number().int().nullable(),
  /** The draft differs from the published version. */
  hasChanges: z.boolean(),
  /** The bound form was published anew since: only publishing the process again takes that version. */
  hasNewForm: z.boolean(),
  /** Number of instances started, and number still running. */
  started: z.number().int(),
  running: z.number().int(),
  changedAt: at,
  changedBy: ref,
  can: z.array(z.enum(workflowActions)),
})
export type WorkflowRow = z.output<typeof workflowRow>
export const workflowDetail = workflowRow.extend({ xml: z.string() })
export type WorkflowDetail = z.output<typeof workflowDetail>

/** A fault that prevents publishing; `element` is null if it concerns the whole diagram. */
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

/** A published process that the caller may start. */
export const startableWorkflow = z.object({
  id: z.number(),
  name: z.string(),
  category: z.string().nullable(),
  description: z.string().nullable(),
  version: z.number().int(),
  /** When the caller saved an unfinished start; null if there is none. */
  draftAt: at.nullable(),
})
const fields = z.record(z.string(), z.unknown())
/** The data for filling in a start. */
export const fillableWorkflow = startableWorkflow.extend({
  xml: z.string(),
  /** The JSON text of the bound form, in the version that this process uses. */
  form: z.string(),
  draft: fields.nullable(),
  /** The people whose ids the draft's values contain. */
  people: z.array(ref),
})

/** One step as it would come with these values, if every step were approved. */
export const previewedStep = z.object({
  node: z.string(),
  name: z.string(),
  /** How several assignees decide; a word of process-kit. */
  mode: z.string(),
  people: z.array(z.string()),
  /** Number of assignees. `people` names only the first few, and nobody if there are too many to act. */
  count: z.number().int(),
  /** What the process does because there is no assignee, or too many; null if neither. */
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
export const taskActions = ['agree', 'refuse', 'return', 'delegate', 'transfer', 'claim'] as const
export type TaskAction = (typeof taskActions)[number]

export const instanceRow = z.object({
  id: z.number(),
  workflow: ref,
  version: z.number().int(),
  starter: ref,
  /** The first filled fields as text. */
  summary: z.string(),
  state: z.enum(instanceStates),
  startedAt: at,
  endedAt: at.nullable(),
  /** The current steps and their assignees; the first few of each. */
  at: z.array(z.string()),
  awaited: z.array(z.string()),
  /** It runs but waits for nobody. */
  isStuck: z.boolean(),
})
export type InstanceRow = z.output<typeof instanceRow>

/** Earlier steps and their visits. */
const returnsTo = z.array(z.object({ visit: z.number().int(), name: z.string() }))

export const instanceTask = z.object({
  id: z.number(),
  visit: z.number().int(),
  node: z.string(),
  step: z.string(),
  assignee: ref,
  /** The person who delegated the task and decides after the delegate. */
  owner: ref.nullable(),
  state: z.enum(taskStates),
  opinion: z.string().nullable(),
  openedAt: at,
  decidedAt: at.nullable(),
  decidedBy: ref.nullable(),
  /** What the caller may do with it. */
  can: z.array(z.enum(taskActions)),
  /**
   * True if a refusal by the caller refuses the whole process, because the caller's decision alone is enough.
   */
  ends: z.boolean(),
  /** Steps that the task can be returned to, besides the starter. */
  returnsTo,
  /** Fields that the caller fills in here; all others are read-only or hidden. */
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
  /** The person's name; 系统 if the system acted. */
  who: z.string(),
  step: z.string().nullable(),
  opinion: z.string().nullable(),
  /** The people or the step it went to. */
  to: z.string().nullable(),
  at,
  /** Minutes that the step had waited; only if the event ended a task. */
  minutes: z.number().int().nullable(),
})

export const instanceDetail = instanceRow.extend({
  description: z.string().nullable(),
  xml: z.string(),
  form: z.string(),
  /** Values by field, without fields hidden from the caller. */
  values: fields,
  hidden: z.array(z.string()),
  /** The people whose ids the values contain. */
  people: z.array(ref),
  /** Ids of the diagram's elements, for colouring them. */
  progress: z.object({ done: z.array(z.string()), now: z.array(z.string()), flows: z.array(z.string()) }),
  /** The current steps: an administrator may move them, and `stuck` says why a step waits for nobody. */
  steps: z.array(
    z.object({
      visit: z.number().int(),
      node: z.string(),
      name: z.string(),
      since: at,
      dueAt: at.nullable(),
      stuck: z.string().nullable(),
      /** Steps that this step can be returned to, besides the starter. */
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
