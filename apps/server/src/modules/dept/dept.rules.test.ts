import { expect, test } from 'vitest'
import { orderNeighbours, listReasons } from './dept.rules.ts'

test('what a dept still has, in words', () => {
  const uses = {
    children: 2,
    people: 0,
    labs: 3,
    devices: 0,
    cards: 0,
    notices: 1,
    policies: 0,
    posts: 0,
    purchases: 0,
    stocktakes: 0,
    tasks: 0,
    rooms: 0,
  }
  expect(listReasons(uses).map((r) => r.message)).toEqual([
    '仍有 2 个下级单位',
    '仍有 3 个实验室',
    '仍有 1 条公告',
  ])
  expect(listReasons(uses, ['children', 'notices']).map((r) => r.message)).toEqual(['仍有 3 个实验室'])
  expect(listReasons({ ...uses, children: 0, labs: 0, notices: 0 })).toEqual([])
})

test('a place among neighbours', () => {
  expect(orderNeighbours([1, 2, 3], 3, 1)).toEqual([3, 1, 2])
  expect(orderNeighbours([1, 2, 3], 1, 3)).toEqual([2, 1, 3])
  expect(orderNeighbours([1, 2, 3], 1, null)).toEqual([2, 3, 1])
  expect(orderNeighbours([1, 2], 9, 2)).toEqual([1, 9, 2])
  // The named neighbour may be gone meanwhile, or be the moved dept itself.
  expect(orderNeighbours([1, 2], 9, 7)).toEqual([1, 2, 9])
  expect(orderNeighbours([1, 2], 1, 1)).toEqual([2, 1])
})
