import type { Tried } from '@portal/contract/benefit/ranking'
import { evaluate, rankTotals } from '@portal/contract/benefit/score'
import { benefitGrades, type BenefitGrade, type SchemeRules } from '@portal/contract/benefit/scheme'

export interface Outcome {
  total: number
  grade: BenefitGrade
  rank: number
}
export interface Compared extends Pick<Tried, 'device' | 'dept'> {
  /** Hours as tried, in minutes. */
  minutes: number
  before: Outcome
  after: Outcome
}
interface Tries {
  before: SchemeRules
  after: SchemeRules
  /** Changed hours of instruments in minutes, by device id. */
  minutes: ReadonlyMap<number, number>
}

/** The results by the scheme and as tried, sorted by the latter, best first. */
export function compareTrials(devices: readonly Tried[], { before, after, minutes }: Tries): Compared[] {
  const both = devices.map((d) => {
    const now = minutes.get(d.device.id) ?? d.inputs.minutes
    return {
      of: d,
      minutes: now,
      was: evaluate(d.inputs, before, d.judged),
      is: evaluate({ ...d.inputs, minutes: now }, after, d.judged),
    }
  })
  const [ranksWere, ranksAre] = [
    rankTotals(both.map((b) => b.was.total)),
    rankTotals(both.map((b) => b.is.total)),
  ]
  return both
    .map((b, i) => ({
      device: b.of.device,
      dept: b.of.dept,
      minutes: b.minutes,
      before: { total: b.was.total, grade: b.was.grade, rank: ranksWere[i] ?? 0 },
      after: { total: b.is.total, grade: b.is.grade, rank: ranksAre[i] ?? 0 },
    }))
    .toSorted((a, b) => a.after.rank - b.after.rank || a.device.id - b.device.id)
}

export function countGrades(of: readonly { grade: BenefitGrade }[]): Record<BenefitGrade, number> {
  // one for each grade
  const counted = Object.fromEntries(benefitGrades.map((g) => [g, 0])) as Record<BenefitGrade, number>
  for (const { grade } of of) counted[grade] += 1
  return counted
}
