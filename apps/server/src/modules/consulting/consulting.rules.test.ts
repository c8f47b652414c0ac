import { expect, test } from 'vitest'
import { listActions } from './consulting.rules.ts'

test('who answers, answers; a question is its asker’s until it is answered', () => {
  const nobody = { state: 'waiting', mine: false, answers: false, manages: false } as const
  expect(listActions(nobody)).toEqual([])
  expect(listActions({ ...nobody, mine: true })).toEqual(['remove'])
  expect(listActions({ ...nobody, mine: true, state: 'answered' })).toEqual([])
  expect(listActions({ ...nobody, answers: true, state: 'answered' })).toEqual(['answer'])
  expect(listActions({ ...nobody, manages: true })).toEqual(['answer', 'remove'])
})
