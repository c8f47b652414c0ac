import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BLOCK_DEVICES, intersect, subtract, listIds, joinBlocks, makeSet, countIds } from './bits.rules.ts'

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20_000 })).map((a) => a.toSorted((x, y) => x - y))

test('a set holds what was put into it', () => {
  fc.assert(
    fc.property(ids, (some) => {
      expect(listIds(makeSet(some))).toEqual(some)
      expect(countIds(makeSet(some))).toBe(some.length)
    }),
  )
})
test('what is in both', () => {
  fc.assert(
    fc.property(
      ids,
      ids,
      (a, b) =>
        void expect(listIds(intersect(makeSet(a), makeSet(b)))).toEqual(a.filter((id) => b.includes(id))),
    ),
  )
})
test('what is in one and not in the other', () => {
  fc.assert(
    fc.property(
      ids,
      ids,
      (a, b) =>
        void expect(listIds(subtract(makeSet(a), makeSet(b)))).toEqual(a.filter((id) => !b.includes(id))),
    ),
  )
})
test('blocks fall into their places', () => {
  const bits = Buffer.alloc(BLOCK_DEVICES / 8)
  bits[0] = 0b0100_0000
  expect(
    listIds(
      joinBlocks([
        { block: 2, bits },
        { block: 0, bits },
      ]),
    ),
  ).toEqual([1, 2 * BLOCK_DEVICES + 1])
  expect(joinBlocks([])).toHaveLength(0)
})
