import { expect, test } from 'vitest'
import { listActions } from './notice.rules.ts'

test('what can be done follows from where it stands', () => {
  expect(listActions('draft', true)).toEqual(['change', 'publish', 'remove'])
  expect(listActions('scheduled', true)).toEqual(['change', 'publish', 'withdraw', 'remove'])
  expect(listActions('published', true)).toEqual(['change', 'withdraw', 'remove'])
  expect(listActions('withdrawn', true)).toEqual(['change', 'publish', 'remove'])
  expect(listActions('published', false)).toEqual([])
})
