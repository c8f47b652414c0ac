import { describe, expect, test } from 'vitest'
import { judgeAnnouncement, judgePrices, judgeStanding, type Announcement } from './tender.rules.ts'

const now = new Date('2026-03-02T01:00:00Z')
const inDays = (n: number) => new Date(now.getTime() + n * 86_400_000)

describe('announcing', () => {
  const good: Announcement = {
    method: 'invited',
    announcement: '公告',
    opensAt: inDays(3),
    minQuotations: 3,
    invited: 3,
  }
  const code = (t: Partial<Announcement>) => judgeAnnouncement({ ...good, ...t }, now, 20)?.code
  test('by invitation: enough are invited, and the time is to come', () => {
    expect(code({})).toBeUndefined()
    expect(code({ announcement: '' })).toBe('ANNOUNCEMENT_MISSING')
    expect(code({ opensAt: null })).toBe('OPENS_MISSING')
    expect(code({ opensAt: now })).toBe('OPENS_PAST')
    expect(code({ invited: 2 })).toBe('INVITED_FEW')
    expect(judgeAnnouncement({ ...good, invited: 2, unfit: ['丙公司'] }, now, 20)?.message).toContain(
      '丙公司',
    )
    expect(code({ invited: 2, minQuotations: 2, method: 'comparison' })).toBeUndefined()
  })
  test('in public: long enough, whoever is invited', () => {
    expect(code({ method: 'public', opensAt: inDays(20), invited: 0 })).toBeUndefined()
    expect(code({ method: 'public', opensAt: inDays(19.99), invited: 5 })).toBe('OPENS_EARLY')
  })
})

describe('prices', () => {
  const items = [
    { id: 1, quantity: 2 },
    { id: 2, quantity: 1 },
  ]
  const price = (itemId: number, unitPriceFen: number) => ({ itemId, unitPriceFen })
  test('every item once, to the fen', () => {
    expect(judgePrices(items, [price(2, 50), price(1, 25)], 100)).toBeUndefined()
    expect(judgePrices(items, [price(1, 25), price(2, 50)], 101)?.code).toBe('AMOUNT_DIFFERS')
    for (const wrong of [
      [price(1, 50)],
      [price(1, 25), price(1, 25)],
      [price(1, 25), price(3, 50)],
      [price(1, 25), price(2, 50), price(3, 1)],
    ])
      expect(judgePrices(items, wrong, 100)?.code).toBe('ITEMS_CHANGED')
  })
})

test('what a supplier is in a tender', () => {
  expect([
    judgeStanding('announced', false, false),
    judgeStanding('opened', true, false),
    judgeStanding('awarded', true, true),
    judgeStanding('awarded', true, false),
    judgeStanding('failed', true, false),
  ]).toEqual(['none', 'quoted', 'won', 'lost', 'quoted'])
})
