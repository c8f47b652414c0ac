import { MAX_IMPORT_ROWS } from '@portal/contract/bulk/bulk'
import { expect, test } from 'vitest'
import { linesOfSheet, MAX_READ_ROWS } from './rows.action.ts'

const makeText = (...parts: readonly string[]) => Buffer.from(parts.join(''))

test('empty lines are none, and the others keep their numbers', async () => {
  const lines = await linesOfSheet(makeText(',\n', '编号,名称\n', ',\n'.repeat(3), '1,电镜\n', ' , \n'))
  expect(lines).toEqual([
    { line: 2, cells: ['编号', '名称'] },
    { line: 6, cells: ['1', '电镜'] },
  ])
})

test('a table that is formatted to its end is refused for its empty lines, not for its rows', async () => {
  const long = makeText('编号,名称\n', '1,电镜\n', ',\n'.repeat(MAX_READ_ROWS))
  await expect(linesOfSheet(long)).rejects.toThrow(/请删除表格中的空行/)
  const full = makeText('编号,名称\n', '1,电镜\n'.repeat(MAX_IMPORT_ROWS + 1))
  await expect(linesOfSheet(full)).rejects.toThrow(`一次最多导入 ${MAX_IMPORT_ROWS} 行`)
})
