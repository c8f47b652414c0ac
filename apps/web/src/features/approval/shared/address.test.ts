import { expect, test } from 'vitest'
import { addressOfTask } from './address.ts'

test.for([
  ['use_finding', '/iot/air-switch?tab=findings&id=12'],
  ['violation', '/account/subscribe-list?scope=lab-violations&id=12'],
  ['scrap', '/osp/asset/scraps?id=12'],
] as const)('a task of %s leads to the row that it is about', ([business, address]) =>
  expect(addressOfTask({ business, rowId: 12, step: 'check' })).toBe(address),
)
