import { expect, test } from 'vitest'
import { parseIds } from './form.rules.ts'

test('ids in an address are ids, once', () => {
  expect(parseIds('12,13,12,x,-1,0,1.5,')).toEqual([12, 13])
  expect(parseIds(null)).toEqual([])
})
