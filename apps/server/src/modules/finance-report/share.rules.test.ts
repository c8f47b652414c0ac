import { recipients, sumParts, WHOLE } from '@portal/contract/finance-report/finance-report'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { divide, partsWords, schemeFor, type Scheme } from './share.rules.ts'

const cuts = fc
  .tuple(fc.nat({ max: WHOLE }), fc.nat({ max: WHOLE }), fc.nat({ max: WHOLE }))
  .map((three) => three.toSorted((a, b) => a - b) as [number, number, number])
const anyParts = cuts.map(([a, b, c]) => ({ central: a, college: b - a, lab: c - b, operator: WHOLE - c }))

test('parts always come to the whole fen, none is a fen off, and what takes back takes back what was given', () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }), anyParts, (fen, parts) => {
      expect(sumParts(parts)).toBe(WHOLE)
      const divided = divide(fen, parts)
      expect(recipients.reduce((sum, r) => sum + divided[r], 0)).toBe(fen)
      for (const r of recipients)
        expect(Math.abs(divided[r] - (fen * parts[r]) / WHOLE)).toBeLessThanOrEqual(1)
      const back = divide(-fen, parts)
      expect(recipients.every((r) => divided[r] + back[r] === 0)).toBe(true)
    }),
  )
  // 1 fen goes to the largest part; then 100.01 yuan in thirds.
  expect(divide(1, { central: 3000, college: 2000, lab: 4000, operator: 1000 })).toMatchObject({ lab: 1 })
  expect(divide(10_001, { central: 3334, college: 3333, lab: 3333, operator: 0 })).toEqual({
    central: 3335,
    college: 3333,
    lab: 3333,
    operator: 0,
  })
})

test('the nearest department and class decide, then the year', () => {
  const parts = { central: 10_000, college: 0, lab: 0, operator: 0 }
  const scheme = (deptId: number | null, categoryId: number | null, year = 2026): Scheme => ({
    year,
    deptId,
    categoryId,
    parts,
  })
  const all = [scheme(null, null), scheme(1, null), scheme(null, 9), scheme(1, 9), scheme(null, null, 2027)]
  const trees = {
    depts: new Map([
      [2, 1],
      [1, null],
      [3, null],
    ]),
    categories: new Map([
      [90, 9],
      [9, null],
      [8, null],
    ]),
  }
  const of = (deptId: number, categoryId: number | null, year = 2026) =>
    schemeFor({ year, deptId, categoryId }, all, trees)
  expect(of(2, 90)).toBe(all[3])
  expect(of(2, 8)).toBe(all[1])
  expect(of(3, 90)).toBe(all[2])
  expect(of(3, null)).toBe(all[0])
  expect(of(2, 90, 2027)).toBe(all[4])
  expect(of(2, 90, 2028)).toBeUndefined()
  expect(partsWords({ central: 3050, college: 1950, lab: 4000, operator: 1000 })).toBe(
    '30.5% / 19.5% / 40% / 10%',
  )
})
