import { z } from 'zod'
import {
  achievementKindWords,
  achievementLevelWords,
  masteryWords,
  type AchievementKind,
  type AchievementLevel,
} from '../device-record/device-record.ts'
import { deviceDesignWords } from '../device/body.ts'

// Rules of a year's evaluation, and the inputs of an instrument's scores. Points, weights and scores are
// integers in hundredths, so that sums have no rounding errors.

/** 机时利用, 人才培养, 科研成果, 服务收入, 功能利用与开发. */
export const benefitItems = ['hours', 'talent', 'results', 'income', 'functions'] as const
export type BenefitItem = (typeof benefitItems)[number]
export const benefitItemWords: Record<BenefitItem, string> = {
  hours: '机时利用',
  talent: '人才培养',
  results: '科研成果',
  income: '服务收入',
  functions: '功能利用与开发',
}
export const benefitGrades = ['excellent', 'good', 'pass', 'fail'] as const
export type BenefitGrade = (typeof benefitGrades)[number]
export const benefitGradeWords: Record<BenefitGrade, string> = {
  excellent: '优秀',
  good: '良好',
  pass: '合格',
  fail: '不合格',
}

const MOST = 1_000_000
/** Points in hundredths. */
const points = (label: string, most = MOST) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}最多两位小数`)
    .min(0, `${label}不能为负数`)
    .max(most, `${label}过大`)
const whole = (label: string, least: number, most: number) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}应为整数`)
    .min(least, `${label}不能小于 ${least}`)
    .max(most, `${label}不能大于 ${most}`)
const chosen = <K extends string>(words: Record<K, string>, label: string) =>
  z.enum(Object.keys(words) as [K, ...K[]], { error: `请选择${label}` }) // exactly its keys

const perItem = (label: string, most: number) =>
  z.object(
    Object.fromEntries(
      benefitItems.map((i) => [i, points(`${benefitItemWords[i]}${label}`, most)]),
    ) as Record<BenefitItem, ReturnType<typeof points>>,
  )
export const classPrefix = z
  .string({ error: '请填写分类号' })
  .trim()
  .regex(/^\d{2,8}$/, '分类号为 2 至 8 位数字')
const perPeople = z.object({ points: points('分值'), people: whole('人数', 1, 10_000) })

export const schemeRules = z.object({
  /**
   * Expected hours. The longest prefix of the instrument's class code decides; for equal prefixes the
   * instrument's own design comes before 不限.
   */
  quotas: z
    .array(
      z.object({
        prefix: classPrefix,
        design: chosen({ ...deviceDesignWords, any: '不限' }, '仪器类型'),
        hours: whole('定额机时', 1, 8784),
      }),
    )
    .min(1, '请至少填写一项定额机时')
    .max(50, '定额机时最多 50 项'),
  weights: perItem('权重', 10_000),
  /** Maximum score of each item. */
  caps: perItem('得分上限', MOST),
  talent: z.object({ independent: perPeople, guided: perPeople, shown: perPeople }),
  results: z
    .array(
      z.object({
        kind: chosen(achievementKindWords, '成果类型'),
        /** Null: for all levels without a line of their own. */
        level: chosen(achievementLevelWords, '级别').nullable(),
        points: points('分值'),
      }),
    )
    .max(50, '成果分值最多 50 项'),
  /** Points for each 1,000 yuan of income. */
  incomePoints: points('每千元分值'),
  /** 功能利用: points from this percentage of used functions on. */
  bands: z
    .array(z.object({ from: whole('利用率', 0, 100), points: points('分值') }))
    .max(20, '利用率档次最多 20 项'),
  /** Points for each newly developed function. */
  fresh: points('新开发功能分值'),
  /** Lowest total of each grade; below the last the grade is 不合格. */
  grades: z.object({ excellent: points('优秀下限'), good: points('良好下限'), pass: points('合格下限') }),
})
export type SchemeRules = z.output<typeof schemeRules>

/** Figures that the platform counts and the instrument's manager may correct with a reason. */
export const figureWords = {
  minutes: '有效机时',
  independent: `培训${masteryWords.independent}人数`,
  guided: `培训${masteryWords.guided}人数`,
  shown: `培训${masteryWords.shown}人数`,
  incomeFen: '服务收入',
} as const
export type Figure = keyof typeof figureWords
export const figures = Object.keys(figureWords) as [Figure, ...Figure[]] // exactly its keys

const count = z.number().int()
export const resultCount = z.object({
  kind: z.enum(Object.keys(achievementKindWords) as [AchievementKind, ...AchievementKind[]]),
  level: z.enum(Object.keys(achievementLevelWords) as [AchievementLevel, ...AchievementLevel[]]).nullable(),
  count,
})
/** Everything besides the rules from which an instrument's scores follow. */
export const benefitInputs = z.object({
  /** 教育部分类号; empty if not entered. */
  classCode: z.string(),
  design: z.enum(Object.keys(deviceDesignWords) as ['general', 'special']).nullable(),
  minutes: count,
  independent: count,
  guided: count,
  shown: count,
  /** Trained people without a stated mastery; they give no points. */
  unstated: count,
  incomeFen: count,
  results: z.array(resultCount),
  functionsTotal: count.nullable(),
  functionsUsed: count.nullable(),
  functionsNew: count.nullable(),
})
export type BenefitInputs = z.output<typeof benefitInputs>
