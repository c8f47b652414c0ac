import type { PieceBody, PieceState } from '@portal/contract/delivery/delivery'
import { expect, test } from 'vitest'
import { expectedWords, judgePieces, findRoles } from './delivery.rules.ts'

const TODAY = '2026-05-10'
const typed = (id: number, more: Partial<PieceBody> = {}): PieceBody => ({
  id,
  factoryNumber: `N${id}`,
  manufacturer: '海德',
  model: 'H-1',
  spec: null,
  country: '德国',
  madeOn: null,
  warrantyUntil: null,
  indicators: null,
  accessories: null,
  hazards: null,
  ...more,
})
const piece = (id: number, state: PieceState) => ({ id, state })

test('what is typed of each piece is judged, each fault at its field', () => {
  const pieces = [piece(1, 'expected'), piece(2, 'entered'), piece(3, 'checked')]
  const faults = (...list: PieceBody[]) => judgePieces(list, pieces, TODAY).map((r) => `${r.field} ${r.code}`)
  expect(faults(typed(1), typed(2))).toEqual([])
  expect(faults(typed(1), typed(9))).toEqual(['pieces.1.id PIECE_OTHER'])
  expect(faults(typed(3))).toEqual(['pieces.0.id PIECE_CLOSED'])
  expect(faults(typed(1), typed(2, { factoryNumber: 'N1' }))).toEqual(['pieces.1.factoryNumber NUMBER_TWICE'])
  expect(faults(typed(1), typed(2, { factoryNumber: 'N1', model: 'H-2' }))).toEqual([])
  expect(faults(typed(1, { madeOn: '2026-05-11' }))).toEqual(['pieces.0.madeOn MADE_FUTURE'])
})

test('the first few that are missing are named', () => {
  const of = (n: number) =>
    Array.from({ length: n }, (_, i) => ({ name: '天平', number: i + 1, state: 'expected' as const }))
  expect(expectedWords([{ name: '天平', number: 1, state: 'entered' }])).toBe('')
  expect(expectedWords(of(2))).toBe('天平 第 1 台、天平 第 2 台')
  expect(expectedWords(of(5))).toBe('天平 第 1 台、天平 第 2 台、天平 第 3 台 等 5 台')
})

test('nobody checks what he has entered himself', () => {
  expect(findRoles({ member: true, auditor: true })).toEqual(new Set(['member']))
  expect(findRoles({ member: false, auditor: true })).toEqual(new Set(['tender_office']))
  expect(findRoles({ member: false, auditor: false }).size).toBe(0)
})
