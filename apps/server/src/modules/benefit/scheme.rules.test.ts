import { daysOfYear, yearText } from '@portal/contract/benefit/benefit'
import {
  correct,
  evaluate,
  findGrade,
  findQuota,
  rankTotals,
  scoreItem,
  sumWeights,
  weighted,
} from '@portal/contract/benefit/score'
import { schemeRules, type BenefitInputs, type SchemeRules } from '@portal/contract/benefit/scheme'
import { describe, expect, test } from 'vitest'
import { noFigures, makeScheme, usualRules as rules } from '../../testing/benefit.ts'
import { descends, uncovered } from './scheme.rules.ts'

const score = (
  item: Parameters<typeof scoreItem>[0],
  more: Partial<BenefitInputs>,
  by: SchemeRules = rules,
) => scoreItem(item, { ...noFigures, ...more }, by).score

test('the rules that are kept are those of the contract', () =>
  expect(schemeRules.parse(rules)).toEqual(rules))

describe('hours', () => {
  test.each([
    ['03010101', 'general', 1400],
    ['03010101', 'special', 800],
    ['03010101', null, 1400],
    ['04020000', 'general', 800],
    ['04020000', 'special', 800],
    ['05000000', 'general', undefined],
    ['', null, undefined],
  ] as const)('%s %s is expected to work %s hours', (classCode, design, hours) =>
    expect(findQuota({ classCode, design }, rules)).toBe(hours),
  )
  test('the longest class decides, then its own design', () => {
    const quotas: SchemeRules['quotas'] = [
      ...rules.quotas,
      { prefix: '0301', design: 'any', hours: 1000 },
      { prefix: '0301', design: 'special', hours: 600 },
    ]
    expect(findQuota({ classCode: '03010101', design: 'general' }, { quotas })).toBe(1000)
    expect(findQuota({ classCode: '03010101', design: 'special' }, { quotas })).toBe(600)
    expect(findQuota({ classCode: '03020101', design: 'special' }, { quotas })).toBe(800)
  })
  test.each([
    [1400 * 60, 10_000],
    [700 * 60, 5000],
    [1234 * 60 + 30, 8818], // 1234.5 / 1400 = 88.178…
    [1400 * 60 + 60, 10_000],
    [0, 0],
    [-60, 0],
  ])('%s minutes are %s', (minutes, expected) => expect(score('hours', { minutes })).toBe(expected))
  test('halves go up: 0.3 of a minute is not lost', () => {
    // 21 minutes of 1400 hours are 0.025 of a point.
    expect(score('hours', { minutes: 21 })).toBe(3)
    expect(score('hours', { minutes: 20 })).toBe(2)
  })
  test('without a quota there is no score, and it says so', () =>
    expect(scoreItem('hours', { ...noFigures, classCode: '', minutes: 600 }, rules)).toMatchObject({
      score: 0,
      formula: expect.stringContaining('没有对应的定额机时') as string,
    }))
})

test.each([
  [{ independent: 3, guided: 2, shown: 30 }, 3700],
  [{ shown: 45 }, 150],
  [{ shown: 10 }, 33],
  [{ shown: 5 }, 17],
  [{ independent: 11 }, 10_000],
  [{ unstated: 20 }, 0],
])('talent %j: %s', (people, expected) => expect(score('talent', people)).toBe(expected))

test.each([
  [100_000, 500], // 1,000 yuan
  [1_999, 10],
  [2_000_000, 10_000],
  [2_000_001, 10_000],
  [-100, 0],
])('income of %s fen: %s', (incomeFen, expected) => expect(score('income', { incomeFen })).toBe(expected))
test('no income is too large for it to be exact', () =>
  expect(
    score('income', { incomeFen: 999_999_999_999 }, { ...rules, caps: { ...rules.caps, income: 1_000_000 } }),
  ).toBe(1_000_000))

test.each([
  [[{ kind: 'paper', level: 'indexed', count: 2 }], 2000],
  // A level without points of its own gets those of its kind.
  [[{ kind: 'paper', level: 'core', count: 2 }], 600],
  [[{ kind: 'book', level: null, count: 5 }], 0],
  [
    [
      { kind: 'paper', level: 'indexed', count: 1 },
      { kind: 'paper', level: null, count: 1 },
    ],
    1300,
  ],
  [[], 0],
] as const)('results %j: %s', (results, expected) =>
  expect(score('results', { results: [...results] })).toBe(expected),
)
test('a scheme that gives nothing for results says so', () =>
  expect(scoreItem('results', noFigures, { ...rules, results: [] }).formula).toContain('没有设置成果分值'))

