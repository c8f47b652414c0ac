import {
  priceTiers,
  rates as ratesSchema,
  type Rate,
  type Rates,
} from '@portal/contract/price-plan/price-plan'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listLines, makeQuote, findRate, findTier, sumLines, type Plan } from './quote.rules.ts'

const hourly = (more: Partial<Rate> = {}): Rate => ({
  unitFen: 20_000,
  unitMinutes: 60,
  startFen: 0,
  minUnits: 0,
  bands: [],
  ...more,
})
const total = (rate: Rate, use: { minutes?: number; samples?: number }, basis: Plan['basis'] = 'per_time') =>
  sumLines(listLines(basis, rate, { minutes: 0, samples: 0, ...use }))

describe('the price of a use', () => {
  test('a part of a unit counts whole', () => {
    expect(total(hourly(), { minutes: 60 })).toBe(20_000)
    expect(total(hourly(), { minutes: 61 })).toBe(40_000)
  })
  test('the start fee once, the fewest units at least', () => {
    expect(total(hourly({ startFen: 5000, minUnits: 2 }), { minutes: 30 })).toBe(45_000)
    expect(total(hourly({ startFen: 5000 }), { minutes: 0 })).toBe(0)
  })
  test('from a number of units on, all of them cost less', () => {
    const rate = hourly({
      unitMinutes: 0,
      unitFen: 3000,
      bands: [
        { fromUnits: 10, unitFen: 2500 },
        { fromUnits: 50, unitFen: 2000 },
      ],
    })
    expect([9, 10, 49, 50].map((samples) => total(rate, { samples }, 'per_sample'))).toEqual([
      27_000, 25_000, 122_500, 100_000,
    ])
  })
  test('the line says how it was reckoned', () => {
    expect(listLines('per_time', hourly({ startFen: 1000 }), { minutes: 90, samples: 0 })).toEqual([
      {
        kind: 'start',
        label: '开机费',
        quantity: 1,
        unitFen: 1000,
        amountFen: 1000,
        formula: '1 × 10.00 元/次',
      },
      {
        kind: 'time',
        label: '机时费',
        quantity: 2,
        unitFen: 20_000,
        amountFen: 40_000,
        formula: '2 小时 × 200.00 元/小时',
      },
    ])
    const formulas = (rate: Rate, basis: Plan['basis'], use: { minutes: number; samples: number }) =>
      listLines(basis, rate, use).map((l) => l.formula)
    expect(formulas(hourly({ unitMinutes: 30 }), 'per_time', { minutes: 90, samples: 0 })).toEqual([
      '3 × 30 分钟 × 200.00 元/30 分钟',
    ])
    expect(formulas(hourly({ unitMinutes: 0 }), 'per_sample', { minutes: 0, samples: 25 })).toEqual([
      '25 样 × 200.00 元/样',
    ])
  })
})

describe('whose price', () => {
  test('people of the device’s dept pay its inner price, or the campus’s where it has none', () => {
    expect(findTier({ tier: 'campus', deptId: 3 }, 3)).toBe('dept')
    expect(findTier({ tier: 'campus', deptId: 4 }, 3)).toBe('campus')
    expect(findTier({ tier: 'company', deptId: 3 }, 3)).toBe('company')
    const rates: Rates = { campus: hourly() }
    expect(findRate(rates, 'dept')).toBe(rates.campus)
    expect(findRate(rates, 'company')).toBeUndefined()
  })
  test('no plan costs nothing; a tier without a price is not served', () => {
    expect(makeQuote(undefined, 'campus', { minutes: 60, samples: 0 })).toMatchObject({
      totalFen: 0,
      lines: [],
      planId: null,
    })
    expect(
      makeQuote({ id: 1, version: 1, basis: 'per_time', rates: { campus: hourly() } }, 'company', {
        minutes: 60,
        samples: 0,
      }),
    ).toBeUndefined()
  })
})

describe('whatever the price', () => {
  const fen = fc.integer({ min: 0, max: 10_000_000 })
  const rate: fc.Arbitrary<Rate> = fc
    .record({
      unitFen: fen,
      unitMinutes: fc.integer({ min: 1, max: 1440 }),
      startFen: fen,
      minUnits: fc.integer({ min: 0, max: 20 }),
      points: fc.uniqueArray(fc.integer({ min: 2, max: 500 }), { maxLength: 4 }),
      bandFen: fen,
    })
    .map(({ points, bandFen, ...r }) => ({
      ...r,
      bands: points.toSorted((a, b) => a - b).map((fromUnits) => ({ fromUnits, unitFen: bandFen })),
    }))
  const plan: fc.Arbitrary<Plan> = fc.record({
    id: fc.integer({ min: 1, max: 1e9 }),
    version: fc.integer({ min: 1, max: 99 }),
    basis: fc.constantFrom('per_time', 'per_sample'),
    rates: fc.dictionary(fc.constantFrom(...priceTiers), rate, { noNullPrototype: true }),
  })
  const use = fc.record({
    minutes: fc.integer({ min: 0, max: 44_640 }),
    samples: fc.integer({ min: 0, max: 10_000 }),
  })

  test('whole fen, the sum of its lines, each quantity times price; the same again', () => {
    fc.assert(
      fc.property(plan, fc.constantFrom(...priceTiers), use, (p, tier, u) => {
        const quote = makeQuote(p, tier, u)
        expect(quote === undefined).toBe(findRate(p.rates, tier) === undefined)
        if (!quote) return
        expect(Number.isSafeInteger(quote.totalFen) && quote.totalFen >= 0).toBe(true)
        expect(quote.totalFen).toBe(quote.lines.reduce((sum, l) => sum + l.amountFen, 0))
        for (const l of quote.lines) expect(l.amountFen).toBe(l.quantity * l.unitFen)
        expect(makeQuote(p, tier, u)).toEqual(quote)
        // After a round trip through JSON, as in the database, the price is the same.
        expect(
          makeQuote({ ...p, rates: ratesSchema.parse(JSON.parse(JSON.stringify(p.rates))) }, tier, u),
        ).toEqual(quote)
      }),
    )
  })
  test('longer never costs less, unless a band begins in between', () => {
    fc.assert(
      fc.property(
        rate,
        fc.integer({ min: 1, max: 40_000 }),
        fc.integer({ min: 0, max: 4000 }),
        (r, minutes, more) => {
          const without = { ...r, bands: [] }
          expect(total(without, { minutes: minutes + more })).toBeGreaterThanOrEqual(
            total(without, { minutes }),
          )
        },
      ),
    )
  })
})
