import { z } from 'zod'
import { at } from '../kernel/fields.ts'
import { attachment, historyEntry, ref } from '../kernel/rows.ts'
import { stageReached } from '../purchase/stage.ts'
import { scorings, scoringWords, tenderMethods, tenderStates } from './tender.ts'

/** `quote` also replaces what was quoted before; `contract`: its purchase waits for the contract. */
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

/** Who won, for how much. */
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
  /** How many lie there, sealed or opened; null for suppliers, who are not to know. */
  quotations: z.number().int().nullable(),
  /** What the supplier who asks has done; null for everybody else. */
  mine: z.enum(['none', 'quoted', 'won', 'lost']).nullable(),
  result: tenderResult.nullable(),
  can: z.array(z.enum(tenderActions)),
})
export type TenderRow = z.output<typeof tenderRow>

/** What is wanted, without what was budgeted for it. */
export const tenderItem = z.object({
  id: z.number(),
  name: z.string(),
  model: z.string().nullable(),
  spec: z.string().nullable(),
  quantity: z.number().int(),
})

/** All that is known of a quotation as long as it is sealed: that it is there, untouched. */
export const receipt = z.object({
  id: z.number(),
  /** Digits of the SHA-256 of what lies sealed. */
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
  /** It was changed while it lay sealed: nothing of it can be read. */
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
  /** What the committee comes to, once it was concluded. */
  qualified: z.boolean().nullable(),
  technicalScore: z.number().nullable(),
  commercialScore: z.number().nullable(),
  /** The lowest qualified amount by this one, times the price's points. */
  priceScore: z.number().nullable(),
  totalScore: z.number().nullable(),
  /** 1: recommended first. */
  rank: z.number().int().nullable(),
  evaluation: z.string().nullable(),
  awarded: z.boolean(),
})
export type OpenedQuotation = z.output<typeof openedQuotation>

/**
 * How quotations are compared, announced with the tender. Without price and business the points are
 * technical.
 */
export const scoringRule = z.object({
  kind: z.enum(scorings),
  pricePoints: z.number().int(),
  commercialPoints: z.number().int(),
  technicalPoints: z.number().int(),
})
export type ScoringRule = z.output<typeof scoringRule>
/** How quotations are compared, in a sentence. */
export const scoringText = ({ kind, pricePoints, technicalPoints, commercialPoints }: ScoringRule): string =>
  kind === 'lowest'
    ? `${scoringWords.lowest}：合格报价中价格最低者为第一推荐。`
    : `${scoringWords.points}：价格 ${pricePoints} 分（合格最低价 ÷ 报价 × ${pricePoints}）、技术 ${technicalPoints} 分、商务 ${commercialPoints} 分，得分最高者为第一推荐。`

/** What one member says of one quotation. */
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
  /** Belongs to the dept that buys: 采购人代表. */
  own: z.boolean(),
  chair: z.boolean(),
  signedAt: at.nullable(),
  opinion: z.string().nullable(),
  /** SHA-256 in hexadecimal, over tender, member, opinion, ballots and time. */
  seal: z.string().nullable(),
  /** One's own; all once the committee has concluded. */
  ballots: z.array(ballot),
})
export type CommitteeMember = z.output<typeof committeeMember>

export const tenderDetail = tenderRow.extend({
  /** Null for suppliers and for members of the committee. */
  purchase: z.object({ id: z.number(), number: z.string(), title: z.string(), requester: ref }).nullable(),
  /** Safe to be put into a page. */
  announcementHtml: z.string(),
  items: z.array(tenderItem),
  documents: z.array(attachment),
  /** How often it was saved. */
  revision: z.number().int(),
  minQuotations: z.number().int(),
  /** Nothing dearer is taken; null: none was set. */
  maxPriceFen: z.number().int().nullable(),
  /** For the offices, the committee and whoever asked for it; suppliers are not to know. */
  budgetFen: z.number().int().nullable(),
  openedAt: at.nullable(),
  /** Why it failed or was cancelled. */
  reason: z.string().nullable(),
  awardReason: z.string().nullable(),
  /** For the office. */
  suppliers: z.array(ref.extend({ invitedAt: at })),
  /** Other rounds of the same purchase, for the office. */
  rounds: z.array(
    z.object({ id: z.number(), number: z.string(), round: z.number().int(), state: z.enum(tenderStates) }),
  ),
  /** A supplier's own, newest first. */
  receipts: z.array(receipt),
  /** After the opening: all for the office and the committee, its own for a supplier. */
  opened: z.array(openedQuotation),
  scoring: scoringRule,
  /** So many members at least. */
  committeeSize: z.number().int(),
  /** Empty for suppliers and for whoever asked for the purchase. */
  committee: z.array(committeeMember),
  evaluatedAt: at.nullable(),
  /** What the committee concludes. */
  evaluationSummary: z.string().nullable(),
  /** How far what is bought has come: for the offices, and for the supplier who won. */
  stage: stageReached.nullable(),
  /** The server's clock, for the countdown. */
  now: at,
  history: z.array(historyEntry),
})
export type TenderDetail = z.output<typeof tenderDetail>

/** What everybody who signed in may know. */
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
