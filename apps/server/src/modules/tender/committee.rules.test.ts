import type { ScoringRule } from '@portal/contract/tender/rows'
import { describe, expect, test } from 'vitest'
import {
  listCounted,
  judgeAward,
  judgeCommittee,
  judgeConclusion,
  judgeOpinion,
  judgeSeat,
  makeSeal,
  type About,
  type Item,
  type PersonFacts,
  type Seat,
} from './committee.rules.ts'

const OWN = 7
const about: About = { requesterId: 99, deptId: OWN, committeeSize: 3, companies: ['甲公司'] }
const seat = (userId: number, more: Partial<Seat> = {}): Seat => ({
  userId,
  unit: '某大学',
  title: '教授',
  chair: false,
  ...more,
})
const person = (id: number, more: Partial<PersonFacts> = {}): PersonFacts => ({
  id,
  name: `人${id}`,
  deptId: null,
  enabled: true,
  ofSupplier: false,
  ofOffice: false,
  ...more,
})
const codes = (seats: Seat[], people: PersonFacts[], more: Partial<About> = {}) =>
  judgeCommittee(seats, new Map(people.map((p) => [p.id, p])), { ...about, ...more }).map((r) => r.code)
const three = [seat(1, { chair: true }), seat(2), seat(3)]
const all = [1, 2, 3, 4, 5].map((id) => person(id))

describe('a committee', () => {
  test('has enough members, an odd number, and one chair at most', () => {
    expect(codes(three, all)).toEqual([])
    expect(codes(three.slice(0, 2), all)).toEqual(['COMMITTEE_SIZE'])
    expect(codes([...three, seat(4)], all)).toEqual(['COMMITTEE_ODD'])
    expect(codes(three, all, { committeeSize: 5 })).toEqual(['COMMITTEE_SIZE'])
    expect(codes([...three.slice(0, 2), seat(3, { chair: true })], all)).toEqual(['COMMITTEE_CHAIRS'])
  })
  test('has a third of the unit that buys at most, who do not lead it', () => {
    const own = (...ids: number[]) => all.map((p) => (ids.includes(p.id) ? { ...p, deptId: OWN } : p))
    expect(codes(three, own(2))).toEqual([])
    expect(codes(three, own(2, 3))).toEqual(['COMMITTEE_OWN'])
    expect(codes(three, own(1))).toEqual(['MEMBER_CHAIR'])
    // A purchase without a department has no representatives of its own.
    expect(codes(three, all, { deptId: null })).toEqual([])
  })
  test('keeps whoever has signed as they were then: gone since, or of another unit', () => {
    const since = all.map((p) =>
      p.id === 1 ? { ...p, enabled: false } : p.id === 2 ? { ...p, deptId: OWN } : p,
    )
    const judge = (...signed: [number, { own: boolean }][]) =>
      judgeCommittee(three, new Map(since.map((p) => [p.id, p])), about, new Map(signed)).map((r) => r.code)
    expect(judge()).toEqual(['MEMBER_PERSON'])
    expect(judge([1, { own: false }])).toEqual([])
    expect(judge([1, { own: true }])).toEqual(['COMMITTEE_OWN'])
    expect(judge([1, { own: true }], [2, { own: false }])).toEqual([])
  })
  test('has nobody who asked for it, runs it, sells it or is gone', () => {
    const why = (more: Partial<PersonFacts> | null, unit = '某大学') =>
      judgeSeat(seat(1, { unit }), more === null ? undefined : person(1, more), about)?.code
    expect([
      why({}),
      why(null),
      why({ enabled: false }),
      why({ id: 99 }),
      why({ ofOffice: true }),
      why({ ofSupplier: true }),
      why({}, '甲公司'),
    ]).toEqual([
      undefined,
      'MEMBER_PERSON',
      'MEMBER_PERSON',
      'MEMBER_REQUESTER',
      'MEMBER_OFFICE',
      'MEMBER_SUPPLIER',
      'MEMBER_SUPPLIER',
    ])
  })
})

