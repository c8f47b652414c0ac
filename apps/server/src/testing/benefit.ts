import type { SchemeBody } from '@portal/contract/benefit/scheme-calls'
import type { BenefitInputs, SchemeRules } from '@portal/contract/benefit/scheme'

/** Rules as published papers have them (decision 071); the points for results are chosen for this test. */
export const usualRules: SchemeRules = {
  quotas: [
    { prefix: '03', design: 'general', hours: 1400 },
    { prefix: '03', design: 'special', hours: 800 },
    { prefix: '04', design: 'any', hours: 800 },
  ],
  weights: { hours: 3500, talent: 2000, results: 2500, income: 1500, functions: 500 },
  caps: { hours: 10_000, talent: 10_000, results: 10_000, income: 10_000, functions: 10_000 },
  talent: {
    independent: { points: 1000, people: 1 },
    guided: { points: 300, people: 1 },
    shown: { points: 100, people: 30 },
  },
  results: [
    { kind: 'paper', level: 'indexed', points: 1000 },
    { kind: 'paper', level: null, points: 300 },
  ],
  incomePoints: 500,
  bands: [
    { from: 100, points: 6000 },
    { from: 80, points: 4800 },
    { from: 60, points: 3600 },
    { from: 40, points: 2400 },
    { from: 20, points: 1200 },
  ],
  fresh: 1000,
  grades: { excellent: 9000, good: 7500, pass: 6000 },
}
export const makeScheme = (year: number, more: Partial<SchemeBody> = {}): SchemeBody => ({
  yearKind: 'school',
  year,
  dueOn: null,
  prefixes: ['03', '04'],
  minPriceFen: 10_000_000,
  ...usualRules,
  ...more,
})

/** The figures of an instrument about which nothing is known yet. */
export const noFigures: BenefitInputs = {
  classCode: '03010101',
  design: 'general',
  minutes: 0,
  independent: 0,
  guided: 0,
  shown: 0,
  unstated: 0,
  incomeFen: 0,
  results: [],
  functionsTotal: null,
  functionsUsed: null,
  functionsNew: null,
}
