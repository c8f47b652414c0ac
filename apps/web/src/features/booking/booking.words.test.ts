import { expect, test } from 'vitest'
import { refusalPicks } from './booking.words.ts'

test('a payer is offered no reasons of the laboratory', () => {
  expect(refusalPicks('awaiting_reviewer')).toContain('样品不适合该仪器')
  expect(refusalPicks('awaiting_payer')).toContain('经费不足')
  expect(refusalPicks('awaiting_payer')).not.toContain('样品不适合该仪器')
})
