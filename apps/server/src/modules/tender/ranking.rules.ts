import { cutText } from '@portal/contract/kernel/text'
import type { Ballot, ScoringRule } from '@portal/contract/tender/rows'

/** The result of the committee's ballots for one quotation. */
export interface Outcome {
  id: number
  qualified: boolean
  technicalScore: number | null
  commercialScore: number | null
  priceScore: number | null
  totalScore: number | null
  /** 1: recommended first. Equal quotations share a rank. */
  rank: number | null
  /** The members' comments, without names. */
  evaluation: string | null
}
interface Quoted {
  id: number
  amountFen: number
}

// Points have two decimals: summed as integer hundredths to avoid rounding errors.
const hundredths = (score: number): number => Math.round(score * 100)
const computeAverage = (scores: readonly (number | null)[]): number | null => {
  const given = scores.filter((s) => s !== null).map(hundredths)
  return given.length ? Math.round(given.reduce((sum, s) => sum + s, 0) / given.length) / 100 : null
}
const MAX_WORDS = 2000
const listWords = (ballots: readonly Ballot[]): string | null =>
  cutText([...new Set(ballots.flatMap((b) => b.words ?? []))].join('；'), MAX_WORDS) || null

/** The lowest amount gets all points of the price, others in proportion (财政部令第87号, 第五十五条). */
export const priceScore = (lowestFen: number, amountFen: number, points: number): number =>
  Math.round((lowestFen / amountFen) * points * 100) / 100

/**
 * A quotation qualifies if most members say so; its points are the members' averages. With points the highest
 * total ranks first, and of equal totals the cheaper; without points the cheapest qualified one ranks first.
 */
export function rankQuotations(
  quotations: readonly Quoted[],
  ballots: readonly Ballot[],
  { kind, pricePoints }: ScoringRule,
): Outcome[] {
  const of = new Map(quotations.map((q) => [q.id, ballots.filter((b) => b.quotationId === q.id)]))
  const qualifies = ({ id }: Quoted) => {
    const cast = of.get(id) ?? []
    return cast.filter((b) => b.qualified).length * 2 > cast.length
  }
  const lowest = Math.min(...quotations.filter(qualifies).map((q) => q.amountFen))
  const judged = quotations.map((q) => {
    const cast = of.get(q.id) ?? []
    const scored = {
      ...q,
      qualified: qualifies(q),
      evaluation: listWords(cast),
      technicalScore: null,
      commercialScore: null,
      priceScore: null,
      totalScore: null,
    }
    if (!scored.qualified || kind === 'lowest') return scored
    const [technicalScore, commercialScore, price] = [
      computeAverage(cast.map((b) => b.technicalScore)),
      computeAverage(cast.map((b) => b.commercialScore)),
      priceScore(lowest, q.amountFen, pricePoints),
    ]
    return {
      ...scored,
      technicalScore,
      commercialScore,
      priceScore: price,
      totalScore:
        (hundredths(technicalScore ?? 0) + hundredths(commercialScore ?? 0) + hundredths(price)) / 100,
    }
  })
  type Judged = (typeof judged)[number] & { totalScore: number | null }
  const better = (a: Judged, b: Judged): number =>
    (b.totalScore ?? 0) - (a.totalScore ?? 0) || a.amountFen - b.amountFen
  const field = judged.filter((q) => q.qualified)
  return judged.map(({ amountFen: _, ...q }, i) => ({
    ...q,
    rank: q.qualified ? 1 + field.filter((other) => better(other, judged[i]!) < 0).length : null,
  })) // same indexes
}
