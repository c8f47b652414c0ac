import { expect, test } from 'vitest'
import { actionsOf } from './notice.rules.ts'

test('what can be done follows from where it stands', () => {
  expect(actionsOf('draft', true)).toEqual(['change', 'publish', 'remove'])
  expect(actionsOf('scheduled', true)).toEqual(['change', 'publish', 'withdraw', 'remove'])
  expect(actionsOf('published', true)).toEqual(['change', 'withdraw', 'remove'])
  expect(actionsOf('withdrawn', true)).toEqual(['change', 'publish', 'remove'])
  expect(actionsOf('published', false)).toEqual([])
})
