import type { Ballot, ScoringRule } from '@portal/contract/tender/rows'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceScore, rankQuotations } from './ranking.rules.ts'

const points: ScoringRule = { kind: 'points', pricePoints: 40, commercialPoints: 20, technicalPoints: 40 }
const lowest: ScoringRule = { ...points, kind: 'lowest' }
const ballot = (
  quotationId: number,
  technicalScore: number | null = 30,
  more: Partial<Ballot> = {},
): Ballot => ({ quotationId, qualified: true, technicalScore, commercialScore: 15, words: null, ...more })
const no = (quotationId: number, words = '不合格'): Ballot => ({
  quotationId,
  qualified: false,
  technicalScore: null,
  commercialScore: null,
  words,
})

test('the lowest price earns its points in full, the others in proportion', () => {
  expect([priceScore(100, 100, 40), priceScore(100, 200, 40), priceScore(900, 990, 40)]).toEqual([
    40, 20, 36.36,
  ])
})

test('what most say qualifies; points are averages; the highest total is first', () => {
  const ranking = rankQuotations(
    [
      { id: 1, amountFen: 100 },
      { id: 2, amountFen: 80 },
      { id: 3, amountFen: 50 },
    ],
    [
      ballot(1, 40),
      ballot(1, 39),
      ballot(1, 38.5),
      ballot(2, 20),
      ballot(2, 21),
      no(2, '接口不符'),
      no(3),
      no(3),
      ballot(3),
    ],
    points,
  )
  // The cheapest one does not qualify, so it is not the basis of the price points.
  expect(
    ranking.map((r) => [
      r.rank,
      r.qualified,
      r.technicalScore,
      r.commercialScore,
      r.priceScore,
      r.totalScore,
    ]),
  ).toEqual([
    [1, true, 39.17, 15, 32, 86.17],
    [2, true, 20.5, 15, 40, 75.5],
    [null, false, null, null, null, null],
  ])
  expect(ranking.map((r) => r.evaluation)).toEqual([null, '接口不符', '不合格'])
})

test('of equal totals the cheaper is first, of equal prices both; by price points do not count', () => {
  const cast = [ballot(1, 30), ballot(2, 30), ballot(3, 30)]
  expect(
    rankQuotations(
      [
        { id: 1, amountFen: 100 },
        { id: 2, amountFen: 100 },
        { id: 3, amountFen: 50 },
      ],
      cast,
      points,
    ).map((r) => r.rank),
  ).toEqual([2, 2, 1])
  // 40 + 30 and 20 + 50: equal.
  expect(
    rankQuotations(
      [
        { id: 1, amountFen: 100 },
        { id: 2, amountFen: 50 },
      ],
      [ballot(1, 50), ballot(2, 30)],
      points,
    ).map((r) => [r.totalScore, r.rank]),
  ).toEqual([
    [85, 2],
    [85, 1],
  ])
  expect(
    rankQuotations(
      [
        { id: 1, amountFen: 60 },
        { id: 2, amountFen: 50 },
      ],
      [ballot(1, null), no(2)],
      lowest,
    ).map((r) => [r.rank, r.totalScore]),
  ).toEqual([
    [1, null],
    [null, null],
  ])
})

test('whatever is cast: only who qualifies is ranked, nobody is before a better one, and nothing exceeds its points', () => {
  const vote = fc.record({
    qualified: fc.boolean(),
    technicalScore: fc.integer({ min: 0, max: 4000 }).map((n) => n / 100),
    commercialScore: fc.integer({ min: 0, max: 2000 }).map((n) => n / 100),
  })
  const quotation = fc.record({
    amountFen: fc.integer({ min: 1, max: 10_000_000_000 }),
    votes: fc.array(vote, { minLength: 3, maxLength: 3 }),
  })
  fc.assert(
    fc.property(
      fc.array(quotation, { minLength: 1, maxLength: 10 }),
      fc.constantFrom(points, lowest),
      (drawn, rule) => {
        const quotations = drawn.map((q, id) => ({ id, amountFen: q.amountFen }))
        const ballots = drawn.flatMap((q, id) =>
          q.votes.map((v) => (v.qualified ? { ...v, quotationId: id, words: null } : no(id))),
        )
        const ranked = rankQuotations(quotations, ballots, rule)
        const field = ranked.filter((r) => r.qualified)
        expect(ranked.every((r) => (r.rank === null) === !r.qualified)).toBe(true)
        if (field.length) expect(field.some((r) => r.rank === 1)).toBe(true)
        for (const r of field) {
          expect(r.totalScore ?? 0).toBeLessThanOrEqual(100)
          for (const other of field.filter((o) => (o.rank ?? 0) > (r.rank ?? 0))) {
            expect(r.totalScore ?? 0).toBeGreaterThanOrEqual(other.totalScore ?? 0)
            if (r.totalScore === other.totalScore)
              expect(quotations[r.id]!.amountFen).toBeLessThan(quotations[other.id]!.amountFen)
          }
        }
      },
    ),
  )
})
