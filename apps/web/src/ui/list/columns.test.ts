import { expect, test } from 'vitest'
import { findDuties } from '../../lib/duties.ts'
import { placeColumns, shownColumns } from './columns.ts'

const columns = [
  { key: 'name', main: true as const },
  { key: 'lab' },
  { key: 'price' },
  { key: 'note', optional: true as const },
]
const keys = (setting?: { key: string; shown: boolean }[]) =>
  shownColumns(columns, setting && { columns: setting }, findDuties([])).map((c) => c.key)

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
  // The column that names the row always stays; a saved column that no longer exists is ignored.
  expect(
    keys([
      { key: 'name', shown: false },
      { key: 'gone', shown: true },
    ]),
  ).toEqual(['name', 'lab', 'price'])
  expect(
    placeColumns(columns, { columns: [{ key: 'lab', shown: true }] }, findDuties([])).map(
      (p) => p.column.key,
    ),
  ).toEqual(['name', 'lab', 'price', 'note'])
})

test('what a column is for decides who sees it first, and what somebody chose goes before that', () => {
  const list = [
    { key: 'number', main: true as const },
    { key: 'cards', for: ['books'] as const },
    { key: 'asset', for: ['assets', 'books'] as const },
    { key: 'note', for: ['books'] as const, optional: true as const },
  ]
  const see = (permissions: string[], columns?: { key: string; shown: boolean }[]) =>
    shownColumns(list, columns && { columns }, findDuties(permissions)).map((c) => c.key)
  expect(see(['DEFAULT'])).toEqual(['number'])
  expect(see(['FINANCIAL_EDIT'])).toEqual(['number', 'cards', 'asset'])
  expect(see(['DEVICE_ALL'])).toEqual(['number', 'asset'])
  expect(see(['ADMIN'])).toEqual(['number', 'cards', 'asset'])
  // A user without the duty chose the column; a user with the duty removed it.
  expect(see(['DEFAULT'], [{ key: 'cards', shown: true }])).toEqual(['number', 'cards'])
  expect(see(['FINANCIAL_EDIT'], [{ key: 'cards', shown: false }])).toEqual(['number', 'asset'])
})
