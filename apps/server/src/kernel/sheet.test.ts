import { readXlsx } from 'hucre/xlsx'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { limitRows, makeSheet } from './sheet.ts'

async function* count(to: number): AsyncGenerator<number> {
  for (let n = 1; n <= to; n++) yield n
}
const columns = [{ header: '序号', value: (n: number) => n }]

test.each([
  [4, ['序号', 1, 2, 3, '仅含前 3 条']],
  [3, ['序号', 1, 2, 3]],
  [2, ['序号', 1, 2]],
  [0, ['序号']],
])('a file of at most three rows, of %i: what is missing is said in its last line', async (all, cells) => {
  const { rows, findFoot } = limitRows(count(all), 3, (most) => `仅含前 ${most} 条`)
  const { body } = makeSheet('序号', columns, rows, '序号.xlsx', 'xlsx', findFoot)
  const [sheet] = (await readXlsx(await buffer(body as Readable))).sheets
  expect(sheet?.rows.map((r) => r[0])).toEqual(cells)
})
