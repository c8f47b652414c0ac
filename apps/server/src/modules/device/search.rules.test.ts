import { expect, test } from 'vitest'
import { listGroups } from './search.rules.ts'

const nothing = { sought: undefined, deptIds: undefined, categoryIds: undefined, labIds: undefined }
const inUse = ['status normal', 'status maintenance', 'status broken']

test('without a wish: all but the scrapped', () => expect(listGroups(nothing)).toEqual([inUse]))
test('each filter is a group, alternatives stand in one', () => {
  expect(
    listGroups({
      ...nothing,
      sought: { grams: ['扫描电', '描电镜'], recheck: ['%扫描电镜%'] },
      deptIds: [3, 4],
      status: ['broken', 'maintenance'],
      shared: true,
      kind: 'self_operated',
      tier: 'company',
      tag: '进口',
    }),
  ).toEqual([
    ['status broken', 'status maintenance'],
    ['扫描电'],
    ['描电镜'],
    ['dept 3', 'dept 4'],
    ['shared'],
    ['kind self_operated'],
    ['tier company'],
    ['tag 进口'],
  ])
})
test('free on a day means opened', () =>
  expect(listGroups({ ...nothing, freeOn: '2026-03-02' })).toEqual([inUse, ['opened']]))
test('of no lab at all: a group that nothing meets', () =>
  expect(listGroups({ ...nothing, labIds: [] })).toEqual([inUse, []]))
