import type { Condition, Json } from '@portal/form-kit/form/form'

// The meaning of a drawn process. The graph is stored with its published version, so running processes never
// parse a diagram again.

/** Kinds of people that a step may ask. */
export const actorKinds = [
  'person',
  'role',
  'post',
  'labRole',
  'deptHead',
  'starterSuperior',
  'formField',
  'starter',
] as const
export type ActorKind = (typeof actorKinds)[number]
export const actorKindWords: Record<ActorKind, string> = {
  person: '指定人员',
  role: '角色',
  post: '岗位',
  labRole: '实验室角色',
  deptHead: '单位负责人',
  starterSuperior: '发起人的导师或上级',
  formField: '表单中的人员',
  starter: '发起人',
}

/** Kinds of people who may start a process. */
export const starterKinds = ['userType', 'role', 'post', 'labRole', 'dept', 'person'] as const
export type StarterKind = (typeof starterKinds)[number]
export const starterKindWords: Record<StarterKind, string> = {
  userType: '用户类型',
  role: '角色',
  post: '岗位',
  labRole: '实验室角色',
  dept: '单位（含下属单位）',
  person: '指定人员',
}
export interface Starter {
  kind: StarterKind
  /** The number of a person or department; the code of other kinds. */
  value: string
  /** Its name on the diagram; no decision depends on it. */
  label: string | null
}

export interface Actor {
  kind: ActorKind
  /**
   * The number or code of a person, role or post; a role in a laboratory; or a field of the form. For a
   * department's head it is the department; null means the starter's own.
   */
  value: string | null
  /** For `labRole`: the form field that names the laboratory; null means the starter's laboratories. */
  of: string | null
  /** Its name on the diagram; no decision depends on it. */
  label: string | null
}

/** How several people at one step decide. */
export const modes = ['any', 'all', 'sequence', 'percent'] as const
export type Mode = (typeof modes)[number]
export const modeWords: Record<Mode, string> = {
  any: '或签（一人办理即可）',
  all: '会签（所有人同意）',
  sequence: '依次办理',
  percent: '按比例通过',
}

export const nobodyRules = ['admin', 'skip', 'refuse'] as const
export type NobodyRule = (typeof nobodyRules)[number]
export const nobodyWords: Record<NobodyRule, string> = {
  admin: '转流程管理员',
  skip: '跳过该环节',
  refuse: '不允许发布',
}

export const timerDeeds = ['remind', 'pass', 'refuse', 'handOn'] as const
export type TimerDeed = (typeof timerDeeds)[number]
export const timerWords: Record<TimerDeed, string> = {
  remind: '提醒办理人',
  pass: '自动通过',
  refuse: '自动拒绝',
  handOn: '转交他人',
}
export interface Timer {
  hours: number
  deed: TimerDeed
  /** The actor to whom the task is handed on. */
  to: Actor | null
}

export const accesses = ['hidden', 'read', 'write'] as const
export type Access = (typeof accesses)[number]
export const accessWords: Record<Access, string> = { hidden: '隐藏', read: '只读', write: '可填写' }

/** A condition over the values of the form, built in the designer. It is data, never code. */
export type Test =
  | { all: Test[] }
  | { any: Test[] }
  | { field: string; condition: Condition; value?: Json | undefined }

export interface Flow {
  id: string
  name: string
  from: string
  to: string
  test: Test | null
}

interface Place {
  id: string
  name: string
  /** Flows that come in and go out, in the order of the diagram. */
  in: string[]
  out: string[]
}
export interface Task extends Place {
  kind: 'task'
  actors: Actor[]
  mode: Mode
  /** For `percent`: the percentage of people who must agree. */
  percent: number
  nobody: NobodyRule
  /** The access to fields at this step; fields not listed are read-only. */
  fields: { [field: string]: Access }
  timer: Timer | null
  copies: Actor[]
}
export interface Service extends Place {
  kind: 'service'
  service: string
  settings: { [name: string]: string }
  copies: Actor[]
}
/**
 * Services that must succeed before the process continues. If one fails, the process waits at this step, and
 * no person has a task there, until an administrator moves it on.
 */
export const haltingServices: ReadonlySet<string> = new Set(['writeOff'])

export interface Choice extends Place {
  kind: 'choice'
  /** The default flow, taken when no condition holds. */
  otherwise: string | null
}
export type Node = Task | Service | Choice | (Place & { kind: 'start' | 'end' | 'parallel' })

export interface Graph {
  /** The version of this shape. Running processes may have an older one, so code must still read those. */
  format: 1
  id: string
  name: string
  form: number | null
  /** A fixed version of the form; null means the version that was published with the process. */
  formVersion: number | null
  /** Whether several tasks may be decided at once. */
  batch: boolean
  /** Who may start it; missing or empty means everybody. */
  starters?: Starter[]
  nodes: { [id: string]: Node }
  flows: { [id: string]: Flow }
}

/** Why a diagram is refused, and at which element. */
export interface Fault {
  element: string | null
  message: string
}

export const limits = {
  /** Characters of a diagram. */
  text: 1_000_000,
  nodes: 300,
  flows: 600,
  /** Levels of a condition, and single comparisons in it. */
  testDepth: 5,
  testParts: 50,
  actors: 20,
  hours: 8760,
  /** The number of people at one step. */
  people: 200,
  faults: 100,
} as const
