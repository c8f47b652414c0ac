import type { AcceptanceState } from '@portal/contract/acceptance/acceptance'
import { expect, test } from 'vitest'
import {
  chooseCosigners,
  judgeSubmission,
  findRoles,
  isSameNumber,
  nameSummary,
  findScale,
  type Submitted,
} from './acceptance.rules.ts'

test.each([
  [[], 'small'],
  [[9_999_999], 'small'],
  [[1, 10_000_000], 'medium'],
  [[39_999_999, 5], 'medium'],
  [[5, 40_000_000], 'large'],
])('the dearest of %j decides: %s', (prices, scale) => {
  expect(findScale(prices, { mediumFen: 10_000_000, largeFen: 40_000_000 })).toBe(scale)
})

test.each([
  ['small', [4_999_999], 1],
  ['small', [100, 5_000_000], 2],
  ['medium', [10_000_000], 3],
] as const)('a %s one at %j is signed by so many others', (scale, prices, wanted) => {
  expect(chooseCosigners(scale, prices, { college: 3, threeFromFen: 5_000_000 })).toBe(wanted)
})

test('numbers are compared as they are read from a plate', () => {
  expect(isSameNumber('sn 12-a', 'SN12-A')).toBe(true)
  expect(isSameNumber('SN12', 'SN13')).toBe(false)
  expect(isSameNumber('SN12', null)).toBe(false)
})

const fine: Submitted = {
  scale: 'small',
  place: '101',
  acceptedOn: '2026-02-01',
  conclusion: '合格',
  checks: [{ label: '外观', ok: true, note: null }],
  pieces: [{ verdict: 'accept', factoryNumber: 'A1', suppliedNumber: 'A1', reason: null }],
}
const about = { today: '2026-02-01', pictures: 1, membersMin: 1, ownMembers: 1 }
const fields = (a: Submitted, more: Partial<typeof about> = {}) =>
  judgeSubmission(a, { ...about, ...more }).map((r) => r.field)

test('nothing speaks against a complete one', () => expect(fields(fine)).toEqual([]))

test('everything that is missing is said at once', () => {
  const empty: Submitted = {
    scale: 'large',
    place: null,
    acceptedOn: null,
    conclusion: null,
    checks: [
      { label: '外观', ok: null, note: null },
      { label: '附件', ok: false, note: null },
    ],
    pieces: [{ verdict: null, factoryNumber: null, suppliedNumber: 'A1', reason: null }],
  }
  expect(fields(empty, { pictures: 0, membersMin: 3, ownMembers: 2 })).toEqual([
    'place',
    'acceptedOn',
    'conclusion',
    'checks.0.ok',
    'checks.1.note',
    'pieces.0.verdict',
    'pictures',
    'members',
  ])
})

test.each([
  [
    'another number',
    { verdict: 'accept', factoryNumber: 'B2', suppliedNumber: 'A1', reason: null },
    ['pieces.0.factoryNumber'],
  ],
  [
    'no number',
    { verdict: 'accept', factoryNumber: null, suppliedNumber: 'A1', reason: null },
    ['pieces.0.factoryNumber'],
  ],
  [
    'a refusal without a reason',
    { verdict: 'refuse', factoryNumber: null, suppliedNumber: 'A1', reason: null },
    ['pieces.0.reason'],
  ],
  [
    'a refusal that says why',
    { verdict: 'refuse', factoryNumber: 'B2', suppliedNumber: 'A1', reason: '编号不符' },
    [],
  ],
] as const)('a piece with %s', (_, piece, wanted) =>
  expect(fields({ ...fine, pieces: [piece] })).toEqual(wanted),
)

test('a day that is still to come', () =>
  expect(fields({ ...fine, acceptedOn: '2026-02-02' })).toEqual(['acceptedOn']))

test('while others sign, the office may send back what it does not receive itself', () => {
  const who = { userId: 2, office: true }
  const at = (state: AcceptanceState, receiverId = 1) =>
    findRoles({ state, receiverId, unsignedIds: [3] }, who)
  expect(at('awaiting_signatures')).toEqual(['equip_office'])
  expect(at('awaiting_signatures', 2)).toEqual(['receiver'])
  expect(at('awaiting_audit')).toEqual([])
  expect(at('awaiting_audit', 2)).toEqual(['receiver'])
  const asOther = (userId: number, state: AcceptanceState = 'awaiting_signatures') =>
    findRoles({ state, receiverId: 1, unsignedIds: [3] }, { userId, office: false })
  expect(asOther(2)).toEqual([])
  expect([asOther(3), asOther(3, 'draft')]).toEqual([['member'], []])
})

test('an acceptance in one sentence names what goes back, which is not part of the amount', () => {
  const about = { title: '天平采购', pieceCount: 2, refusedCount: 0, totalFen: 1_999_800 }
  expect(nameSummary(about)).toBe('“天平采购”共 2 台（件），本次验收金额 19,998.00 元')
  expect(nameSummary({ ...about, refusedCount: 1, totalFen: 999_900 })).toBe(
    '“天平采购”共 2 台（件），其中 1 台（件）退回供应商，本次验收金额 9,999.00 元',
  )
})
