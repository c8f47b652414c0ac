import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeAnnouncement, judgeAward, judgeEvaluation, judgePrices, priceScores, standingOf, type Announcement } from './tender.rules.ts'

const now = new Date('2026-03-02T01:00:00Z')
const inDays = (n: number) => new Date(now.getTime() + n * 86_400_000)

describe('announcing', () => {
  const good: Announcement = { method: 'invited', announcement: '公告', opensAt: inDays(3), minQuotations: 3, invited: 3 }
  const code = (t: Partial<Announcement>) => judgeAnnouncement({ ...good, ...t }, now, 20)?.code
  test('by invitation: enough are invited, and the time is to come', () => {
    expect(code({})).toBeUndefined()
    expect(code({ announcement: '' })).toBe('ANNOUNCEMENT_MISSING')
    expect(code({ opensAt: null })).toBe('OPENS_MISSING')
    expect(code({ opensAt: now })).toBe('OPENS_PAST')
    expect(code({ invited: 2 })).toBe('INVITED_FEW')
    expect(code({ invited: 2, minQuotations: 2, method: 'comparison' })).toBeUndefined()
  })
  test('in public: long enough, whoever is invited', () => {
    expect(code({ method: 'public', opensAt: inDays(20), invited: 0 })).toBeUndefined()
    expect(code({ method: 'public', opensAt: inDays(19.99), invited: 5 })).toBe('OPENS_EARLY')
  })
})

describe('prices', () => {
  const items = [{ id: 1, quantity: 2 }, { id: 2, quantity: 1 }]
  const price = (itemId: number, unitPriceFen: number) => ({ itemId, unitPriceFen })
  test('every item once, to the fen', () => {
    expect(judgePrices(items, [price(2, 50), price(1, 25)], 100)).toBeUndefined()
    expect(judgePrices(items, [price(1, 25), price(2, 50)], 101)?.code).toBe('AMOUNT_DIFFERS')
    for (const wrong of [[price(1, 50)], [price(1, 25), price(1, 25)], [price(1, 25), price(3, 50)], [price(1, 25), price(2, 50), price(3, 1)]]) expect(judgePrices(items, wrong, 100)?.code).toBe('ITEMS_CHANGED')
  })
})

test('the lowest qualified price earns 100, a higher one less, one that is not qualified none', () => {
  expect([...priceScores([{ id: 1, amountFen: 200, qualified: true }, { id: 2, amountFen: 100, qualified: true }, { id: 3, amountFen: 50, qualified: false }])]).toEqual([[1, 50], [2, 100], [3, null]])
  fc.assert(
    fc.property(fc.array(fc.record({ amountFen: fc.integer({ min: 1, max: 10_000_000_000 }), qualified: fc.boolean() }), { maxLength: 12 }), (drawn) => {
      const quotations = drawn.map((q, id) => ({ ...q, id }))
      const scores = priceScores(quotations)
      const qualified = quotations.filter((q) => q.qualified).toSorted((x, y) => x.amountFen - y.amountFen)
      if (qualified[0]) expect(scores.get(qualified[0].id)).toBe(100)
      for (const [i, q] of qualified.entries()) {
        const score = scores.get(q.id) ?? -1
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(scores.get(qualified[i - 1]?.id ?? q.id) ?? 100)
      }
      for (const q of quotations.filter((x) => !x.qualified)) expect(scores.get(q.id)).toBeNull()
    }),
  )
})

test('all are judged together, and who is qualified is marked', () => {
  const item = (quotationId: number, qualified = true, technicalScore: number | null = 80) => ({ quotationId, qualified, technicalScore })
  expect(judgeEvaluation([1, 2], [item(2), item(1, false, null)])).toBeUndefined()
  expect(judgeEvaluation([1, 2], [item(1)])?.code).toBe('JUDGED_PARTLY')
  expect(judgeEvaluation([1, 2], [item(1), item(1)])?.code).toBe('JUDGED_PARTLY')
  expect(judgeEvaluation([1, 2], [item(1), item(3)])?.code).toBe('JUDGED_PARTLY')
  expect(judgeEvaluation([1, 2], [item(1), item(2, true, null)])?.reasons?.[0]?.field).toBe('items.1.technicalScore')
})

test('too few are held again, but only once', () => {
  const q = (id: number, qualified: boolean | null = true) => ({ id, qualified })
  expect(judgeAward({ round: 1, minQuotations: 3 }, [q(1), q(2), q(3)], 2)).toBeUndefined()
  expect(judgeAward({ round: 1, minQuotations: 3 }, [q(1), q(2)], 2)?.code).toBe('TOO_FEW')
  expect(judgeAward({ round: 2, minQuotations: 3 }, [q(1), q(2)], 2)).toBeUndefined()
  expect(judgeAward({ round: 2, minQuotations: 3 }, [q(1), q(2, null)], 1)?.code).toBe('JUDGED_PARTLY')
  expect(judgeAward({ round: 2, minQuotations: 1 }, [q(1), q(2, false)], 2)?.code).toBe('NOT_QUALIFIED')
  expect(judgeAward({ round: 2, minQuotations: 1 }, [q(1)], 9)?.code).toBe('NOT_QUALIFIED')
})

test('what a supplier is in a tender', () => {
  expect([standingOf('announced', false, false), standingOf('opened', true, false), standingOf('awarded', true, true), standingOf('awarded', true, false), standingOf('failed', true, false)]).toEqual(['none', 'quoted', 'won', 'lost', 'quoted'])
})

