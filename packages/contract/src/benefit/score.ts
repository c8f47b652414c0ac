import {
  achievementKindWords,
  achievementLevelWords,
  masteryWords,
  type Mastery,
} from '../device-record/device-record.ts'
import {
  benefitItems,
  type BenefitGrade,
  type BenefitInputs,
  type BenefitItem,
  type Figure,
  type SchemeRules,
} from './scheme.ts'

// Computes scores from figures and a scheme. Server and browser share this code: the server decides with it,
// the browser tries schemes out.

/** n / d rounded to the nearest integer, halves up; exact for any size. */
function divide(n: bigint, d: bigint): number {
  return Number((2n * n + d) / (2n * d))
}
const product = (...factors: number[]): bigint => factors.reduce((all, f) => all * BigInt(f), 1n)
const notNegative = (n: number): number => Math.max(0, n)

/**
 * Hours per year that an instrument is expected to work; undefined if the scheme has no quota for its class.
 */
export function findQuota(
  { classCode, design }: Pick<BenefitInputs, 'classCode' | 'design'>,
  { quotas }: Pick<SchemeRules, 'quotas'>,
): number | undefined {
  // An instrument without a stated design counts as general, because most are, and more hours are expected of
  // it.
  const own = design ?? 'general'
  const fitting = quotas.filter(
    (q) => classCode.startsWith(q.prefix) && (q.design === own || q.design === 'any'),
  )
  const rank = (q: (typeof quotas)[number]) => q.prefix.length * 2 + (q.design === own ? 1 : 0)
  return fitting.toSorted((a, b) => rank(b) - rank(a))[0]?.hours
}

export interface Scored {
  /** Hundredths of a point, after the cap. */
  score: number
  /** The formula as text, with its numbers. */
  formula: string
}
/** 8818 → 88.18. */
export const pointsText = (hundredths: number): string => (hundredths / 100).toFixed(2)
const hoursText = (minutes: number): string => (minutes / 60).toFixed(2)

type Reckoning = (inputs: BenefitInputs, rules: SchemeRules) => Scored
const reckon: Record<BenefitItem, Reckoning> = {
  hours(inputs, rules) {
    const quota = findQuota(inputs, rules)
    if (quota === undefined)
      return { score: 0, formula: `分类号“${inputs.classCode || '未登记'}”没有对应的定额机时，不计分` }
    const minutes = notNegative(inputs.minutes)
    const score = divide(product(minutes, 10_000), product(quota, 60))
    return { score, formula: `有效机时 ${hoursText(minutes)} 小时 ÷ 定额 ${quota} 小时 × 100` }
  },
  talent(inputs, { talent }) {
    const lines = (Object.keys(masteryWords) as Mastery[]).map((m) => {
      const people = notNegative(inputs[m])
      const { points: each, people: per } = talent[m]
      return {
        score: divide(product(people, each), BigInt(per)),
        text: `${masteryWords[m]} ${people} 人 × ${pointsText(each)} 分${per === 1 ? '' : `/${per} 人`}`,
      }
    })
    const left = inputs.unstated > 0 ? `（另有 ${inputs.unstated} 人未说明掌握程度，不计分）` : ''
    return {
      score: lines.reduce((sum, l) => sum + l.score, 0),
      formula: lines.map((l) => l.text).join(' + ') + left,
    }
  },
  results(inputs, { results }) {
    if (results.length === 0) return { score: 0, formula: '方案没有设置成果分值，不计分' }
    const lines = inputs.results.map((r) => {
      const own =
        results.find((p) => p.kind === r.kind && p.level === r.level) ??
        results.find((p) => p.kind === r.kind && p.level === null)
      const name = [achievementKindWords[r.kind], r.level && achievementLevelWords[r.level]]
        .filter(Boolean)
        .join('·')
      const each = own?.points ?? 0
      return { score: r.count * each, text: `${name} ${r.count} 项 × ${pointsText(each)} 分` }
    })
    return {
      score: lines.reduce((sum, l) => sum + l.score, 0),
      formula: lines.map((l) => l.text).join(' + ') || '没有已确认的成果',
    }
  },
  income(inputs, { incomePoints }) {
    const fen = notNegative(inputs.incomeFen)
    return {
      score: divide(product(fen, incomePoints), 100_000n),
      formula: `服务收入 ${(fen / 100_000).toFixed(3)} 千元 × ${pointsText(incomePoints)} 分`,
    }
  },
  functions({ functionsTotal, functionsUsed, functionsNew }, { bands, fresh }) {
    if (functionsTotal === null || functionsUsed === null || functionsNew === null)
      return { score: 0, formula: '功能利用情况尚未填报' }
    const band = bands
      .filter((b) => functionsUsed * 100 >= b.from * functionsTotal)
      .toSorted((a, b) => b.from - a.from)[0]
    const used = ((functionsUsed * 100) / functionsTotal).toFixed(1)
    return {
      score: (band?.points ?? 0) + functionsNew * fresh,
      formula: `利用功能 ${functionsUsed}/${functionsTotal} 项（${used}%）得 ${pointsText(band?.points ?? 0)} 分 + 新开发 ${functionsNew} 项 × ${pointsText(fresh)} 分`,
    }
  },
}

