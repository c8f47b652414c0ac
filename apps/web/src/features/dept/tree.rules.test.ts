import type { DeptNode } from '@portal/contract/dept/dept'
import { expect, test } from 'vitest'
import { isWithin, siftTree, findStep } from './tree.rules.ts'

const node = (id: number, ...children: DeptNode[]): DeptNode => ({
  id,
  label: `单位${id}`,
  code: String(id),
  kind: 'college',
  enabled: true,
  head: null,
  children,
})
const tree = [node(1, node(2), node(3, node(4))), node(5)]

test('sifting keeps what leads to what is wanted', () => {
  expect(siftTree(tree, (n) => n.id === 4)).toMatchObject([
    { id: 1, children: [{ id: 3, children: [{ id: 4 }] }] },
  ])
  expect(siftTree(tree, () => false)).toEqual([])
  // Children of a matching dept are kept only if they match themselves.
  expect(siftTree(tree, (n) => n.id === 1)).toMatchObject([{ id: 1, children: [] }])
})
test('a step up or down among neighbours', () => {
  const row = [node(1), node(2), node(3)]
  expect(findStep(row, 1, -1, 9)).toEqual({ parentId: 9, beforeId: 1 })
  expect(findStep(row, 0, 1, null)).toEqual({ parentId: null, beforeId: 3 })
  expect(findStep(row, 1, 1, null)).toEqual({ parentId: null, beforeId: null })
  expect([findStep(row, 0, -1, null), findStep(row, 2, 1, null)]).toEqual([null, null])
})
test('within', () => {
  expect([isWithin(tree[0]!, 4), isWithin(tree[0]!, 1), isWithin(tree[1]!, 1)]).toEqual([true, true, false])
})
