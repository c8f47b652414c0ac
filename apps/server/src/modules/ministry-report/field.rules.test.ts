import { layoutField, type Layout } from '@portal/contract/ministry-report/layout'
import { expect, test } from 'vitest'
import { cutToFit, findFault, tidied, measureWidth } from './field.rules.ts'
import { hoursText, parseNumber, formatNumber } from './number.rules.ts'
import { move } from './stock.rules.ts'
import { hoursIn, findYear } from './year.rules.ts'

const gbk: Layout['fixed'] = { encoding: 'gbk', unit: 'byte', numbers: 'right' }
const field = (about: object) =>
  layoutField.parse({ name: 'f', title: '字段', type: 'text', width: null, ...about })

test('a width counts what the layout says it counts', () => {
  expect(measureWidth('扫描电镜SEM', gbk)).toBe(11)
  expect(measureWidth('扫描电镜SEM', { ...gbk, encoding: 'utf8' })).toBe(15)
  expect(measureWidth('扫描电镜SEM', { ...gbk, unit: 'char' })).toBe(7)
})

test('a cell is told the first thing that is wrong with it', () => {
  const code = (about: object, cell: string) => findFault(field(about), cell, gbk)?.code
  expect(code({ required: true }, '')).toBe('REQUIRED')
  expect(code({}, '')).toBeUndefined()
  expect(code({ width: 4 }, '电镜')).toBeUndefined()
  expect(code({ width: 3 }, '电镜')).toBe('LENGTH')
  expect(code({ codes: [{ code: '1', word: '购置' }] }, '2')).toBe('CODE')
  expect(code({ codes: [{ code: '1', word: '购置' }], blank: '*' }, '*')).toBeUndefined()
  expect(code({ type: 'integer' }, '1.5')).toBe('FORMAT')
  expect(code({ type: 'decimal', decimals: 2 }, '1.50')).toBeUndefined()
  expect(code({ type: 'decimal', decimals: 2 }, '1.505')).toBe('FORMAT')
  expect(code({ type: 'decimal', decimals: 2 }, '-1')).toBe('FORMAT')
  expect(code({ type: 'month' }, '202513')).toBe('FORMAT')
  expect(code({}, '两\n行')).toBe('FORMAT')
  expect(code({}, '😀')).toBe('ENCODING')
})

test('only a number that is too wide loses the beginning that the layout names', () => {
  const drawn = (about: object, text: string) => cutToFit(field(about), text, gbk)
  expect(drawn({ width: 8, cut: '20' }, '202600007')).toBe('2600007')
  expect(drawn({ width: 8, cut: '20' }, '20250001')).toBe('20250001')
  expect(drawn({ width: 8, cut: '20' }, '199800007')).toBe('199800007')
  expect(drawn({ width: null, cut: '20' }, '202600007')).toBe('202600007')
  expect(drawn({ width: 8 }, '202600007')).toBe('202600007')
})

test('what people write becomes what the table writes', () => {
  expect(tidied(field({ type: 'month' }), '2025/9/1')).toBe('202509')
  expect(tidied(field({ type: 'month' }), '2025年12月')).toBe('202512')
  expect(tidied(field({ type: 'decimal' }), '1,234.50')).toBe('1234.50')
  expect(tidied(field({ codes: [{ code: '1', word: '购置' }] }), ' 购置 ')).toBe('1')
})

test('numbers are reckoned exactly, and rounded half up', () => {
  expect(formatNumber(parseNumber('0.005') ?? 0n, 2)).toBe('0.01')
  expect(formatNumber(parseNumber('-0.004') ?? 0n, 2)).toBe('0.00')
  expect(formatNumber((parseNumber('90071992547409.93') ?? 0n) + (parseNumber('0.01') ?? 0n), 2)).toBe(
    '90071992547409.94',
  )
  expect(parseNumber('1e5')).toBeUndefined()
  expect([29, 30, 89, 90].map((m) => hoursText(m, 0))).toEqual(['0', '1', '1', '2'])
  expect(hoursText(100, 2)).toBe('1.67')
})

test('a year begins on the first of September', () => {
  expect([findYear('2026-08-31'), findYear('2026-09-01')]).toEqual([2025, 2026])
  expect([hoursIn(2025), hoursIn(2027)]).toEqual([8760, 8784])
})

test('what stayed and changed its price moves no piece', () => {
  const before = new Map([
    ['a', 10n],
    ['b', 20n],
    ['c', 5n],
  ])
  const after = new Map([
    ['a', 15n],
    ['b', 18n],
    ['d', 7n],
  ])
  expect(move(before, after)).toEqual({
    increase: { count: 1, amount: 12n },
    decrease: { count: 1, amount: 7n },
  })
})
