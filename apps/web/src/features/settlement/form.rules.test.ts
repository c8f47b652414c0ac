import { expect, test } from 'vitest'
import { idsOf } from './form.rules.ts'

test('ids in an address are ids, once', () => {
  expect(idsOf('12,13,12,x,-1,0,1.5,')).toEqual([12, 13])
  expect(idsOf(null)).toEqual([])
})
