import { describe, expect, test } from 'vitest'
import { password, judgeStrength } from './password.ts'

const accepted = (text: string) => password.safeParse(text).success

describe('a password', () => {
  test.for(['Demo#2026', 'abcdefg1', '汉字也可以的a1', 'a'.repeat(63) + '1'])('%s is accepted', (text) =>
    expect(accepted(text)).toBe(true),
  )
  test.for([
    '',
    'short1',
    'onlyletters',
    '1234567890',
    'Password1',
    'ABC12345',
    'tab\tinside1',
    'a1'.repeat(33),
  ])('%j is not', (text) => expect(accepted(text)).toBe(false))
  test('says why in Chinese', () =>
    expect(password.safeParse(undefined).error?.issues[0]?.message).toBe('请填写密码'))
})

test.for([
  ['short1', 0],
  ['abcdefg1', 1],
  ['Abcdefg1', 2],
  ['abcdefgh1234', 2],
  ['Abcdefgh1234#', 3],
  ['correct horse battery 7', 3],
] as const)('%s has strength %i', ([text, strength]) => {
  expect(judgeStrength(text)).toBe(strength)
})