describe('an opinion', () => {
  const points: ScoringRule = { kind: 'points', pricePoints: 40, commercialPoints: 20, technicalPoints: 40 }
  const item = (quotationId: number, more: Partial<Item> = {}): Item => ({
    quotationId,
    qualified: true,
    technicalScore: 30,
    commercialScore: 20,
    words: null,
    ...more,
  })
  const reasons = (items: Item[], rule = points) => {
    const refusal = judgeOpinion([1, 2], items, rule)
    return refusal && (refusal.reasons?.map((r) => `${r.code} ${r.field}`) ?? refusal.code)
  }
  test('is of all that was opened', () => {
    expect(reasons([item(2), item(1)])).toBeUndefined()
    for (const items of [[item(1)], [item(1), item(1)], [item(1), item(3)], [item(1), item(2), item(3)]])
      expect(judgeOpinion([1, 2], items, points)?.code).toBe('JUDGED_PARTLY')
  })
  test('says points within their range, or why not', () => {
    expect(reasons([item(1, { technicalScore: null }), item(2, { commercialScore: 20.01 })])).toEqual([
      'SCORE_MISSING items.0.technicalScore',
      'SCORE_RANGE items.1.commercialScore',
    ])
    expect(reasons([item(1, { qualified: false }), item(2)])).toEqual(['WORDS_MISSING items.0.words'])
    expect(
      reasons([item(1, { qualified: false, technicalScore: null, words: '不符' }), item(2)]),
    ).toBeUndefined()
    expect(
      reasons([item(1, { technicalScore: null }), item(2, { commercialScore: null })], {
        ...points,
        kind: 'lowest',
      }),
    ).toBeUndefined()
  })
  test('counts points of what qualifies only, and none by price', () => {
    const refused = item(1, { qualified: false, words: '不符' })
    expect(listCounted([refused, item(2)], points)).toEqual([
      { ...refused, technicalScore: null, commercialScore: null },
      item(2),
    ])
    expect(listCounted([item(2)], { ...points, kind: 'lowest' })).toEqual([
      item(2, { technicalScore: null, commercialScore: null }),
    ])
  })
  test('is sealed to the word', () => {
    const said = {
      tenderId: 1,
      userId: 2,
      name: '人',
      opinion: '同意',
      items: [item(1)],
      at: new Date('2026-03-02T01:00:00Z'),
    }
    const seal = makeSeal(said).toString('hex')
    expect(makeSeal({ ...said }).toString('hex')).toBe(seal)
    for (const other of [
      { opinion: null },
      { userId: 3 },
      { items: [item(1, { technicalScore: 31 })] },
      { at: new Date('2026-03-02T01:00:01Z') },
    ])
      expect(makeSeal({ ...said, ...other }).toString('hex')).not.toBe(seal)
  })
})

test('nothing is concluded before the last has signed, or of too few the first time', () => {
  const [signed, waiting] = [{ signedAt: new Date(0) }, { signedAt: null }]
  expect(judgeConclusion({ hadTooFew: false, minQuotations: 3 }, 3, [signed, signed])).toBeUndefined()
  expect(judgeConclusion({ hadTooFew: false, minQuotations: 3 }, 3, [signed, waiting])?.code).toBe('UNSIGNED')
  expect(judgeConclusion({ hadTooFew: false, minQuotations: 3 }, 3, [])?.code).toBe('COMMITTEE_MISSING')
  expect(judgeConclusion({ hadTooFew: false, minQuotations: 3 }, 2, [signed])?.code).toBe('TOO_FEW')
  expect(judgeConclusion({ hadTooFew: true, minQuotations: 3 }, 2, [signed])).toBeUndefined()
})

test('who is recommended first gets it, another one that qualified only with a reason', () => {
  const opened = [
    { id: 1, qualified: true, rank: 1 },
    { id: 2, qualified: true, rank: 2 },
    { id: 3, qualified: false, rank: null },
  ]
  expect(judgeAward(opened, 1, null)).toBeUndefined()
  expect(judgeAward(opened, 2, null)?.code).toBe('NOT_FIRST')
  expect(judgeAward(opened, 2, '第一名放弃')).toBeUndefined()
  for (const id of [3, 9]) expect(judgeAward(opened, id, '理由')?.code).toBe('NOT_QUALIFIED')
})
