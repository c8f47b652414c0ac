import { expect, test } from 'vitest'
import type { Origin, Round } from './dossier.store.ts'
import {
  evaluationSheet,
  showJudged,
  tenderSheet,
  type Bid,
  type Member,
  type Vote,
} from './evaluation.view.ts'

const at = new Date('2026-03-02T01:00:00Z')
const written = {
  origin: { serialId: 'A1', name: '激光器' } as Origin,
  time: (d: Date | null) => d && '2026-03-02',
}
const round: Round = {
  id: 7,
  round: 1,
  state: 'awarded',
  method: 'invited',
  title: '激光器采购',
  announcedAt: at,
  openedAt: at,
  quotations: 2,
  broken: 0,
  winner: '乙公司',
  amountFen: 900_000_00,
  voided: false,
  reason: '第一推荐供应商书面放弃',
  evaluatedAt: at,
  summary: '推荐甲公司',
  scoring: { kind: 'points', pricePoints: 40, commercialPoints: 20, technicalPoints: 40 },
}
const bid = (id: number, name: string, more: Partial<Bid> = {}): Bid => ({
  id,
  tenderId: 7,
  name,
  sealedAt: at,
  openedAt: at,
  amountFen: 900_000_00,
  deliveryDays: 60,
  warrantyMonths: 24,
  qualified: true,
  technicalScore: 35,
  commercialScore: 18,
  priceScore: 40,
  totalScore: 93,
  rank: 1,
  evaluation: null,
  ...more,
})
const member = (id: number, name: string, more: Partial<Member> = {}): Member => ({
  id,
  tenderId: 7,
  name,
  unit: '某大学',
  title: '教授',
  own: false,
  chair: false,
  opinion: '同意',
  signedAt: at,
  seal: 'c0ffee',
  ...more,
})
const vote = (memberId: number, quotationId: number, more: Partial<Vote> = {}): Vote => ({
  memberId,
  quotationId,
  qualified: true,
  technicalScore: 35,
  commercialScore: 18,
  words: null,
  ...more,
})

test('an evaluation on paper: the ranking, who sat on it, what each signed, and why it was awarded as it was', () => {
  const text = evaluationSheet(written, round, {
    bids: [
      bid(1, '甲公司'),
      bid(2, '乙公司', { rank: 2, totalScore: 88 }),
      bid(3, '丙公司', { qualified: false, rank: null, totalScore: null }),
      bid(4, '别的一轮', { tenderId: 8 }),
    ],
    members: [
      member(1, '专家一', { chair: true }),
      member(2, '院内老师', { own: true }),
      member(3, '别的成员', { tenderId: 8 }),
    ],
    votes: [vote(1, 1), vote(1, 3, { qualified: false, words: '功率不足' }), vote(3, 4)],
  })
  for (const words of [
    '第 1 名',
    '第 2 名',
    '88',
    '评标委员会',
    '组长',
    '采购人代表',
    'c0ffee',
    '功率不足',
    '成交理由',
    '第一推荐供应商书面放弃',
    '推荐甲公司',
    '综合评分法',
  ])
    expect(text).toContain(words)
  for (const words of ['别的一轮', '别的成员']) expect(text).not.toContain(words)
})

test('where not all that were received could be opened, the result says so', () => {
  const list = (t: Round) => tenderSheet(written, [t], [], [bid(1, '甲公司'), bid(2, '乙公司')])
  expect(list(round)).not.toContain('无法开启')
  expect(list({ ...round, quotations: 3, broken: 1 })).toContain(
    '3，其中 1 家的报价在密封期间被改动，无法开启',
  )
})

test('an award that was voided is not printed as one: who had won, and why no contract was signed', () => {
  const voided: Round = { ...round, state: 'failed', voided: true, reason: '供应商放弃签约' }
  for (const text of [
    tenderSheet(written, [voided], [], []),
    evaluationSheet(written, voided, { bids: [], members: [], votes: [] }),
  ]) {
    expect(text).toContain('成交供应商（成交已作废）')
    expect(text).toContain('供应商放弃签约')
    expect(text).not.toContain('成交理由')
  }
})

test('of what the tender shows: what could not be opened is no bid, opinions come in the order of the ranking', () => {
  const quoted = (id: number, supplierName: string, openedAt: Date | null) => {
    const { tenderId: _t, name: _n, ...figures } = bid(id, supplierName)
    const paper = { supplierId: id, receipt: Buffer.from('r'), brokenAt: openedAt ? null : at, content: null }
    return { ...figures, ...paper, supplierName, openedAt }
  }
  const seated = (id: number, userId: number) => {
    const { tenderId: _t, ...seat } = member(id, `专家${id}`)
    return { ...seat, userId }
  }
  const ballot = (userId: number, quotationId: number) => {
    const { memberId: _m, ...said } = vote(0, quotationId)
    return { ...said, userId }
  }
  const judged = showJudged(7, {
    opened: [quoted(2, '乙公司', at), quoted(1, '甲公司', at), quoted(3, '改动过', null)],
    members: [seated(11, 101), seated(12, 102)],
    ballots: [ballot(101, 1), ballot(101, 2), ballot(102, 2)],
  })
  expect(judged.bids.map((b) => [b.tenderId, b.name])).toEqual([
    [7, '乙公司'],
    [7, '甲公司'],
  ])
  expect(judged.members.map((m) => [m.tenderId, m.id])).toEqual([
    [7, 11],
    [7, 12],
  ])
  expect(judged.votes.map((v) => [v.memberId, v.quotationId])).toEqual([
    [11, 2],
    [11, 1],
    [12, 2],
  ])
})
