import { readXlsx } from 'hucre/xlsx'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { limitRows, makeSheet } from './sheet.ts'

async function* count(to: number): AsyncGenerator<number> {
  for (let n = 1; n <= to; n++) yield n
}
const columns = [{ header: '序号', value: (n: number) => n }]
const readCells = async (body: unknown) => {
  const [sheet] = (await readXlsx(await buffer(body as Readable))).sheets
  return sheet?.rows.map((r) => r[0])
}

test.each([
  [4, ['序号', 1, 2, 3, '仅含前 3 条']],
  [3, ['序号', 1, 2, 3]],
  [2, ['序号', 1, 2]],
  [0, ['序号']],
])('a file of at most three rows, of %i: what is missing is said in its last line', async (all, cells) => {
  const { rows, findFoot } = limitRows(count(all), 3, (most) => `仅含前 ${most} 条`)
  const { body } = makeSheet('序号', columns, rows, '序号.xlsx', 'xlsx', findFoot)
  expect(await readCells(body)).toEqual(cells)
})

test('a text that is too long for a cell of Excel is cut, and says so', async () => {
  async function* texts() {
    yield '长'.repeat(32_767)
    yield `${'长'.repeat(40_000)}尾`
  }
  const { body } = makeSheet('填写记录', [{ header: '说明', value: (t: string) => t }], texts(), '记录.xlsx')
  const [, whole, cut] = ((await readCells(body)) ?? []).map(String)
  expect([whole?.length, whole?.endsWith('长')]).toEqual([32_767, true])
  expect([cut?.length, cut?.endsWith('长……（内容过长，请在平台查看全文）')]).toEqual([32_767, true])
})

test('a title that Excel does not take as the name of a sheet breaks no file', async () => {
  const title = 'SJ4 实验项目[教学/科研]一览表（2026 学年度，含虚拟仿真实验项目）'
  const { body } = makeSheet(title, columns, count(1), `${title}.xlsx`)
  const [sheet] = (await readXlsx(await buffer(body as Readable))).sheets
  expect(sheet?.name).toBe('SJ4 实验项目 教学 科研 一览表（2026 学年度，含虚拟')
  expect(sheet?.rows).toHaveLength(2)
})
