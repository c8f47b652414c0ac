import { z } from 'zod'
import { assetDevice, assetFilters } from '../asset/parts.ts'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { id, ifAsked } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { ref } from '../kernel/rows.ts'
import { benefitGrades, benefitInputs, benefitItems, classPrefix, type BenefitItem } from './scheme.ts'

// Rankings, averages, and data for trying out a scheme.

export const rankedBy = ['total', ...benefitItems] as const
export type RankedBy = (typeof rankedBy)[number]
const scoreOf = z.number().int()
const scores = z.object(
  Object.fromEntries(benefitItems.map((i) => [i, scoreOf])) as Record<BenefitItem, typeof scoreOf>,
)

const ranking = call({
  method: 'GET',
  path: '/api/v2/benefit/ranking',
  summary: '效益评价排名',
  access: 'signed-in',
  query: pageQuery.omit({ order_by: true }).extend({
    schemeId: id,
    by: z.enum(rankedBy, { error: '请选择排名依据' }).default('total'),
    deptId: ifAsked(id),
    classPrefix: ifAsked(classPrefix),
    grade: ifAsked(z.enum(benefitGrades)),
    keyword: assetFilters.keyword,
  }),
  reply: definePage(
    z.object({
      id: z.number(),
      /** Rank among all published evaluations of the year; `of` is their number. */
      rank: z.number().int(),
      of: z.number().int(),
      device: assetDevice,
      dept: ref,
      lab: ref,
      classCode: z.string(),
      minutes: z.number().int(),
      scores,
      total: scoreOf,
      grade: z.enum(benefitGrades),
      /** Score and rank of the previous year, in the item that the ranking uses; null if there are none. */
      lastScore: scoreOf.nullable(),
      lastRank: z.number().int().nullable(),
    }),
  ),
})
export type RankRow = z.output<typeof ranking.reply>['items'][number]

export const groupedBy = ['dept', 'class'] as const
const groups = call({
  method: 'GET',
  path: '/api/v2/benefit/group',
  summary: '按单位、分类汇总的效益评价',
  access: 'signed-in',
  query: pageQuery.omit({ order_by: true }).extend({
    schemeId: id,
    by: z.enum(groupedBy, { error: '请选择汇总依据' }).default('dept'),
  }),
  reply: definePage(
    z.object({
      key: z.string(),
      name: z.string(),
      devices: z.number().int(),
      /** Averages in hundredths of a point. */
      total: scoreOf,
      scores,
      excellent: z.number().int(),
      good: z.number().int(),
      pass: z.number().int(),
      fail: z.number().int(),
      lastTotal: scoreOf.nullable(),
    }),
  ),
})
export type GroupRow = z.output<typeof groups.reply>['items'][number]

/** Most instruments in one trial. */
export const MOST_TRIED = 3000
/** Most instruments in one answer: the figures of all of them would be a megabyte. */
const TRIED_AT_ONCE = 300
export const rankCalls = {
  ranking,
  exportRanking: defineExport(ranking, '导出效益评价排名'),
  groups,
  exportGroups: defineExport(groups, '导出效益评价汇总'),
  /**
   * Figures of the instruments in scope, evaluated or not, in the order of their keys. The browser computes
   * the trial scores from them; nothing is saved.
   */
  trial: call({
    method: 'GET',
    path: '/api/v2/benefit/trial',
    summary: '效益评价试算数据',
    addsUp: true,
    access: 'signed-in',
    query: z.object({
      schemeId: id,
      deptId: ifAsked(id),
      /** The `next` of the answer before; left out: from the first instrument on. */
      after: ifAsked(id),
      size: z.coerce
        .number<number | string>({ error: '每次的台数不正确' })
        .int('每次的台数不正确')
        .min(1, '每次的台数不正确')
        .max(TRIED_AT_ONCE, `每次最多 ${TRIED_AT_ONCE} 台`)
        .default(TRIED_AT_ONCE),
    }),
    reply: z.object({
      devices: z.array(
        z.object({
          device: ref.extend({ serialId: z.string() }),
          dept: z.string(),
          inputs: benefitInputs,
          judged: z.partialRecord(z.enum(benefitItems), z.number().int()),
        }),
      ),
      /** Where the next answer begins; null: these are the last instruments. */
      next: z.number().int().nullable(),
    }),
  }),
}
export type Tried = z.output<typeof rankCalls.trial.reply>['devices'][number]
