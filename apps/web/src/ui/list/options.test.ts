import { expect, test } from 'vitest'
import { listOpen, listTree } from './options.ts'

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

test('a form offers no closed nodes, except the one that its row has; what is below them moves up', () => {
  const center = (id: number) => ({ id, label: `中心${id}`, enabled: true, children: [] })
  const tree = [
    { id: 3, label: '旧学院', enabled: false, children: [center(1)] },
    { id: 4, label: '新学院', enabled: true, children: [center(2)] },
  ]
  const names = (kept: number[]) => listTree(listOpen(tree, kept)).map((o) => o.label)
  expect(names([])).toEqual(['中心1', '新学院', '　中心2'])
  expect(names([3])).toEqual(['旧学院（已停用）', '　中心1', '新学院', '　中心2'])
})
