import { expect, it } from 'vitest'
import { joinAnswers, splitAsked } from './hints.ts'

it('asks about each instrument once, at most a hundred at a time', () => {
  const ids = Array.from({ length: 201 }, (_, i) => i)
  const asked = splitAsked(ids)
  expect(asked.map((part) => part.length)).toEqual([100, 100, 1])
  expect(asked.flat()).toEqual(ids)
  expect(splitAsked([])).toEqual([])
})

it('tells what is still coming from what has no answer', () => {
  const row = { deviceId: 1, mean: 5 }
  const rows = joinAnswers(
    [[1, 2], [3], [4]],
    [
      { data: [row], isPending: false },
      { data: undefined, isPending: false },
      { data: undefined, isPending: true },
    ],
  )
  expect([1, 2, 3, 4].map((id) => rows.get(id))).toEqual([row, null, null, undefined])
})
