import { expect, test } from 'vitest'
import type { PricePlanRow, Rate } from '@portal/contract/price-plan/price-plan'
import {
  beginRates,
  describeEnd,
  describeWithdrawal,
  findBasis,
  findLast,
  listChanges,
  readRates,
} from './price-values.ts'

const rate = (unitFen: number, more: Partial<Rate> = {}): Rate => ({
  unitFen,
  unitMinutes: 60,
  startFen: 0,
  minUnits: 0,
  bands: [],
  ...more,
})
const plan = (over: Partial<PricePlanRow>): PricePlanRow => ({
  id: 1,
  deviceId: 7,
  basis: 'per_time',
  version: 1,
  from: '2026-01-01',
  until: null,
  state: 'current',
  replaces: false,
  rates: { campus: rate(10_000) },
  note: null,
  createdBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  can: [],
  ...over,
})
const bands = [{ fromUnits: 20, unitFen: 800 }]
const bySample = plan({
  basis: 'per_sample',
  rates: {
    dept: rate(500, { unitMinutes: 0 }),
    campus: rate(1000, { unitMinutes: 0, startFen: 5000, bands }),
  },
})

test('a new version begins with all of the one before, and changes only what is typed', () => {
  const begun = beginRates(bySample)
  expect(readRates(begun, 'per_sample')).toEqual(bySample.rates)
  const raised = readRates({ ...begun, campus: { ...begun.campus, unitFen: 1200 } }, 'per_sample')
  expect(raised.campus).toEqual({ ...bySample.rates.campus, unitFen: 1200 })
  expect(listChanges(bySample, { basis: 'per_sample', rates: raised })).toEqual([
    '校内：10.00 元/样；开机费 50.00 元；满 20 样起 8.00 元/样 → ' +
      '12.00 元/样；开机费 50.00 元；满 20 样起 8.00 元/样',
  ])
  const plain = readRates({ ...begun, campus: { ...begun.campus, banded: false } }, 'per_sample')
  expect(plain.campus?.bands).toEqual([])
})

test('a tier that gets a price is a change as soon as the price is typed', () => {
  const before = plan({})
  const begun = beginRates(before)
  const served = { ...begun, company: { ...begun.company, served: true } }
  const list = (values: typeof begun) =>
    listChanges(before, { basis: 'per_time', rates: readRates(values, 'per_time') })
  expect(list(begun)).toEqual([])
  expect(list(served)).toEqual([])
  expect(list({ ...served, company: { ...served.company, unitFen: 30_000 } })).toEqual([
    '校外企业：不服务 → 300.00 元/小时',
  ])
  const emptied = { ...begun.campus, unitMinutes: null as never } // as antd empties a number
  expect(list({ ...begun, campus: emptied })).toEqual([])
})

test('the first price serves all but has none of its own for the dept', () => {
  expect(Object.entries(beginRates(undefined)).filter(([, r]) => r.served)).toHaveLength(3)
  expect(beginRates(undefined).dept?.served).toBe(false)
})

test('the form begins on the basis in force, with the last version of it', () => {
  expect(findBasis([])).toBe('per_time')
  expect(findBasis([plan({ state: 'past', until: '2026-02-01' }), bySample])).toBe('per_sample')
  expect(findBasis([bySample, plan({})])).toBe('per_time')
  const second = plan({ version: 2, from: '2026-03-01' })
  expect(findLast([plan({ until: '2026-03-01' }), second, bySample], 'per_time')).toBe(second)
})

test('ending or withdrawing a price says what is charged then', () => {
  expect(describeEnd(plan({}), [plan({})], '2026-06-02')).toContain('明天起没有收费标准，使用不收费')
  expect(describeEnd(plan({}), [plan({}), bySample], '2026-06-02')).toContain(
    '明天起没有“按时间”的收费标准，自主上机也用“按样品”的标准',
  )
  const coming = plan({ from: '2026-07-01', state: 'coming' })
  expect(describeWithdrawal(coming, [coming])).toContain('撤销后没有收费标准，使用不收费')
  const before = plan({ until: '2026-07-01' })
  expect(describeWithdrawal({ ...coming, replaces: true }, [coming, before])).toContain('上一版继续有效')
  // An end that was set before the version was added stays.
  expect(describeWithdrawal(coming, [coming, before])).toContain('撤销后没有收费标准，使用不收费')
})
