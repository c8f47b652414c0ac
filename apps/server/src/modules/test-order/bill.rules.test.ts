import { priceTiers, type Rate } from '@portal/contract/price-plan/price-plan'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeQuote, sumLines } from '../price-plan/quote.rules.ts'
import { findActual, makeBill, judgeActual, countMinutes, noInputs } from './bill.rules.ts'

const at = (time: string) => new Date(`2026-03-02T${time}:00Z`)
const plan = { from: at('10:00'), to: at('12:00') }

describe('the actual time', () => {
  test('is the plan where the clicks were near it, else the clicked minute', () => {
    expect(findActual(plan, new Date('2026-03-02T09:56:31Z'), new Date('2026-03-02T12:04:59Z'))).toEqual(plan)
    expect(findActual(plan, at('10:06'), new Date('2026-03-02T12:31:40Z'))).toEqual({
      from: at('10:06'),
      to: at('12:31'),
    })
    expect(findActual(plan, null, null)).toEqual(plan)
    expect(findActual(null, at('10:06'), null)).toBeNull()
    expect(findActual(null, null, null)).toBeNull()
  })
  test('of a use that began early and was over before its planned beginning is what was clicked', () => {
    expect(findActual(plan, new Date('2026-03-02T09:56:31Z'), new Date('2026-03-02T09:58:20Z'))).toEqual({
      from: at('09:56'),
      to: at('09:58'),
    })
    expect(findActual(plan, new Date('2026-03-02T09:56:31Z'), new Date('2026-03-02T09:56:50Z'))).toEqual({
      from: at('09:56'),
      to: at('09:57'),
    })
  })
  test('may be handed in as soon as the use is over, whenever that was', () => {
    const day = at('00:00').getTime()
    const moment = fc.integer({ min: 9 * 3600, max: 13 * 3600 }).map((s) => new Date(day + s * 1000))
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 4 * 3600 }), (began, seconds) => {
        const ended = new Date(began.getTime() + seconds * 1000)
        const actual = findActual(plan, began, ended)
        if (!actual) throw new Error('both clicks are known')
        expect(
          judgeActual({ startAt: actual.from.toISOString(), endAt: actual.to.toISOString() }, ended),
        ).toEqual(actual)
      }),
    )
  })
  test('lasts at least a minute', () => {
    expect(countMinutes(findActual(null, at('10:06'), at('10:06')))).toBe(1)
  })
  test('cannot be back to front, in the future, or a month long', () => {
    const now = at('18:00')
    const judge = (startAt: string, endAt: string) => () => judgeActual({ startAt, endAt }, now)
    expect(judge('2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z')).toThrow('结束时间必须晚于开始时间')
    expect(judge('2026-03-02T10:00:00Z', '2026-03-02T18:06:00Z')).toThrow('不能晚于当前时间')
    expect(judge('2026-03-02T10:00:00Z', '2026-03-02T18:05:00Z')).not.toThrow()
    expect(judge('2026-01-02T10:00:00Z', '2026-03-02T10:00:00Z')).toThrow('31 天')
    expect(countMinutes(judge('2026-03-02T18:00:00+08:00', '2026-03-02T12:00:00Z')())).toBe(120)
  })
})

const rate = fc.record<Rate>({
  unitFen: fc.integer({ min: 0, max: 100_000 }),
  unitMinutes: fc.constantFrom(1, 30, 60, 1440),
  startFen: fc.integer({ min: 0, max: 50_000 }),
  minUnits: fc.integer({ min: 0, max: 4 }),
  bands: fc.constantFrom<Rate['bands']>([], [{ fromUnits: 10, unitFen: 500 }]),
})
const use = fc.record({
  minutes: fc.integer({ min: 0, max: 10_000 }),
  samples: fc.integer({ min: 0, max: 500 }),
})

describe('the bill', () => {
  test('is the estimate when the use was as planned and nothing is added', () => {
    fc.assert(
      fc.property(
        rate,
        use,
        fc.constantFrom('per_time' as const, 'per_sample' as const),
        fc.constantFrom(...priceTiers),
        (r, u, basis, tier) => {
          const quote = makeQuote({ id: 1, version: 1, basis, rates: { [tier]: r } }, tier, u)
          if (!quote) throw new Error('this tier has a price')
          const { bill, totalFen } = makeBill(quote, u, noInputs)
          expect(totalFen).toBe(quote.totalFen)
          expect(bill.lines).toEqual(quote.lines)
        },
      ),
    )
  })

  test('its total is the sum of its lines, whole and never negative', () => {
    const materials = fc.array(
      fc.record({
        label: fc.constant('导电胶'),
        quantity: fc.integer({ min: 1, max: 1000 }),
        unitFen: fc.integer({ min: 0, max: 100_000 }),
      }),
      { maxLength: 5 },
    )
    const discounts = fc.array(
      fc.record({ percent: fc.integer({ min: 1, max: 100 }), reason: fc.constant('教学') }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(rate, use, materials, discounts, (r, u, m, d) => {
        const { bill, totalFen } = makeBill({ basis: 'per_time', rate: r }, u, {
          materials: m,
          extras: [],
          discounts: d,
        })
        expect(totalFen).toBe(sumLines(bill.lines))
        expect(Number.isSafeInteger(totalFen) && totalFen >= 0).toBe(true)
      }),
    )
  })

  test('takes discounts one after another, half a fen up', () => {
    const { bill, totalFen } = makeBill(
      { basis: null, rate: null },
      { minutes: 0, samples: 0 },
      {
        materials: [{ label: '坩埚', quantity: 3, unitFen: 333 }],
        extras: [{ label: '加急', amountFen: 2, reason: '当日出结果' }],
        discounts: [
          { percent: 50, reason: '合作' },
          { amountFen: 100, reason: '抹零' },
        ],
      },
    )
    expect(bill.lines.map((l) => l.amountFen)).toEqual([999, 2, -501, -100])
    expect(totalFen).toBe(400)
  })

  test('refuses a discount beyond the bill and a bill beyond all measure', () => {
    const nothing = { basis: null, rate: null }
    const none = { minutes: 0, samples: 0 }
    expect(() =>
      makeBill(nothing, none, {
        materials: [{ label: '坩埚', quantity: 1, unitFen: 99 }],
        extras: [],
        discounts: [{ amountFen: 100, reason: '抹零' }],
      }),
    ).toThrow('优惠金额不能超过费用合计')
    expect(() =>
      makeBill(nothing, none, {
        materials: [{ label: '铂金', quantity: 100_000, unitFen: 10_000_000_000 }],
        extras: [],
        discounts: [],
      }),
    ).toThrow('费用合计过大')
  })
})
