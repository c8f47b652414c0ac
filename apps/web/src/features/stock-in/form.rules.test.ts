import { expect, test } from 'vitest'
import { copyFirst, type PieceValue } from './form.rules.ts'

const piece = (id: number, labId: number | null): PieceValue => ({
  id,
  labId,
  roomId: null,
  keeperId: null,
  categoryId: null,
  gbtCode: null,
  moeCode: null,
  purpose: null,
  funding: null,
})

test('all as the first one, each still itself', () => {
  expect(copyFirst([piece(4, 7), piece(5, null)])).toEqual([piece(4, 7), piece(5, 7)])
  // With the name of the keeper, without which the copies would show a number.
  const kept = { keeperId: 3, keeper: '王五' }
  expect(copyFirst([{ ...piece(4, 7), ...kept }, piece(5, null)])[1]).toEqual({ ...piece(5, 7), ...kept })
  expect(copyFirst([])).toEqual([])
})
