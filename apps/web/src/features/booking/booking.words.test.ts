import { expect, test } from 'vitest'
import { refusalPicks, wordChange } from './booking.words.ts'

test('a payer is offered no reasons of the laboratory', () => {
  expect(refusalPicks('awaiting_reviewer')).toContain('样品不适合该仪器')
  expect(refusalPicks('awaiting_payer')).toContain('经费不足')
  expect(refusalPicks('awaiting_payer')).not.toContain('样品不适合该仪器')
})

test('a longer use that costs less by volume prices is not called dearer by a negative sum', () => {
  expect([wordChange(80_000, 72_000), wordChange(72_000, 80_000)]).toEqual(['减少 ¥80.00', '增加 ¥80.00'])
})
