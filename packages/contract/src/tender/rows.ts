import { z } from 'zod'
import { at } from '../kernel/fields.ts'
import { attachment, historyEntry, ref } from '../kernel/rows.ts'
import { stageReached } from '../purchase/stage.ts'
import { scorings, scoringWords, tenderMethods, tenderStates } from './tender.ts'

/** `quote`: submit or replace a quotation; `contract`: the purchase waits for the contract. */
export const tenderActions = [
  'change',
  'announce',
  'open',
  'committee',
  'sign',
  'conclude',
  'award',
  'fail',
  'quote',
  'withdraw',
  'print',
  'contract',
] as const
export type TenderAction = (typeof tenderActions)[number]

/** The winner and the amount, in fen. */
export const tenderResult = z.object({ supplier: ref, amountFen: z.number().int() })

export const tenderRow = z.object({
  id: z.number(),
  number: z.string(),
  round: z.number().int(),
  state: z.enum(tenderStates),
  stateAt: at,
  method: z.enum(tenderMethods),
  title: z.string(),
  announcedAt: at.nullable(),
  opensAt: at.nullable(),
  /** Number of quotations, sealed or opened; null for suppliers, who may not know it. */
  quotations: z.number().int().nullable(),
  /** The calling supplier's part; null for all other callers. */
  mine: z.enum(['none', 'quoted', 'won', 'lost']).nullable(),
  result: tenderResult.nullable(),
  can: z.array(z.enum(tenderActions)),
})
export type TenderRow = z.output<typeof tenderRow>

/** The requested goods, without the budget. */
export const tenderItem = z.object({
  id: z.number(),
  name: z.string(),
  model: z.string().nullable(),
  spec: z.string().nullable(),
  quantity: z.number().int(),
})

/** What is known of a sealed quotation: that it exists and is unchanged. */
export const receipt = z.object({
  id: z.number(),
  /** SHA-256 of the sealed data, in hexadecimal. */
  receipt: z.string(),
  files: z.number().int(),
  sealedAt: at,
  sealedBy: z.string(),
  withdrawnAt: at.nullable(),
})
export type Receipt = z.output<typeof receipt>

export const openedQuotation = z.object({
  id: z.number(),
  supplier: ref,
  receipt: z.string(),
  sealedAt: at,
  /** The sealed data were changed, so nothing of them can be read. */
  broken: z.boolean(),
  amountFen: z.number().int().nullable(),
  deliveryDays: z.number().int().nullable(),
  warrantyMonths: z.number().int().nullable(),
  note: z.string().nullable(),
  prices: z.array(
    z.object({
      itemId: z.number(),
      name: z.string(),
      quantity: z.number().int(),
      unitPriceFen: z.number().int(),
    }),
  ),
  files: z.array(attachment),
  /** Result of the committee; null until it has concluded. */
  qualified: z.boolean().nullable(),
  technicalScore: z.number().nullable(),
  commercialScore: z.number().nullable(),
  /** Lowest qualified amount divided by this amount, times the price points. */
  priceScore: z.number().nullable(),
  totalScore: z.number().nullable(),
  /** 1 is recommended first. */
  rank: z.number().int().nullable(),
  evaluation: z.string().nullable(),
  /** It won; if the tender has failed since, the award was voided. */
  awarded: z.boolean(),
})
export type OpenedQuotation = z.output<typeof openedQuotation>

/**
 * The rule for comparing quotations, announced with the tender. Points not given to price and business are
 * technical points.
 */
export const scoringRule = z.object({
  kind: z.enum(scorings),
  pricePoints: z.number().int(),
  commercialPoints: z.number().int(),
  technicalPoints: z.number().int(),
})
export type ScoringRule = z.output<typeof scoringRule>
/** The rule in one sentence. */
export const scoringText = ({ kind, pricePoints, technicalPoints, commercialPoints }: ScoringRule): string =>
  kind === 'lowest'
    ? `${scoringWords.lowest}：合格报价中价格最低者为第一推荐。`
    : `${scoringWords.points}：价格 ${pricePoints} 分（合格最低价 ÷ 报价 × ${pricePoints}）、技术 ${technicalPoints} 分、商务 ${commercialPoints} 分，得分最高者为第一推荐。`

/** One member's judgement of one quotation. */
export const ballot = z.object({
  quotationId: z.number(),
  qualified: z.boolean(),
  technicalScore: z.number().nullable(),
  commercialScore: z.number().nullable(),
  words: z.string().nullable(),
})
export type Ballot = z.output<typeof ballot>
export const committeeMember = z.object({
  user: ref,
  unit: z.string(),
  title: z.string(),
  /** The member belongs to the purchasing dept: 采购人代表. */
  own: z.boolean(),
  chair: z.boolean(),
  signedAt: at.nullable(),
  opinion: z.string().nullable(),
  /** SHA-256 in hexadecimal, over tender, member, opinion, ballots and time. */
  seal: z.string().nullable(),
  /** The caller's own ballots; all ballots once the committee has concluded. */
  ballots: z.array(ballot),
})
export type CommitteeMember = z.output<typeof committeeMember>

export const tenderDetail = tenderRow.extend({
  /** Null for suppliers and committee members. */
  purchase: z.object({ id: z.number(), number: z.string(), title: z.string(), requester: ref }).nullable(),
  /** Sanitised, so it is safe to insert into a page. */
  announcementHtml: z.string(),
  items: z.array(tenderItem),
  documents: z.array(attachment),
  /** Number of times the tender was saved. */
  revision: z.number().int(),
  minQuotations: z.number().int(),
  /** Opened with too few quotations, and no earlier round had too few: it can only fail. */
  tooFew: z.boolean(),
  /** Highest accepted amount in fen; null: no limit. */
  maxPriceFen: z.number().int().nullable(),
  /** In fen; for the offices, the committee and the requester. Null for suppliers, who may not know it. */
  budgetFen: z.number().int().nullable(),
  openedAt: at.nullable(),
  /** Why it failed or was cancelled. */
  reason: z.string().nullable(),
  awardReason: z.string().nullable(),
  /** Invited suppliers; only for the office. */
  suppliers: z.array(ref.extend({ invitedAt: at })),
  /** Other rounds of the same purchase; only for the office. */
  rounds: z.array(
    z.object({ id: z.number(), number: z.string(), round: z.number().int(), state: z.enum(tenderStates) }),
  ),
  /** The calling supplier's own receipts, newest first. */
  receipts: z.array(receipt),
  /** After the opening: all quotations for the office and the committee, its own for a supplier. */
  opened: z.array(openedQuotation),
  scoring: scoringRule,
  /** Smallest number of members. */
  committeeSize: z.number().int(),
  /** Empty for suppliers and for the requester. */
  committee: z.array(committeeMember),
  evaluatedAt: at.nullable(),
  /** The committee's conclusion. */
  evaluationSummary: z.string().nullable(),
  /** Progress of the purchase, for the offices and the winning supplier; null for others. */
  stage: stageReached.nullable(),
  /** The server's clock, for the countdown. */
  now: at,
  history: z.array(historyEntry),
})
export type TenderDetail = z.output<typeof tenderDetail>

/** Fields that every signed-in person may know. */
export const tenderOutcome = z.object({
  id: z.number(),
  number: z.string(),
  title: z.string(),
  method: z.enum(tenderMethods),
  awardedAt: at,
  supplier: z.string(),
  amountFen: z.number().int(),
})
export type TenderOutcome = z.output<typeof tenderOutcome>
