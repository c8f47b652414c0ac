import { expect, test } from 'vitest'
import { stageReached } from './stage.rules.ts'

test.each([
  ['draft', 'request'], ['refused', 'request'], ['awaiting_contract', 'sourcing'], ['terminated', 'sourcing'], ['done', 'daily'],
] as const)('%s is at %s, whatever its pieces', (state, stage) => expect(stageReached(state, [{ stage: 'finance', count: 1 }])).toEqual({ stage, counts: [] }))

test('with pieces at different stages it is where the least advanced one is', () => {
  expect(stageReached('in_acceptance', [{ stage: 'daily', count: 2 }, { stage: 'store', count: 1 }, { stage: 'info', count: 3 }])).toEqual({
    stage: 'info', counts: [{ stage: 'info', count: 3 }, { stage: 'store', count: 1 }, { stage: 'daily', count: 2 }],
  })
  expect(stageReached('in_acceptance', []).stage).toBe('acceptance')
})