/** Score of one item, after the cap. */
export function scoreItem(item: BenefitItem, inputs: BenefitInputs, rules: SchemeRules): Scored {
  const { score, formula } = reckon[item](inputs, rules)
  const cap = rules.caps[item]
  return score > cap
    ? { score: cap, formula: `${formula} = ${pointsText(score)}，按上限 ${pointsText(cap)} 计` }
    : { score, formula: `${formula} = ${pointsText(score)}` }
}

/** An item's contribution to the total, in hundredths of a point. */
export const weighted = (score: number, weight: number): number => divide(product(score, weight), 10_000n)

export const sumWeights = (weights: SchemeRules['weights']): number =>
  benefitItems.reduce((sum, i) => sum + weights[i], 0)

export const findGrade = (total: number, { grades }: Pick<SchemeRules, 'grades'>): BenefitGrade =>
  total >= grades.excellent
    ? 'excellent'
    : total >= grades.good
      ? 'good'
      : total >= grades.pass
        ? 'pass'
        : 'fail'

export interface Evaluated {
  items: Record<BenefitItem, Scored & { computed: number; weighted: number }>
  total: number
  grade: BenefitGrade
}
/** Computes items, total and grade. `judged`: scores set by the office, which replace computed ones. */
export function evaluate(
  inputs: BenefitInputs,
  rules: SchemeRules,
  judged: Partial<Record<BenefitItem, number>> = {},
): Evaluated {
  const items = Object.fromEntries(
    benefitItems.map((item) => {
      const { score: computed, formula } = scoreItem(item, inputs, rules)
      const score = judged[item] ?? computed
      return [item, { computed, score, formula, weighted: weighted(score, rules.weights[item]) }]
    }),
  ) as Evaluated['items'] // the entries have one key for each item
  const total = benefitItems.reduce((sum, i) => sum + items[i].weighted, 0)
  return { items, total, grade: findGrade(total, rules) }
}

/** Figures with the manager's corrections applied. */
export const correct = (
  inputs: BenefitInputs,
  corrections: Partial<Record<Figure, { value: number }>>,
): BenefitInputs => ({
  ...inputs,
  ...Object.fromEntries(Object.entries(corrections).map(([figure, { value }]) => [figure, value])),
})

/**
 * Ranks by position in `totals`: the number of higher totals plus one, so 2, 2 share rank 2 in 4, 2, 2, 1.
 */
export const rankTotals = (totals: readonly number[]): number[] => {
  const sorted = totals.toSorted((a, b) => b - a)
  const first = new Map<number, number>()
  for (const [i, total] of sorted.entries()) if (!first.has(total)) first.set(total, i + 1)
  return totals.map((total) => first.get(total) ?? 0)
}
