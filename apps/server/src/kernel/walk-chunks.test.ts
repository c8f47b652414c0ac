import { expect, test } from 'vitest'
import { walkChunks } from './list.store.ts'
import { limitRows } from './sheet.ts'

/** A list of `total` rows and what was asked of it: after which row, and how many. */
function createList(total: number) {
  const asked: [after: number, size: number][] = []
  const read = (last: { id: number } | undefined, size: number) => {
    const after = last?.id ?? 0
    asked.push([after, size])
    const count = Math.max(0, Math.min(size, total - after))
    return Promise.resolve(Array.from({ length: count }, (_, i) => ({ id: after + i + 1 })))
  }
  return { asked, read }
}
async function listIds(rows: AsyncIterable<{ id: number }>): Promise<number[]> {
  const ids = []
  for await (const { id } of rows) ids.push(id)
  return ids
}

test('each chunk begins after the last row of the one before; a short one is the last', async () => {
  const list = createList(5)
  expect(await listIds(walkChunks<{ id: number }>(list.read, { size: 2 }))).toEqual([1, 2, 3, 4, 5])
  expect(list.asked).toEqual([
    [0, 2],
    [2, 2],
    [4, 2],
  ])
})

test('a list that ends with a full chunk, and an empty one, end', async () => {
  expect(await listIds(walkChunks<{ id: number }>(createList(4).read, { size: 2 }))).toEqual([1, 2, 3, 4])
  expect(await listIds(walkChunks<{ id: number }>(createList(0).read))).toEqual([])
})

test('who wants no more rows causes no further chunk', async () => {
  const list = createList(100)
  const { rows, findFoot } = limitRows(
    walkChunks<{ id: number }>(list.read, { size: 2 }),
    3,
    (n) => `前 ${n} 条`,
  )
  expect([await listIds(rows), findFoot()]).toEqual([[1, 2, 3], '前 3 条'])
  expect(list.asked).toHaveLength(2)
})
