import { expect, test } from 'vitest'
import { parseScaled, shownScaled } from './decimal.rules.ts'

test.for([
  ['1,234.5', 2, 123450],
  ['12.', 2, 1200],
  ['.5', 2, 50],
  [' 0.07 ', 2, 7],
  ['-3.10', 2, -310],
  ['-0', 2, 0],
  ['7.123456', 6, 7123456],
  ['15', 0, 15],
  ['12.345', 2, '最多填写 2 位小数'],
  ['7.1234567', 6, '最多填写 6 位小数'],
  ['1.5', 0, '只能填写整数'],
  ['1.500', 2, '最多填写 2 位小数'],
  ['十二', 2, '请填写数字'],
  ['-', 2, '请填写数字'],
  ['.', 2, '请填写数字'],
  ['1.2.3', 2, '请填写数字'],
  ['1e3', 2, '请填写数字'],
  ['99999999999999', 2, '数字过大'],
] as const)('%s with %d decimals is %s', ([text, digits, is]) => expect(parseScaled(text, digits)).toBe(is))

test('is shown as it is typed', () => {
  expect([
    shownScaled(123450, 2, true),
    shownScaled(7123400, 6, false),
    shownScaled(1, 6, false),
    shownScaled(-310, 2, true),
    shownScaled(null, 2, true),
  ]).toEqual(['1234.50', '7.1234', '0.000001', '-3.10', ''])
  for (const fen of [1, 7, 29, 10_000_000_001 - 2, 113])
    expect(parseScaled(shownScaled(fen, 2, true), 2)).toBe(fen)
})
