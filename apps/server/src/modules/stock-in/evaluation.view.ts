import { scoringText } from '@portal/contract/tender/rows'
import {
  committeeWords,
  sourcingWords,
  tenderMethodWords,
  tenderNumber,
  tenderStateWords,
} from '@portal/contract/tender/tender'
import type { Evaluation } from '../tender/tender.service.ts'
import type { Block } from './dossier.rules.ts'
import type { Round } from './dossier.store.ts'
import { page, yes, yuan, type Written } from './dossier.view.ts'

// Quotations and evaluations of a purchase's tenders, for the offices that compared them.

export interface Bid {
  id: number
  tenderId: number
  name: string
  sealedAt: Date
  openedAt: Date
  amountFen: number | null
  deliveryDays: number | null
  warrantyMonths: number | null
  qualified: boolean | null
  technicalScore: number | null
  commercialScore: number | null
  priceScore: number | null
  totalScore: number | null
  /** 1: recommended first. */
  rank: number | null
  evaluation: string | null
}

export interface Member {
  id: number
  tenderId: number
  name: string
  unit: string
  title: string
  own: boolean
  chair: boolean
  opinion: string | null
  signedAt: Date | null
  seal: string | null
}

export interface Vote {
  memberId: number
  quotationId: number
  qualified: boolean
  technicalScore: number | null
  commercialScore: number | null
  words: string | null
}

interface Judged {
  bids: Bid[]
  members: Member[]
  votes: Vote[]
}

/**
 * The evaluation for printing: bids in the order of recommendation, and each member's votes in that order.
 */
export function showJudged(tenderId: number, { opened, members, ballots }: Evaluation): Judged {
  const bids = opened.flatMap(({ openedAt, supplierName: name, ...q }) =>
    openedAt === null ? [] : [{ ...q, tenderId, name, openedAt }],
  )
  const votes = members.flatMap((m) =>
    bids.flatMap((b) =>
      ballots
        .filter((v) => v.userId === m.userId && v.quotationId === b.id)
        .map((v) => ({ ...v, memberId: m.id })),
    ),
  )
  return { bids, members: members.map((m) => ({ ...m, tenderId })), votes }
}

interface Invited {
  tenderId: number
  name: string
  at: Date
  quoted: boolean
}
/** The record of the opening lists only what could be opened. */
const nameReceived = (t: Round) =>
  t.broken > 0 ? `${t.quotations}，其中 ${t.broken} 家的报价在密封期间被改动，无法开启` : t.quotations
const nameWinner = (t: Round) => (t.voided ? '成交供应商（成交已作废）' : '成交供应商')
const nameReason = (t: Round) => (t.voided ? '成交作废原因' : t.winner === null ? '未成交原因' : '成交理由')

/** Who was invited, who quoted what, and who won. */
export const tenderSheet = (
  w: Written,
  rounds: readonly Round[],
  invited: readonly Invited[],
  bids: readonly Bid[],
): string =>
  page(
    w,
    '招标采购结果',
    rounds.flatMap((t): Block[] => {
      const [guests, offers] = [
        invited.filter((i) => i.tenderId === t.id),
        bids.filter((b) => b.tenderId === t.id),
      ]
      return [
        {
          title: `第 ${t.round} 轮：${t.title}`,
          facts: [
            ['采购方式', tenderMethodWords[t.method]],
            ['状态', tenderStateWords[t.state]],
            ['公告时间', w.time(t.announcedAt)],
            [`${sourcingWords[t.method].opened}时间`, w.time(t.openedAt)],
            ['报价家数', nameReceived(t)],
            [nameWinner(t), t.winner],
            ['成交金额', yuan(t.amountFen)],
            ['说明', t.reason],
          ],
        },
        ...(guests.length
          ? [
              {
                title: `第 ${t.round} 轮受邀供应商`,
                head: ['供应商', '邀请时间', '是否报价'],
                rows: guests.map((g) => [g.name, w.time(g.at), yes(g.quoted)]),
              },
            ]
          : []),
        ...(offers.length
          ? [
              {
                title: `第 ${t.round} 轮${sourcingWords[t.method].opened}记录`,
                head: ['供应商', '递交时间', '开启时间', '报价', '交货期（天）', '质保（月）'],
                rows: offers.map((b) => [
                  b.name,
                  w.time(b.sealedAt),
                  w.time(b.openedAt),
                  yuan(b.amountFen),
                  b.deliveryDays,
                  b.warrantyMonths,
                ]),
              },
            ]
          : []),
      ]
    }),
  )

const findSeat = (m: Member) => (m.chair ? '组长' : m.own ? '采购人代表' : '成员')

/**
 * How the quotations of a round were judged: the recommendation, the members, and what each of them signed.
 */
export function evaluationSheet(
  w: Written,
  t: Round,
  about: { bids: readonly Bid[]; members: readonly Member[]; votes: readonly Vote[] },
): string {
  const [bids, members] = [
    about.bids.filter((b) => b.tenderId === t.id),
    about.members.filter((m) => m.tenderId === t.id),
  ]
  const bidder = new Map(bids.map((b) => [b.id, b.name]))
  const votes = members.flatMap((m) =>
    about.votes.filter((v) => v.memberId === m.id).map((v) => ({ ...v, member: m.name })),
  )
  return page(w, '评审报告', [
    {
      title: `第 ${t.round} 轮：${t.title}`,
      facts: [
        ['项目编号', tenderNumber(t.id)],
        ['采购方式', tenderMethodWords[t.method]],
        ['评审办法', scoringText(t.scoring)],
        [`${sourcingWords[t.method].opened}时间`, w.time(t.openedAt)],
        ['评审时间', w.time(t.evaluatedAt)],
        ['评审结论', t.summary],
        [nameWinner(t), t.winner],
        ['成交金额', yuan(t.amountFen)],
        [nameReason(t), t.reason],
      ],
    },
    {
      title: '评审结果',
      head: ['推荐顺序', '供应商', '报价', '是否合格', '价格分', '技术分', '商务分', '总分', '评审意见'],
      rows: bids.map((b) => [
        b.rank && `第 ${b.rank} 名`,
        b.name,
        yuan(b.amountFen),
        b.qualified === null ? null : yes(b.qualified),
        b.priceScore,
        b.technicalScore,
        b.commercialScore,
        b.totalScore,
        b.evaluation,
      ]),
    },
    ...(members.length
      ? [
          {
            title: committeeWords[t.method],
            head: ['成员', '单位', '职称', '身份', '总体意见', '签署时间', '签署校验码'],
            rows: members.map((m) => [
              m.name,
              m.unit,
              m.title,
              findSeat(m),
              m.opinion,
              w.time(m.signedAt),
              m.seal,
            ]),
          },
          {
            title: '成员评分',
            head: ['成员', '供应商', '是否合格', '技术分', '商务分', '意见'],
            rows: votes.map((v) => [
              v.member,
              bidder.get(v.quotationId),
              yes(v.qualified),
              v.technicalScore,
              v.commercialScore,
              v.words,
            ]),
          },
        ]
      : []),
  ])
}
