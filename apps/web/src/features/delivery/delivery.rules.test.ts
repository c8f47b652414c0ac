import type { DeliveryPiece } from '@portal/contract/delivery/delivery'
import { expect, test } from 'vitest'
import { nextExpected, fillPiece } from './delivery.rules.ts'

const piece = (id: number, more: Partial<DeliveryPiece> = {}): DeliveryPiece => ({
  id,
  itemId: 1,
  number: id,
  state: 'expected',
  name: '离心机',
  model: null,
  spec: null,
  manufacturer: null,
  country: null,
  factoryNumber: null,
  madeOn: null,
  warrantyUntil: null,
  indicators: null,
  accessories: null,
  hazards: null,
  priceFen: 1,
  refusedReason: null,
  open: true,
  updatedAt: `2026-01-0${id}T00:00:00.000Z`,
  ...more,
})

test('the form starts with what the piece before has in common, never with its number', () => {
  const first = piece(1, {
    state: 'entered',
    factoryNumber: 'A1',
    manufacturer: '海德',
    model: 'H-1',
    country: '德国',
    indicators: '10000 rpm',
  })
  expect(fillPiece(piece(2), [first, piece(2)])).toMatchObject({
    id: 2,
    seenAt: '2026-01-02T00:00:00.000Z',
    factoryNumber: '',
    manufacturer: '海德',
    model: 'H-1',
    indicators: '10000 rpm',
  })
  expect(fillPiece(first, [first, piece(2)])).toMatchObject({ id: 1, factoryNumber: 'A1' })
  expect(fillPiece(piece(3, { itemId: 2, model: 'X' }), [first])).toMatchObject({
    id: 3,
    factoryNumber: '',
    manufacturer: '',
    model: 'X',
  })
})

test('a piece that was sent back starts with its own entry, though its number has gone to another', () => {
  const other = piece(1, { state: 'entered', factoryNumber: 'A2', madeOn: '2025-05-05' })
  const sentBack = piece(2, { refusedReason: '与铭牌不符', manufacturer: '海德', madeOn: '2026-01-02' })
  expect(fillPiece(sentBack, [other, sentBack])).toMatchObject({
    id: 2,
    factoryNumber: '',
    manufacturer: '海德',
    madeOn: '2026-01-02',
  })
})

test('the next piece to enter comes after this one, then from the beginning', () => {
  const pieces = [piece(1), piece(2, { state: 'entered' }), piece(3), piece(4, { open: false })]
  expect(nextExpected(pieces, 2)?.id).toBe(3)
  expect(nextExpected(pieces, 3)?.id).toBe(1)
  expect(nextExpected([piece(1)], 1)).toBeUndefined()
})
