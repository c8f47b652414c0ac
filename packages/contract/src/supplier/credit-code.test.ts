import { expect, test } from 'vitest'
import { creditCodeCheck, isCreditCode } from './credit-code.ts'

test('codes of the standard and of well-known companies', () => {
  for (const code of ['91350100M000100Y43', '914403001922038216', '91110108551385082Q', '91440300708461136T'])
    expect(isCreditCode(code), code).toBe(true)
})

test('one wrong character or two that changed places are found', () => {
  const code = '91350100M000100Y43'
  for (let i = 0; i < code.length; i++)
    expect(
      isCreditCode(`${code.slice(0, i)}${code[i] === '7' ? '8' : '7'}${code.slice(i + 1)}`),
      `at ${i}`,
    ).toBe(false)
  expect(isCreditCode('91530100M000100Y43')).toBe(false)
})

test('what is no code at all', () => {
  for (const text of [
    '',
    '9135',
    '91350100m000100y43',
    '91350100I000100Y43',
    '91350100M000100Y430',
    '91350100M000100Y4中',
  ])
    expect(isCreditCode(text), text).toBe(false)
  expect(creditCodeCheck('91350100M000100Y')).toBeUndefined()
})
