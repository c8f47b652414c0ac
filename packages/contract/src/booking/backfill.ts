import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, day, id, ifAsked, keptLine, keyword } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { masteryWords, type Mastery } from '../device-record/device-record.ts'
import { useNatures } from '../use-ledger/use-ledger.ts'
import { bookingKinds } from './booking.ts'
import { disciplines } from './body.ts'
import { coded } from './row.ts'

// Past uses that lack fields the reports need, and the values filled in afterwards (decision 075). Filling in
// changes no money.

export const lackWords = {
  nature: '用途类别',
  project: '课题名称',
  fundingSource: '经费来源',
  disciplines: '学科领域',
  serviceMode: '服务方式',
  training: '培训人次',
} as const
export type Lack = keyof typeof lackWords
export const lacks = Object.keys(lackWords) as [Lack, ...Lack[]]
/** Most bookings filled in with one request. */
export const BACKFILL_MAX = 200

const masteries = Object.keys(masteryWords) as [Mastery, ...Mastery[]]
const count = (label: string) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}应为整数`)
    .min(0, `${label}不能为负数`)
    .max(100_000, `${label}过大`)
export const training = z.object({
  students: count('培训学生人次'),
  teachers: count('培训教师人次'),
  others: count('培训其他人次'),
  mastery: z.enum(masteries, { error: '请选择掌握程度' }).nullable(),
})
export type Training = z.output<typeof training>

export const backfillRow = z.object({
  id: z.number(),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  kind: z.enum(bookingKinds),
  startAt: at.nullable(),
  booker: ref,
  experimenter: ref,
  payer: ref,
  /** The booker's text, which helps the person who fills in the rest. */
  purpose: z.string(),
  nature: z.enum(useNatures).nullable(),
  project: z.string().nullable(),
  projectNumber: z.string().nullable(),
  fundingSource: coded.nullable(),
  disciplines: z.array(coded),
  serviceMode: coded.nullable(),
  /** From the test order, or filled in afterwards; null if neither. */
  training: training.nullable(),
  /** The test order holds the numbers, so they are corrected there. */
  trainingFixed: z.boolean(),
  lacks: z.array(z.enum(lacks)),
  can: z.array(z.enum(['fill'])),
})
export type BackfillRow = z.output<typeof backfillRow>

const list = call({
  method: 'GET',
  path: '/api/v2/booking/backfill',
  summary: '补录清单',
  access: 'signed-in',
  query: pageQuery.omit({ order_by: true }).extend({
    /**
     * `mine`: the caller's bookings; `lab`: those of the instruments the caller manages; `all`: those the
     * back office may see.
     */
    scope: z.enum(['mine', 'lab', 'all'], { error: '范围不正确' }).default('mine'),
    keyword,
    deviceId: deviceRef.optional(),
    labId: labRef.optional(),
    fromDay: day.optional(),
    toDay: day.optional(),
    /**
     * Only rows that lack this field; without it, rows that lack any. Training is required only of teaching
     * uses.
     */
    lacks: ifAsked(z.enum(lacks, { error: '缺少的内容不正确' })),
  }),
  reply: definePage(backfillRow),
})

export const backfillRefusals = {
  BACKFILL_NOTHING: '请至少填写一项',
  BACKFILL_NOT_USED: '只能补录已经结束的使用',
  TRAINING_FIXED: '测试单已填写培训人次，请在测试单中更正',
} as const

export const backfillCalls = {
  backfill: list,
  exportBackfill: defineExport(list, '导出补录清单'),
  /**
   * A field left out keeps its value. With `overwrite`, given values replace old ones and empty values clear
   * them; otherwise only gaps are filled.
   */
  fillIn: call({
    method: 'POST',
    path: '/api/v2/booking/backfill',
    summary: '补录使用信息',
    access: { onRow: '预约人，设备审核员，实验室主任、管理员' },
    body: z.object({
      ids: z
        .array(id, { error: '请选择使用记录' })
        .min(1, '请选择使用记录')
        .max(BACKFILL_MAX, `一次最多补录 ${BACKFILL_MAX} 条`),
      overwrite: z.boolean().default(false),
      nature: z.enum(useNatures, { error: '请选择用途类别' }).nullish(),
      project: keptLine('课题名称', 200),
      projectNumber: keptLine('课题编号', 50),
      fundingSource: keptLine('经费来源'),
      disciplines: disciplines.optional(),
      serviceMode: keptLine('服务方式'),
      training: training.optional(),
    }),
    reply: z.object({ changed: z.number().int(), asked: z.number().int() }),
  }),
}
