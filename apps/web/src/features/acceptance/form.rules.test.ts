import type { AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { expect, test } from 'vitest'
import { makeArguments, fillValues, listLeftOut, addPiece } from './form.rules.ts'

// The only fields that these rules read.
const acceptance = {
  id: 1,
  place: null,
  acceptedOn: null,
  conclusion: null,
  checks: [],
  members: [],
  pieces: [{ id: 5 }],
  outside: [{ id: 3 }, { id: 9 }],
} as unknown as AcceptanceDetail

test('pieces are taken in and left out, always in the order of the server', () => {
  const { pieces } = fillValues(acceptance)
  const more = addPiece(pieces, acceptance.outside[0]!)
  expect(more.map((p) => p.id)).toEqual([3, 5])
  expect(listLeftOut(acceptance, more).map((p) => p.id)).toEqual([9])
  expect(listLeftOut(acceptance, []).map((p) => p.id)).toEqual([3, 5, 9])
})

test('a place where nobody stands yet is not sent', () => {
  expect(
    makeArguments(acceptance, {
      ...fillValues(acceptance),
      members: [
        { userId: null, duty: '' },
        { userId: 7, duty: '技术' },
      ],
    }).body?.members,
  ).toEqual([{ userId: 7, duty: '技术' }])
})
