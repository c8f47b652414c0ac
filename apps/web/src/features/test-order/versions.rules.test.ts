import { expect, test } from 'vitest'
import { listDifferences } from './versions.rules.ts'

const line = (label: string, amountFen: number) =>
  ({ kind: 'material', label, quantity: 1, unitFen: amountFen, amountFen, formula: '' }) as const

test('lines of one name stand side by side, what came or went alone, and the sum below', () => {
  const before = { lines: [line('铜网', 500), line('铜网', 700), line('胶', 100)], totalFen: 1_300 }
  const after = { lines: [line('铜网', 400), line('试剂', 300)], totalFen: 700 }
  expect(listDifferences(before, after).map((d) => [d.label, d.before, d.after])).toEqual([
    ['铜网', 500, 400],
    ['铜网', 700, null],
    ['胶', 100, null],
    ['试剂', null, 300],
    ['合计', 1_300, 700],
  ])
})
