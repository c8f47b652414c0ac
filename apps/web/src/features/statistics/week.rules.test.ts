import { expect, it } from 'vitest'
import { findShade, listHours } from './week.rules.ts'

const named = (key: string) => ({ key, name: key })
const row = (hour: string, cells: ([number] | null)[]) => ({
  at: [named(hour)],
  sum: [cells.reduce((sum, cell) => sum + (cell?.[0] ?? 0), 0)],
  cells,
})

it('lists each hour from the first use to the last, with all days of the week', () => {
  const columns = [named('2'), named('7')]
  expect(listHours({ columns, rows: [row('9', [[3], null]), row('11', [null, [1]])] })).toEqual([
    { hour: 9, uses: [0, 3, 0, 0, 0, 0, 0] },
    { hour: 10, uses: [0, 0, 0, 0, 0, 0, 0] },
    { hour: 11, uses: [0, 0, 0, 0, 0, 0, 1] },
  ])
})

it('leaves out hours that have only a fee', () => {
  const columns = [named('1')]
  expect(listHours({ columns, rows: [row('3', [[0]]), row('8', [[2]])] }).map((h) => h.hour)).toEqual([8])
  expect(listHours({ columns, rows: [row('3', [[0]])] })).toEqual([])
})

it('shades a single use visibly, and the most most', () => {
  expect([0, 1, 50, 51, 100].map((uses) => findShade(uses, 100))).toEqual([0, 1, 2, 3, 4])
})
