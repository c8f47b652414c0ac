import { z } from 'zod'
import { call, type Access } from '../kernel/call.ts'
import { defineExport, inFormats } from '../kernel/export.ts'
import { at, day, flag, id, ifAsked } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { priceTiers } from '../price-plan/price-plan.ts'
import { ledgerKinds, ledgerNatures } from '../use-ledger/use-ledger.ts'

// Sums of the use ledger. A use counts for the campus day on which it began (decision 063).

/**
 * Whose uses are counted: the whole campus, the depts the person heads, the labs they direct, the uses they
 * pay for, or their own.
 */
export const scopes = ['all', 'dept', 'lab', 'group', 'own'] as const
export type Scope = (typeof scopes)[number]
export const scopeWords: Record<Scope, string> = {
  all: '全校',
  dept: '本单位',
  lab: '本实验室',
  group: '本课题组',
  own: '本人',
}

/** What the rows of a table stand for. */
export const tableKeys = [
  'device',
  'lab',
  'dept',
  'userDept',
  'group',
  'person',
  'month',
  'nature',
  'kind',
  'tier',
] as const
export type TableKey = (typeof tableKeys)[number]
export const tableKeyWords: Record<TableKey, string> = {
  device: '仪器',
  lab: '实验室',
  dept: '单位',
  userDept: '使用人单位',
  group: '课题组（付款人）',
  person: '使用人',
  month: '月份',
  nature: '用途类别',
  kind: '使用方式',
  tier: '价格档',
}

/** The measures; the fields below give each one's title, unit and formula. */
export const measures = [
  'uses',
  'users',
  'reservedMinutes',
  'workingMinutes',
  'billedMinutes',
  'outsideMinutes',
  'samples',
  'incomeFen',
] as const
export type Measure = (typeof measures)[number]
export const measureWords: Record<Measure, { title: string; unit: string; formula: string }> = {
  uses: { title: '使用次数', unit: '次', formula: '所选期间内开始的使用记录数；取消费、爽约费不计' },
  users: { title: '使用人数', unit: '人', formula: '有使用记录的不同使用人数（实验人）' },
  reservedMinutes: { title: '预约机时', unit: '小时', formula: '各次使用预约时段的时长之和' },
  workingMinutes: {
    title: '使用机时',
    unit: '小时',
    formula:
      '各次使用实际时长之和：以确认的测试单为准，未确认前以实际起止为准；含手工登记的使用和维护调试（可按使用方式分开看）',
  },
  billedMinutes: { title: '计费机时', unit: '小时', formula: '测试单中按时间计费的时长之和' },
  outsideMinutes: { title: '校外机时', unit: '小时', formula: '价格档为校外院校、校外企业的使用机时之和' },
  samples: { title: '样品数', unit: '个', formula: '各次使用确认的样品数之和，未确认前为登记的样品数' },
  incomeFen: {
    title: '收入',
    unit: '元',
    formula: '已确认测试单金额之和，含取消费与爽约费；更正中的按更正前计，已核销的不计',
  },
}

export const figures = z.object({
  uses: z.number().int(),
  users: z.number().int(),
  reservedMinutes: z.number().int(),
  workingMinutes: z.number().int(),
  billedMinutes: z.number().int(),
  outsideMinutes: z.number().int(),
  samples: z.number().int(),
  incomeFen: z.number().int(),
})
export type Figures = z.output<typeof figures>

/** Longest period of one request, in days: eleven years. */
export const MOST_DAYS = 4018
export const asked = z.object({
  /** Left out: the widest scope that the person has. */
  scope: ifAsked(z.enum(scopes, { error: '请选择范围' })),
  from: day,
  /** The last day, included. */
  to: day,
  labId: labRef.optional(),
  deptId: id.optional(),
  deviceId: deviceRef.optional(),
  nature: ifAsked(z.enum(ledgerNatures, { error: '请选择用途类别' })),
})
export type Asked = z.output<typeof asked>

/** Access depends on the row: the person's roles decide whose figures they see. */
export const access: Access = { onRow: '本人、付款人、实验室主任与管理员、单位负责人、设备管理与财务人员' }

const table = call({
  method: 'GET',
  path: '/api/v2/statistics/table',
  summary: '使用统计表',
  access,
  query: asked.extend(pageQuery.shape).extend({
    by: z.enum(tableKeys, { error: '请选择统计维度' }),
    /** Only instruments without any use. */
    idle: flag,
    /** Only instruments that are shared and in working order at present. */
    shared: flag,
  }),
  reply: definePage(
    figures.extend({
      /** Number of users; counted only for rows by device, lab, dept or person, else null. */
      users: z.number().int().nullable(),
      /** Key of the row: an id, the first day of a month, or a word of the contract. */
      key: z.string(),
      name: z.string(),
      /** Instruments only: the number, and the laboratory and department it belongs to now. */
      about: z.object({ serialId: z.string(), lab: z.string(), dept: z.string() }).nullable(),
    }),
  ).extend({ sum: figures, asOf: at }),
})
export type TableRow = z.output<typeof table.reply>['items'][number]

/** A use, with the people, instrument and codes that applied at its time. */
export const useRow = z.object({
  id: z.number(),
  bookingId: z.number().nullable(),
  begunAt: at,
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  user: ref.nullable(),
  payer: ref.nullable(),
  kind: z.enum(ledgerKinds),
  nature: z.enum(ledgerNatures),
  tier: z.enum(priceTiers),
  project: z.string().nullable(),
  reservedMinutes: z.number().int(),
  workingMinutes: z.number().int(),
  billedMinutes: z.number().int(),
  samples: z.number().int(),
  incomeFen: z.number().int(),
})

const uses = call({
  method: 'GET',
  path: '/api/v2/statistics/uses',
  summary: '使用记录明细',
  access,
  query: asked.extend(pageQuery.shape).extend({ userId: id.optional() }),
  reply: definePage(useRow),
})
export type UseRow = z.output<typeof useRow>

export const statisticsCalls = {
  /** The scopes that the person has, widest first. */
  scopes: call({
    method: 'GET',
    path: '/api/v2/statistics/scopes',
    summary: '可选的统计范围',
    access: 'signed-in',
    reply: z.array(z.enum(scopes)),
  }),
  /** The figures in total, for the preceding period of equal length, and month by month. */
  overview: call({
    method: 'GET',
    path: '/api/v2/statistics/overview',
    summary: '使用统计概览',
    addsUp: true,
    access,
    query: asked,
    reply: z.object({
      scope: z.enum(scopes),
      now: figures,
      before: figures,
      beforeFrom: z.string(),
      beforeTo: z.string(),
      months: z.array(figures.omit({ users: true }).extend({ month: z.string() })),
      /**
       * Instruments of the scope, including those that were used and have moved away or were scrapped since;
       * and how many of them were used.
       */
      devices: z.number().int(),
      devicesUsed: z.number().int(),
      /** The ledger is complete up to this instant. */
      asOf: at,
    }),
  }),
  table,
  exportTable: inFormats(defineExport(table, '导出使用统计表')),
  uses,
  exportUses: inFormats(defineExport(uses, '导出使用记录明细')),
}
