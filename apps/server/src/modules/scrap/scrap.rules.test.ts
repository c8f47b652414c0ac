import { expect, test } from 'vitest'
import { describeCorrection, type Registered } from './scrap.rules.ts'

const registered: Registered = {
  way: 'recycle',
  disposedOn: '2026-01-02',
  recycler: '回收公司',
  incomeFen: 8_000,
}

test('a correction says of each value that it changes what stood there', () => {
  expect(describeCorrection(registered, { ...registered })).toBe('')
  expect(describeCorrection(registered, { ...registered, incomeFen: 80_000 })).toBe(
    '残值收入：80.00 元 → 800.00 元',
  )
  expect(
    describeCorrection(registered, {
      way: 'sell',
      disposedOn: '2026-01-03',
      recycler: null,
      incomeFen: 8_000,
    }),
  ).toBe('处置方式：回收拆解 → 变卖；处置日期：2026-01-02 → 2026-01-03；回收单位：回收公司 → 无')
})
