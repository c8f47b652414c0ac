import { line, optionalEmail, text } from '@portal/contract/kernel/fields'
import { expect, test } from 'vitest'
import { findSpoiled, readCells, isEmpty, isSample, mapHeaders, parseCells, readText } from './sheet.rules.ts'

const columns = {
  name: { header: '姓名', schema: line('姓名', 5), sample: '张三', required: true },
  email: { header: '邮箱', schema: optionalEmail, sample: 'a@b.cn', also: ['电子邮箱'] },
} as const

test.each([
  [null, ''],
  [' 甲 ', '甲'],
  ['\u0000甲\u0000 ', '甲'],
  [13_800_001_111, '13800001111'],
  [1.5, '1.5'],
  [1.1 * 3, '3.3'],
  [1469 + 2 ** -42, '1469'],
  [123_456_789_012_345, '123456789012345'],
  [6e18, '6.00000E+18'],
  [true, '是'],
  [new Date('2026-03-01T00:00:00Z'), '2026-03-01'],
  [new Date('2026-03-01T09:30:00Z'), '2026-03-01 09:30'],
  [new Date(Number.NaN), ''],
])('a cell with %s reads %j', (value, said) => expect(readText(value)).toBe(said))

test('headers are found in any order, starred, explained or by another name', () => {
  expect(mapHeaders(columns, ['备注', '电子邮箱', '姓名*'])).toEqual({
    ok: true,
    at: [null, 'email', 'name'],
    ignored: ['备注'],
  })
  expect(mapHeaders(columns, ['＊姓名（必填）', ''])).toEqual({ ok: true, at: ['name', null], ignored: [] })
})
test('what is missing or there twice is named', () => {
  expect(mapHeaders(columns, ['邮箱'])).toMatchObject({ ok: false, message: expect.stringContaining('姓名') })
  expect(mapHeaders(columns, ['姓名', '邮箱', '电子邮箱'])).toMatchObject({
    ok: false,
    message: expect.stringContaining('两列“邮箱”'),
  })
})

test('a long cell is cut between letters', () => {
  expect(readCells(['name'], [`${'长'.repeat(3999)}👍`])).toEqual({ name: '长'.repeat(3999) })
})
test('a date is none of the numbers and names that a file must have', () => {
  const day = new Date('2026-03-12T00:00:00Z')
  const cells = readCells(['name', 'email'], [day, day], columns)
  expect(cells).toEqual({ name: '#日期 2026-03-12', email: '2026-03-12' })
  expect(parseCells(columns, cells)).toMatchObject({
    ok: false,
    reasons: [
      {
        column: '姓名',
        message: 'Excel 已将填写的内容改为日期 2026-03-12，请将单元格设为文本格式后重新填写',
      },
      { column: '邮箱' },
    ],
  })
})
test('no text is cut to what a column takes, and then taken', () => {
  const spec = { spec: { header: '规格', schema: text('规格', 2000), sample: '' } } as const
  expect(parseCells(spec, readCells(['spec'], ['长'.repeat(9000)]))).toEqual({
    ok: false,
    reasons: [{ level: 'error', column: '规格', message: '规格不能超过 2000 个字' }],
  })
})

test('rows: empty, the sample, good and bad', () => {
  expect(isEmpty(readCells(['name', null], ['  ', 'x']))).toBe(true)
  expect(isSample(columns, { name: '张三', email: 'a@b.cn' })).toBe(true)
  expect(isSample(columns, { name: '李四', email: 'a@b.cn' })).toBe(false)
  expect(parseCells(columns, { name: '李四' })).toEqual({ ok: true, row: { name: '李四', email: null } })
  expect(parseCells(columns, { name: '', email: 'nonsense' })).toEqual({
    ok: false,
    reasons: [
      { level: 'error', column: '姓名', message: '请填写姓名' },
      { level: 'error', column: '邮箱', message: '邮箱格式不正确' },
    ],
  })
})

test.each(['#N/A', '#REF!', '#DIV/0!', '#NAME?', '2.02301E+11', '6.22202e+18', '-1E+15'])(
  'what Excel has spoiled is bad in every column: %s',
  (cell) => {
    const read = parseCells(columns, { name: '李四', email: cell })
    expect(read).toEqual({
      ok: false,
      reasons: [{ level: 'error', column: '邮箱', message: findSpoiled(cell) }],
    })
    expect(findSpoiled(cell)).toContain(cell)
  },
)
test.each(['', '#1', '#N/A 待查', 'JSM-7800F', '1E5', '20230101', '1.5', 'E+11'])(
  'what a person may have typed is not spoiled: %s',
  (cell) => expect(findSpoiled(cell)).toBeUndefined(),
)
