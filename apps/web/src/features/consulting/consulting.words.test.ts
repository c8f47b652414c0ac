import { expect, test } from 'vitest'
import { nameAsker } from './consulting.words.ts'

test('an asker whose name is not told may be from outside: nothing is said about where from', () => {
  expect(nameAsker({ mine: false, asker: null })).toBe('匿名用户')
  expect(nameAsker({ mine: false, asker: '王工' })).toBe('王工')
  expect(nameAsker({ mine: true, asker: '王工' })).toBe('本人')
})
