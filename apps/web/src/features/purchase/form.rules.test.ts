import { expect, test } from 'vitest'
import { makeBody, newItem, newSource, findPrice, sumItems, type ItemValues } from './form.rules.ts'

const abroad: ItemValues = {
  ...newItem,
  name: '电镜',
  imported: true,
  quantity: 2,
  importPrice: { currency: 'USD', foreignPrice: 100_00, rateMicro: 7_000_000, freightFen: 1, tariffFen: 5 },
}

test('the price of an import is what its parts come to; exempt, it is not taxed', () => {
  expect(findPrice(abroad)).toBe(700_06)
  expect(findPrice({ ...abroad, importPrice: { ...abroad.importPrice, dutyFree: true } })).toBe(700_01)
  expect(findPrice({ ...abroad, importPrice: { currency: 'USD' } })).toBe(0)
  expect(findPrice({ ...newItem, unitPriceFen: 9, importPrice: { freightFen: 1 } })).toBe(9)
})

test('one source pays all of it, several what was said', () => {
  const values = { title: '电镜', items: [abroad], files: {} }
  expect(makeBody({ ...values, sources: [{ ...newSource, amountFen: 1 }] }).sources).toMatchObject([
    { amountFen: sumItems([abroad]) },
  ])
  expect(
    makeBody({ ...values, sources: [{ ...newSource, amountFen: 1 }, newSource] }).sources.map(
      (s) => s.amountFen,
    ),
  ).toEqual([1, 0])
})
