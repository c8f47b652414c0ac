import { area } from '@portal/contract/kernel/fields'
import { expect, test } from 'vitest'
import { numberCell, optionalDay, sortColumn, yuan } from './cell.rules.ts'

const read = (schema: { safeParse: (text: string) => { data?: unknown } }, text: string) =>
  schema.safeParse(text).data

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026/1/5', '2026-01-05'],
  ['2026.1.15', '2026-01-15'],
  ['2026年1月5日', '2026-01-05'],
  ['２０２６／１／５', '2026-01-05'],
  ['2026-01-05 00:00:00', '2026-01-05'],
  ['2026/1/5 0:00', '2026-01-05'],
  ['46027', '2026-01-05'],
  ['2026-01-05 09:30', undefined],
  ['2026-02-30', undefined],
  ['460271', undefined],
  ['12345', undefined],
])('a day written %s is %s', (text, day) => expect(read(optionalDay, text)).toBe(day))

test.each([
  ['1,234.50', 123_450],
  ['￥１２，３４５．６７', 1_234_567],
  ['¥ 0.1 元', 10],
  ['1.234', undefined],
  ['-1', undefined],
])('an amount written %s is %s fen', (text, fen) => expect(read(yuan('金额'), text)).toBe(fen))

test.each([
  ['12,000.5 ㎡', 12_000.5],
  ['１２０．５平方米', 120.5],
  ['六', undefined],
])('an area written %s is %s', (text, m2) => expect(read(numberCell('面积', area('面积')), text)).toBe(m2))

test('an order is read in either width', () => {
  expect([read(sortColumn.schema, '１０'), read(sortColumn.schema, '-1')]).toEqual([10, undefined])
})
