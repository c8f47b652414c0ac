import { expect, test } from 'vitest'
import { keepUntouched } from './untouched.rules.ts'

const seen = { name: '天平', price: 100, tags: ['进口'] }
const stored = { name: '电子天平', price: 200, tags: ['进口', '贵重'], room: 3 }

test('what the person did not edit is as it is stored now, what the person edited is as the form says', () => {
  expect(keepUntouched({ ...seen }, seen, stored)).toEqual({
    name: '电子天平',
    price: 200,
    tags: ['进口', '贵重'],
  })
  expect(keepUntouched({ name: '天平', price: null, tags: [] }, seen, stored)).toEqual({
    name: '电子天平',
    price: null,
    tags: [],
  })
})
test('a field that the form did not show, and the body of a program, are as sent', () => {
  expect(keepUntouched({ ...seen, room: 1 }, seen, stored)).toMatchObject({ name: '电子天平', room: 1 })
  expect(keepUntouched({ ...seen }, undefined, stored)).toEqual(seen)
})