test.each([
  [10, 10, 0, 6000],
  [10, 8, 0, 4800],
  [10, 7, 0, 3600],
  [3, 2, 0, 3600], // 66.7 %
  [5, 3, 0, 3600], // exactly 60 %
  [5, 2, 0, 2400],
  [5, 1, 0, 1200],
  [6, 1, 0, 0], // 16.7 %
  [10, 10, 2, 8000],
  [10, 10, 9, 10_000],
  [null, null, null, 0],
])('functions %s/%s and %s new: %s', (functionsTotal, functionsUsed, functionsNew, expected) =>
  expect(score('functions', { functionsTotal, functionsUsed, functionsNew })).toBe(expected),
)

describe('the whole', () => {
  const inputs: BenefitInputs = {
    ...noFigures,
    minutes: 1234 * 60 + 30,
    independent: 3,
    guided: 2,
    shown: 45,
    incomeFen: 1_234_567,
    results: [{ kind: 'paper', level: 'indexed', count: 7 }],
    functionsTotal: 5,
    functionsUsed: 4,
    functionsNew: 1,
  }
  test('its parts add up to it, to the hundredth', () => {
    const { items, total, grade } = evaluate(inputs, rules)
    // 机时 88.18 × 35 % + 人才 37.50 × 20 % + 成果 70.00 × 25 % + 收入 61.73 × 15 % + 功能 58.00 × 5 %
    expect(Object.values(items).map((i) => [i.score, i.weighted])).toEqual([
      [8818, 3086],
      [3750, 750],
      [7000, 1750],
      [6173, 926],
      [5800, 290],
    ])
    expect([total, grade]).toEqual([6802, 'pass'])
  })
  test('what the office says holds, and the computed score is still there', () => {
    const { items, total } = evaluate(inputs, rules, { results: 8000 })
    expect(items.results).toMatchObject({ computed: 7000, score: 8000, weighted: 2000 })
    expect(total).toBe(6802 + 250)
  })
  test('corrected figures are what is reckoned with', () =>
    expect(correct(inputs, { minutes: { value: 84_000 } })).toEqual({ ...inputs, minutes: 84_000 }))
  test('weights need not come to a hundred', () => {
    const weights = { ...rules.weights, results: 2000 }
    expect([sumWeights(rules.weights), sumWeights(weights)]).toEqual([10_000, 9500])
    expect(evaluate(inputs, { ...rules, weights }).total).toBe(6802 - 350)
  })
  test('a weight rounds halves up', () => expect([weighted(1, 5000), weighted(1, 4999)]).toEqual([1, 0]))
})

test.each([
  [10_000, 'excellent'],
  [9000, 'excellent'],
  [8999, 'good'],
  [7500, 'good'],
  [7499, 'pass'],
  [6000, 'pass'],
  [5999, 'fail'],
  [0, 'fail'],
] as const)('%s is %s', (total, grade) => expect(findGrade(total, rules)).toBe(grade))

test('who is equal has the same rank, and the next is as many later', () =>
  expect(rankTotals([70, 90, 70, 60])).toEqual([2, 1, 2, 4]))

test('a school year begins in September and is called by it', () => {
  expect(daysOfYear('school', 2025)).toEqual({ from: '2025-09-01', to: '2026-08-31' })
  expect(daysOfYear('calendar', 2025)).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect([yearText('school', 2025), yearText('calendar', 2025)]).toEqual(['2025–2026 学年', '2025 年'])
})

describe('a scheme', () => {
  const body = makeScheme(2025)
  test('has hours for all that it is about', () => {
    expect(uncovered(body)).toEqual([])
    expect(uncovered({ ...body, prefixes: ['03', '05'] })).toEqual(['05'])
    // Instruments of general use have no quota.
    expect(uncovered({ ...body, quotas: rules.quotas.slice(1) })).toEqual(['03'])
    // A class with hours for only a part of it: the rest has none.
    const quotas: SchemeRules['quotas'] = [{ prefix: '0301', design: 'any', hours: 800 }]
    expect(uncovered({ prefixes: ['03'], quotas })).toEqual(['03'])
  })
  test('asks more for a better grade', () => {
    expect(descends(rules)).toBe(true)
    expect(descends({ ...rules, grades: { ...rules.grades, good: 9000 } })).toBe(false)
    expect(descends({ ...rules, grades: { ...rules.grades, pass: 7500 } })).toBe(false)
  })
})
