import type { SchemeRules } from '@portal/contract/benefit/scheme'

/**
 * Quotas, points, bands and grades as in published regulations; the values of results are this university's
 * own.
 */
export const benefitRules: SchemeRules = {
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
    { kind: 'paper', level: 'indexed', points: 2000 },
    { kind: 'paper', level: 'core', points: 1000 },
    { kind: 'patent', level: null, points: 2000 },
    { kind: 'award', level: 'national', points: 5000 },
    { kind: 'award', level: 'provincial', points: 3000 },
    { kind: 'project', level: null, points: 1000 },
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
