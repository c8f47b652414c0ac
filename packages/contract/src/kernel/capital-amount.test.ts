import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCapital } from './capital-amount.ts'

test.each([
  [0, '零元整'],
  [1, '壹分'],
  [10, '壹角整'],
  [105, '壹元零伍分'],
  [150, '壹元伍角整'],
  [1000, '壹拾元整'],
  [32_504, '叁佰贰拾伍元零肆分'],
  [140_950, '壹仟肆佰零玖元伍角整'],
  [168_032, '壹仟陆佰捌拾元叁角贰分'],
  [600_714, '陆仟零柒元壹角肆分'],
  [1_640_902, '壹万陆仟肆佰零玖元零贰分'],
  [10_700_053, '壹拾万柒仟元伍角叁分'],
  [10_000_000, '壹拾万元整'],
  [10_005_000, '壹拾万零伍拾元整'],
  [1_000_000_000, '壹仟万元整'],
  [10_000_000_000, '壹亿元整'],
  [10_000_000_100, '壹亿零壹元整'],
  [10_003_000_000, '壹亿零叁万元整'],
  [10_300_000_000, '壹亿零叁佰万元整'],
  [1_234_567_890_123, '壹佰贰拾叁亿肆仟伍佰陆拾柒万捌仟玖佰零壹元贰角叁分'],
  [-140_950, '负壹仟肆佰零玖元伍角整'],
])('%i fen is %s', (fen, words) => {
  expect(writeCapital(fen)).toBe(words)
})

/** Parses capitals back into an amount, which proves that no two amounts are written alike. */
function read(words: string): number {
  const findDigit = (c: string) => '零壹贰叁肆伍陆柒捌玖'.indexOf(c)
  let total = 0,
    section = 0,
    digit = 0
  for (const c of words) {
    if (findDigit(c) >= 0) digit = findDigit(c)
    else if (c === '拾' || c === '佰' || c === '仟')
      [section, digit] = [section + digit * { 拾: 10, 佰: 100, 仟: 1000 }[c], 0]
    else if (c === '万') [total, section, digit] = [total + (section + digit) * 10_000, 0, 0]
    else if (c === '亿') [total, section, digit] = [(total + section + digit) * 100_000_000, 0, 0]
    else if (c === '元') [total, section, digit] = [(total + section + digit) * 100, 0, 0]
    else if (c === '角') [total, digit] = [total + digit * 10, 0]
    else if (c === '分') [total, digit] = [total + digit, 0]
  }
  return total
}

test('every amount reads back as itself, without two 零 in a row', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_999_999 }), (fen) => {
      const words = writeCapital(fen)
      expect(read(words)).toBe(fen)
      expect(words).not.toMatch(/零零|零元.|零$/)
    }),
    { numRuns: 2000 },
  )
})
