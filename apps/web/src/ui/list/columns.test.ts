import { expect, test } from 'vitest'
import { placeColumns, shownColumns } from './columns.ts'

const columns = [
  { key: 'name', main: true as const },
  { key: 'lab' },
  { key: 'price' },
  { key: 'note', optional: true as const },
]
const keys = (setting?: { key: string; shown: boolean }[]) =>
  shownColumns(columns, setting && { columns: setting }).map((c) => c.key)

test('columns stand where somebody put them, new ones where they always did', () => {
  expect(keys()).toEqual(['name', 'lab', 'price'])
  expect(keys([{ key: 'note', shown: true }])).toEqual(['name', 'lab', 'price', 'note'])
  expect(
    keys([
      { key: 'price', shown: true },
      { key: 'name', shown: true },
      { key: 'lab', shown: false },
    ]),
  ).toEqual(['price', 'name'])
  // What names the row stays; what is gone from the list is no trouble.
  expect(
    keys([
      { key: 'name', shown: false },
      { key: 'gone', shown: true },
    ]),
  ).toEqual(['name', 'lab', 'price'])
  expect(placeColumns(columns, { columns: [{ key: 'lab', shown: true }] }).map((p) => p.column.key)).toEqual([
    'name',
    'lab',
    'price',
    'note',
  ])
})
