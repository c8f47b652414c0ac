import { expect, test } from 'vitest'
import { actionsOf } from './consulting.rules.ts'

test('who answers, answers; a question is its asker’s until it is answered', () => {
  const nobody = { state: 'waiting', mine: false, answers: false, manages: false } as const
  expect(actionsOf(nobody)).toEqual([])
  expect(actionsOf({ ...nobody, mine: true })).toEqual(['remove'])
  expect(actionsOf({ ...nobody, mine: true, state: 'answered' })).toEqual([])
  expect(actionsOf({ ...nobody, answers: true, state: 'answered' })).toEqual(['answer'])
  expect(actionsOf({ ...nobody, manages: true })).toEqual(['answer', 'remove'])
})
