import { expect, test } from 'vitest'
import { sortNumber } from './fields.ts'

test('a sort that was emptied is asked for; another value is told what it should be', () => {
  const refuse = (value: unknown) => sortNumber().safeParse(value).error?.issues[0]?.message
  expect([null, 'x', 1.5, -1, 10_000, 3, undefined].map(refuse)).toEqual([
    '请填写排序',
    '排序应为整数',
    '排序应为整数',
    '排序不能为负数',
    '排序过大',
    undefined,
    undefined,
  ])
})
