import { expect, test } from 'vitest'
import { judgeUse, findState, findUsable, type CardFacts, type Limits } from './fund-card.rules.ts'

const card: CardFacts = {
  ownerId: 1,
  balanceFen: 10_000,
  frozenFen: 4_000,
  creditFen: 1_000,
  enabled: true,
  validFrom: '2026-01-01',
  validTo: '2026-12-31',
}
const limits: Limits = {
  validFrom: null,
  validTo: null,
  perUseLimitFen: 3_000,
  totalLimitFen: 5_000,
  usedFen: 2_500,
}
const codes = (reasons: { code: string }[]) => reasons.map((r) => r.code)

test('a card is usable between its first and last day, both included', () => {
  expect(['2025-12-31', '2026-01-01', '2026-12-31', '2027-01-01'].map((day) => findState(card, day))).toEqual(
    ['not_yet', 'usable', 'usable', 'expired'],
  )
  expect(findState({ ...card, enabled: false }, '2026-06-01')).toBe('disabled')
})

test('its owner spends what is available, credit included, to the fen', () => {
  expect(findUsable(card, null, '2026-06-01')).toBe(7_000)
  expect(judgeUse(card, null, { userId: 1, amountFen: 7_000, day: '2026-06-01' })).toEqual([])
  expect(codes(judgeUse(card, null, { userId: 1, amountFen: 7_001, day: '2026-06-01' }))).toEqual([
    'CARD_BALANCE',
  ])
})

test('an authorised person is held by each limit', () => {
  const use = (amountFen: number, more: Partial<Limits> = {}) =>
    codes(judgeUse(card, { ...limits, ...more }, { userId: 2, amountFen, day: '2026-06-01' }))
  expect(use(2_500)).toEqual([])
  expect(use(2_501)).toEqual(['CARD_TOTAL'])
  expect(use(3_001)).toEqual(['CARD_PER_USE', 'CARD_TOTAL'])
  expect(use(100, { validTo: '2026-05-31' })).toEqual(['CARD_GRANT_EXPIRED'])
  expect(use(100, { validFrom: '2026-06-02' })).toEqual(['CARD_GRANT_NOT_YET'])
  expect(findUsable(card, limits, '2026-06-01')).toBe(2_500)
  expect(findUsable(card, { ...limits, validTo: '2026-05-31' }, '2026-06-01')).toBe(0)
})

test('all that is wrong is said at once; to a stranger only that the card is not his', () => {
  expect(
    codes(
      judgeUse(
        { ...card, enabled: false },
        { ...limits, validTo: '2020-01-01' },
        { userId: 2, amountFen: 8_000, day: '2026-06-01' },
      ),
    ),
  ).toEqual(['CARD_DISABLED', 'CARD_GRANT_EXPIRED', 'CARD_PER_USE', 'CARD_TOTAL', 'CARD_BALANCE'])
  expect(
    codes(judgeUse({ ...card, enabled: false }, null, { userId: 3, amountFen: 8_000, day: '2026-06-01' })),
  ).toEqual(['CARD_NOT_YOURS'])
  expect(codes(judgeUse(undefined, null, { userId: 3, amountFen: 1, day: '2026-06-01' }))).toEqual([
    'CARD_MISSING',
  ])
})

test('only its owner reads how much is on a card', () => {
  expect(judgeUse(card, null, { userId: 1, amountFen: 9_000, day: '2026-06-01' })[0]?.message).toContain(
    '70.00',
  )
  expect(
    judgeUse(
      card,
      { ...limits, perUseLimitFen: null, totalLimitFen: null },
      { userId: 2, amountFen: 9_000, day: '2026-06-01' },
    )[0]?.message,
  ).toBe('经费卡余额不足')
})
