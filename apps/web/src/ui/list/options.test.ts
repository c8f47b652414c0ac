import { expect, test } from 'vitest'
import { listTree } from './options.ts'

test('a tree is listed with its levels; a node is left out with all below it', () => {
  const leaf = (id: number, label: string) => ({ id, label, children: [] })
  const tree = [
    { id: 1, label: '理学部', children: [{ id: 2, label: '物理学院', children: [leaf(3, '实验中心')] }] },
    leaf(4, '图书馆'),
  ]
  expect(listTree(tree)).toEqual([
    { value: 1, label: '理学部' },
    { value: 2, label: '　物理学院' },
    { value: 3, label: '　　实验中心' },
    { value: 4, label: '图书馆' },
  ])
  expect(listTree(tree, 2).map((o) => o.value)).toEqual([1, 4])
})

test('a closed node is marked, so that nobody takes it for one in use', () => {
  const tree = [
    {
      id: 1,
      label: '新学院',
      enabled: true,
      children: [{ id: 2, label: '旧学院', enabled: false, children: [] }],
    },
  ]
  expect(listTree(tree).map((o) => o.label)).toEqual(['新学院', '　旧学院（已停用）'])
})
