import { deviceStatusWords } from '@portal/contract/device/device'
import { testOrderStateWords } from '@portal/contract/test-order/test-order'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test.each([
  ['device_status', deviceStatusWords],
  ['settle_status', testOrderStateWords],
])('dictionary %s says what the program says', async (name, words) => {
  const { rows } = await database.pool.query<{ value: string; label: string }>(
    `select i.value, i.label from dictionary_item i join dictionary d on d.id = i.dictionary_id
      where d.name = $1 and d.builtin order by i.sort`,
    [name],
  )
  expect(rows.map(({ value, label }) => [value, label])).toEqual(Object.entries(words))
})

test('a list that the program asks for nowhere is not offered as its own', async () => {
  const { rows } = await database.pool.query(`select from dictionary where name = 'booking_purpose'`)
  expect(rows).toEqual([])
})
