import { expect, test } from 'vitest'
import { lookupIn } from './lookup.rules.ts'

const rows = [
  { id: 1, code: '101', name: '办公室', enabled: true },
  { id: 2, code: '102', name: '办公室', enabled: true },
  { id: 3, code: '103', name: '化学学院', enabled: false },
  { id: 4, code: '104', name: '化学学院', enabled: true },
  { id: 5, code: '105', name: '图书馆', enabled: false },
]
const look = lookupIn('单位', rows, { codeOf: (word) => word.toLowerCase() })

test('a code, or a name that only one has, open ones first', () => {
  expect(look('102')).toEqual({ id: 2 })
  expect(look('化学学院')).toEqual({ id: 4 })
  expect(look('图书馆')).toEqual({ id: 5 })
  expect(look('无此院')).toEqual({ wrong: '没有单位“无此院”' })
})
test('a name that several have means the present one of them, and nobody at random', () => {
  expect(look('办公室')).toEqual({ wrong: '有多个单位名为“办公室”，请填写编号' })
  expect(look('办公室', 2)).toEqual({ id: 2 })
  expect(look('办公室', 4)).toEqual({ wrong: '有多个单位名为“办公室”，请填写编号' })
  expect(look('化学学院', 3)).toEqual({ id: 3 })
  expect(look('101', 2)).toEqual({ id: 1 })
})
