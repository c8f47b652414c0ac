import type { Tried } from '@portal/contract/benefit/ranking'
import type { SchemeRules } from '@portal/contract/benefit/scheme'
import { expect, test } from 'vitest'
import { compareTrials, countGrades } from './trial.rules.ts'

const caps = { hours: 10_000, talent: 10_000, results: 10_000, income: 10_000, functions: 10_000 }
const none = { points: 0, people: 1 }
const rules: SchemeRules = {
  quotas: [{ prefix: '03', design: 'any', hours: 1000 }],
  weights: { hours: 10_000, talent: 0, results: 0, income: 0, functions: 0 },
  caps,
  talent: { independent: none, guided: none, shown: none },
  results: [],
  incomePoints: 0,
  bands: [{ from: 0, points: 10_000 }],
  fresh: 0,
  grades: { excellent: 9000, good: 7500, pass: 6000 },
}
const device = (id: number, hours: number, used: number): Tried => ({
  device: { id, name: `仪器 ${id}`, serialId: `S${id}` },
  dept: '材料学院',
  inputs: {
    classCode: '0301',
    design: null,
    minutes: hours * 60,
    independent: 0,
    guided: 0,
    shown: 0,
    unstated: 0,
    incomeFen: 0,
    results: [],
    functionsTotal: 10,
    functionsUsed: used,
    functionsNew: 0,
  },
  judged: {},
})
const devices = [device(1, 600, 5), device(2, 900, 5), device(3, 750, 5)]
const told = (rows: ReturnType<typeof compareTrials>) =>
  rows.map((r) => [r.device.id, r.before.rank, r.after.rank, r.before.total, r.after.total, r.after.grade])

test('nothing is tried: all stays as it is, the best first', () =>
  expect(told(compareTrials(devices, { before: rules, after: rules, minutes: new Map() }))).toEqual([
    [2, 1, 1, 9000, 9000, 'excellent'],
    [3, 2, 2, 7500, 7500, 'good'],
    [1, 3, 3, 6000, 6000, 'pass'],
  ]))

test('other hours of one move its score, its grade and the ranks of others', () =>
  expect(
    told(compareTrials(devices, { before: rules, after: rules, minutes: new Map([[1, 48_000]]) })),
  ).toEqual([
    [2, 1, 1, 9000, 9000, 'excellent'],
    [1, 3, 2, 6000, 8000, 'good'],
    [3, 2, 3, 7500, 7500, 'good'],
  ]))

test('another quota and another weight move all of them', () => {
  const after = {
    ...rules,
    quotas: [{ prefix: '03', design: 'any' as const, hours: 2000 }],
    weights: { ...rules.weights, functions: 5000 },
  }
  const rows = compareTrials(devices, { before: rules, after, minutes: new Map() })
  // Half of the score for hours, and 50 for functions.
  expect(rows.map((r) => r.after.total)).toEqual([9500, 8750, 8000])
  expect([countGrades(rows.map((r) => r.before)), countGrades(rows.map((r) => r.after))]).toEqual([
    { excellent: 1, good: 1, pass: 1, fail: 0 },
    { excellent: 1, good: 2, pass: 0, fail: 0 },
  ])
})

test('what the office has judged holds whatever is tried', () => {
  const judged = [{ ...device(1, 600, 5), judged: { hours: 9100 } }]
  const [row] = compareTrials(judged, { before: rules, after: rules, minutes: new Map([[1, 0]]) })
  expect([row?.before.total, row?.after.total]).toEqual([9100, 9100])
})
