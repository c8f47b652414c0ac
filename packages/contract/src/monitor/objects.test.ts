import { expect, it } from 'vitest'
import { screenAt } from '../screens.ts'
import { objectWords } from './objects.ts'

const titles = Object.entries(objectWords).flatMap(([table, { link }]) =>
  link === undefined ? [] : [[table, link, screenAt(link.replace(/\?.*$/, ''))?.title] as const],
)

it('the log leads to a screen that shows the row, not to a form that is filled in', () => {
  expect(titles.filter(([, , title]) => title === undefined || title.startsWith('填写'))).toEqual([])
  expect(titles.find(([table]) => table === 'test_order')?.[2]).toBe('测试单详情')
  expect(titles.map(([table]) => table)).toEqual(
    expect.arrayContaining(['repair_order', 'scrap', 'stock_in', 'acceptance', 'tender', 'stocktake']),
  )
})
