import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import {
  amountFen,
  at,
  day,
  id,
  idParams,
  ifAsked,
  instant,
  keyword,
  line,
  optionalLine,
  seenAt,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceKey, deviceRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

// Records of a device over the years: results, teaching, repairs.

const choice = <T extends Record<string, string>>(words: T, label: string) =>
  z.enum(Object.keys(words) as [keyof T & string, ...(keyof T & string)[]], { error: `请选择${label}` })
const count = (label: string) =>
  z
    .number({ error: `${label}应为整数` })
    .int(`${label}应为整数`)
    .min(0, `${label}不能为负数`)
    .max(100_000, `${label}过大`)
    .default(0)
const can = z.array(z.enum(['edit', 'remove']))

const seen = { onRow: '可以查看该仪器的用户' }
const editors = { onRow: '仪器管理员，本单位负责人，本实验室主任、管理员' }
const ofDevice = pageQuery.omit({ order_by: true }).extend({
  deviceId: deviceKey,
  keyword,
})

// ── 成果 ─────────────────────────────────────────────────────────────────────

export const achievementKindWords = {
  paper: '论文',
  patent: '发明专利',
  award: '获奖',
  project: '科研项目',
  book: '著作',
  other: '其他',
} as const
export type AchievementKind = keyof typeof achievementKindWords
export const achievementLevelWords = {
  indexed: '三大检索',
  core: '核心刊物',
  teacher: '教师',
  student: '学生',
  national: '国家级',
  provincial: '省部级',
  other: '其他',
} as const
export type AchievementLevel = keyof typeof achievementLevelWords
/** The levels of each kind, as counted by the yearly reports. */
export const achievementLevels: Record<AchievementKind, readonly AchievementLevel[]> = {
  paper: ['indexed', 'core', 'other'],
  patent: ['teacher', 'student'],
  award: ['national', 'provincial', 'other'],
  project: ['national', 'provincial', 'other'],
  book: [],
  other: [],
}

/**
 * States of an instrument's part in a result; the person in charge of the instrument decides whether the
 * result came from it.
 */
export const claimStates = ['awaiting', 'confirmed', 'refused'] as const
export type ClaimState = (typeof claimStates)[number]
export const claimStateWords: Record<ClaimState, string> = {
  awaiting: '待确认',
  confirmed: '已确认',
  refused: '不予确认',
}

/** `judge`: the caller is in charge of the instrument and confirms or refuses the result. */
export const achievementActions = ['edit', 'remove', 'judge'] as const
export const achievementRow = z.object({
  id: z.number(),
  kind: choice(achievementKindWords, '类型'),
  level: choice(achievementLevelWords, '级别').nullable(),
  title: z.string(),
  people: z.string(),
  source: z.string().nullable(),
  number: z.string().nullable(),
  achievedOn: z.string(),
  remark: z.string().nullable(),
  state: z.enum(claimStates),
  /** Does the result acknowledge the instrument in its text? Null: not stated. */
  thanked: z.boolean().nullable(),
  /** Why it was not confirmed. */
  reason: z.string().nullable(),
  /**
   * The person who entered it for their group; null: the people in charge of the instrument did, or the
   * caller does not belong to them.
   */
  owner: ref.nullable(),
  can: z.array(z.enum(achievementActions)),
})
export type AchievementRow = z.output<typeof achievementRow>

/** The fields of a result, the same for users and people in charge of instruments. */
export const achievementFields = z.object({
  kind: choice(achievementKindWords, '成果类型'),
  level: choice(achievementLevelWords, '级别')
    .nullish()
    .transform((v) => v ?? null),
  title: line('成果名称', 300),
  people: line('完成人', 200),
  source: optionalLine('来源', 200),
  number: optionalLine('编号', 100),
  achievedOn: day,
  remark: text('备注', 500),
})
/** Does the kind have this level? */
export const hasLevel = (b: { kind: AchievementKind; level: AchievementLevel | null }): boolean =>
  b.level === null || achievementLevels[b.kind].includes(b.level)
export const levelMessage = { path: ['level'], message: '该类型的成果没有这个级别' }
export const achievementBody = achievementFields
  .extend({
    /** The result to change; left out: a new one. */
    id: id.nullish(),
    deviceId: deviceRef,
    /** Left out: the value stays. */
    thanked: z.boolean({ error: '请选择是否致谢' }).nullish(),
  })
  .refine(hasLevel, levelMessage)

// ── 教学 ─────────────────────────────────────────────────────────────────────

export const teachingKindWords = {
  course: '实验教学',
  training: '上机培训',
  thesis: '毕业设计',
  innovation: '创新训练',
  visit: '参观演示',
} as const
export type TeachingKind = keyof typeof teachingKindWords
export const masteryWords = { independent: '能独立操作', guided: '在指导下操作', shown: '观看演示' } as const
export type Mastery = keyof typeof masteryWords

export const teachingRow = z.object({
  id: z.number(),
  kind: choice(teachingKindWords, '类型'),
  title: z.string(),
  teacher: z.string(),
  heldOn: z.string(),
  minutes: z.number().int(),
  mastery: choice(masteryWords, '程度'),
  students: z.number().int(),
  teachers: z.number().int(),
  others: z.number().int(),
  remark: z.string().nullable(),
  can,
})
export type TeachingRow = z.output<typeof teachingRow>

export const teachingBody = z
  .object({
    id: id.nullish(),
    deviceId: deviceRef,
    kind: choice(teachingKindWords, '类型'),
    title: line('名称', 200),
    teacher: line('指导教师', 100),
    heldOn: day,
    minutes: z
      .number({ error: '请填写机时' })
      .int('机时最多精确到分钟')
      .min(1, '机时应大于 0')
      .max(600_000, '机时过大'),
    mastery: choice(masteryWords, '掌握程度'),
    students: count('学生人数'),
    teachers: count('教师人数'),
    others: count('其他人数'),
    remark: text('备注', 500),
  })
  .refine((b) => b.students + b.teachers + b.others > 0, { path: ['students'], message: '请填写参加人数' })

// ── 维修 ─────────────────────────────────────────────────────────────────────

export const repairKindWords = {
  repair: '故障维修',
  maintenance: '维护保养',
  calibration: '校准检定',
} as const
export type RepairKind = keyof typeof repairKindWords
export const repairStateWords = { reported: '待处理', repairing: '处理中', done: '已完成' } as const
export type RepairState = keyof typeof repairStateWords

export const repairRow = z.object({
  id: z.number(),
  kind: choice(repairKindWords, '类型'),
  state: choice(repairStateWords, '状态'),
  title: z.string(),
  detail: z.string().nullable(),
  handler: z.string().nullable(),
  vendor: z.string().nullable(),
  startedAt: at,
  expectedAt: at.nullable(),
  finishedAt: at.nullable(),
  result: z.string().nullable(),
  /** In fen; only for people in charge of the device, null for others. */
  costFen: z.number().nullable(),
  /** A repair order fills it in: its state, `expectedAt` and `finishedAt` change with the order only. */
  ordered: z.boolean(),
  updatedAt: at,
  can,
})
export type RepairRow = z.output<typeof repairRow>

export const repairBody = z
  .object({
    id: id.nullish(),
    deviceId: deviceRef,
    kind: choice(repairKindWords, '类型'),
    state: choice(repairStateWords, '状态'),
    title: line('故障现象或维护内容', 100),
    detail: text('详细说明', 2000),
    handler: optionalLine('负责人', 50),
    vendor: optionalLine('维修单位', 100),
    startedAt: instant,
    expectedAt: instant.nullish().transform((v) => v ?? null),
    finishedAt: instant.nullish().transform((v) => v ?? null),
    result: text('处理结果', 2000),
    costFen: amountFen.nullish().transform((v) => v ?? null),
    seenAt,
  })
  .refine((b) => (b.state === 'done') === (b.finishedAt !== null), {
    path: ['finishedAt'],
    message: '已完成的记录应有结束时间，未完成的没有',
  })
  .refine((b) => b.finishedAt === null || Date.parse(b.finishedAt) >= Date.parse(b.startedAt), {
    path: ['finishedAt'],
    message: '结束时间不能早于开始时间',
  })
  .refine((b) => b.expectedAt === null || Date.parse(b.expectedAt) > Date.parse(b.startedAt), {
    path: ['expectedAt'],
    message: '预计恢复时间应晚于开始时间',
  })
  .refine((b) => b.state !== 'done' || b.result !== null, { path: ['result'], message: '请填写处理结果' })

export const recordRefusals = {
  ACHIEVEMENT_OWNED: '该成果由用户登记，只能由登记人修改；如与本仪器无关，请不予确认并说明原因',
  ACHIEVEMENT_SHARED: '该成果还登记在其他仪器上，不能删除；如与本仪器无关，请不予确认并说明原因',
  ACHIEVEMENT_SAME: '相同编号的成果已登记，请勿重复登记',
  ACHIEVEMENT_NOT_USED: '您和您的课题组没有使用过该仪器',
  ACHIEVEMENT_CONFIRMED: '已确认的成果不能删除，请联系仪器管理员取消确认',
  REPAIR_OPEN: '该仪器已有未结束的维修记录，请先结束它',
  REPAIR_FUTURE: '开始时间不能晚于现在',
  REPAIR_ORDERED: '该记录由报修单填写，状态、预计恢复时间和结束时间请在报修单中办理；再次故障请重新报修',
} as const

const saved = z.object({ id: z.number() })

export const deviceRecordCalls = {
  achievements: call({
    method: 'GET',
    path: '/api/device/achievement/list',
    summary: '仪器成果列表',
    access: seen,
    query: ofDevice.extend({ kind: ifAsked(choice(achievementKindWords, '成果类型')) }),
    reply: definePage(achievementRow),
  }),
  saveAchievement: call({
    keeps: true,
    method: 'POST',
    path: '/api/device/achievement/edit',
    summary: '保存仪器成果',
    access: editors,
    body: achievementBody,
    reply: saved,
  }),
  removeAchievement: call({
    method: 'DELETE',
    path: '/api/device/achievement/{id}',
    summary: '删除仪器成果',
    access: editors,
    params: idParams,
    reply: done,
  }),

  teachings: call({
    method: 'GET',
    path: '/api/device/teaching/list',
    summary: '仪器教学记录列表',
    access: seen,
    query: ofDevice.extend({ kind: ifAsked(choice(teachingKindWords, '类型')) }),
    reply: definePage(teachingRow),
  }),
  saveTeaching: call({
    keeps: true,
    method: 'POST',
    path: '/api/device/teaching/edit',
    summary: '保存仪器教学记录',
    access: editors,
    body: teachingBody,
    reply: saved,
  }),
  removeTeaching: call({
    method: 'DELETE',
    path: '/api/device/teaching/{id}',
    summary: '删除仪器教学记录',
    access: editors,
    params: idParams,
    reply: done,
  }),

  repairs: call({
    method: 'GET',
    path: '/api/device/repair/list',
    summary: '仪器维修记录列表',
    access: seen,
    query: ofDevice.extend({
      kind: ifAsked(choice(repairKindWords, '类型')),
      state: ifAsked(choice(repairStateWords, '状态')),
    }),
    reply: definePage(repairRow),
  }),
  /** While a repair is open the device cannot be booked, and people who have booked it are notified. */
  saveRepair: call({
    keeps: true,
    method: 'POST',
    path: '/api/device/repair/edit',
    summary: '保存仪器维修记录',
    access: { onRow: '仪器管理员，本单位负责人，本实验室主任、管理员，设备审核员' },
    body: repairBody,
    reply: saved,
  }),
  removeRepair: call({
    method: 'DELETE',
    path: '/api/device/repair/{id}',
    summary: '删除仪器维修记录',
    access: editors,
    params: idParams,
    reply: done,
  }),
}
