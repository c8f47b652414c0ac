import { expect, test } from 'vitest'
import { findStage } from './stage.rules.ts'

test.each([
  ['draft', 'request'],
  ['refused', 'request'],
  ['awaiting_contract', 'sourcing'],
  ['terminated', 'sourcing'],
] as const)('%s is at %s, whatever its pieces', (state, stage) =>
  expect(findStage(state, [{ stage: 'finance', count: 1 }])).toEqual({ stage, counts: [] }),
)

test('with pieces at different stages it is where the least advanced one is', () => {
  expect(
    findStage('in_acceptance', [
      { stage: 'daily', count: 2 },
      { stage: 'store', count: 1 },
      { stage: 'info', count: 3 },
    ]),
  ).toEqual({
    stage: 'info',
    counts: [
      { stage: 'info', count: 3 },
      { stage: 'store', count: 1 },
      { stage: 'daily', count: 2 },
    ],
  })
  expect(findStage('in_acceptance', []).stage).toBe('acceptance')
})

test('on the shelf it waits to be opened for sharing, piece by piece; then daily management has it', () => {
  expect(
    findStage('done', [
      { stage: 'daily', count: 1 },
      { stage: 'share', count: 1 },
    ]),
  ).toEqual({
    stage: 'share',
    counts: [
      { stage: 'share', count: 1 },
      { stage: 'daily', count: 1 },
    ],
  })
  expect(findStage('done', [{ stage: 'daily', count: 2 }]).stage).toBe('daily')
  expect(findStage('done', []).stage).toBe('daily')
})
