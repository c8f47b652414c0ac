import { z } from 'zod'
import { at } from '../kernel/fields.ts'
import { attachment, historyEntry, progressStep, ref } from '../kernel/rows.ts'
import { panelRow } from '../panel/calls.ts'
import { importPrice } from './import-price.ts'
import { preciousCase } from './precious-case.ts'
import { purchaseMethods, purchaseStates } from './purchase.ts'
import { purchaseSource } from './sources.ts'
import { stageReached } from './stage.ts'

export const purchaseActions = [
  'change',
  'submit',
  'approve',
  'send_back',
  'refuse',
  'cancel',
  'quote',
  'award',
  'void_award',
  'sign_contract',
  'correct_contract',
  'terminate',
  'certify',
  'print',
] as const
export type PurchaseAction = (typeof purchaseActions)[number]

export const purchaseRow = z.object({
  id: z.number(),
  number: z.string(),
  title: z.string(),
  state: z.enum(purchaseStates),
  stateAt: at,
  requester: ref,
  dept: ref,
  itemCount: z.number().int(),
  budgetFen: z.number().int(),
  precious: z.boolean(),
  imported: z.boolean(),
  method: z.enum(purchaseMethods).nullable(),
  supplier: ref.nullable(),
  contractFen: z.number().int().nullable(),
  submittedAt: at.nullable(),
  createdAt: at,
  can: z.array(z.enum(purchaseActions)),
})
export type PurchaseRow = z.output<typeof purchaseRow>

export const purchaseItem = z.object({
  id: z.number(),
  name: z.string(),
  englishName: z.string().nullable(),
  model: z.string().nullable(),
  spec: z.string().nullable(),
  category: ref.nullable(),
  manufacturer: z.string().nullable(),
  country: z.string().nullable(),
  imported: z.boolean(),
  quantity: z.number().int(),
  unitPriceFen: z.number().int(),
  priceBasis: z.string().nullable(),
  justification: z.string().nullable(),
  contractPriceFen: z.number().int().nullable(),
  /** Awarded price per piece in fen: as quoted, or the item's share of a quoted total. */
  awardPriceFen: z.number().int().nullable(),
  importPrice: importPrice.nullable(),
  preciousCase: preciousCase.nullable(),
  /** All pieces of the item are in stock. */
  shelved: z.boolean(),
})
export type PurchaseItem = z.output<typeof purchaseItem>
/** An imported item, for people who handle the steps after the purchase. */
export const importedItem = purchaseItem
  .pick({ id: true, name: true, unitPriceFen: true, contractPriceFen: true })
  .extend({ importPrice })
export type ImportedItem = z.output<typeof importedItem>
/** The imported items of a purchase. */
export const listImported = <I extends { importPrice: PurchaseItem['importPrice'] }>(items: readonly I[]) =>
  items.flatMap((i) => (i.importPrice === null ? [] : [{ ...i, importPrice: i.importPrice }]))

export const purchasePaper = attachment.extend({ kind: z.string(), kindLabel: z.string() })
export type PurchasePaper = z.output<typeof purchasePaper>
export const purchaseQuote = z.object({
  supplier: ref,
  amountFen: z.number().int(),
  note: z.string().nullable(),
  chosen: z.boolean(),
})

const pieceSum = z.object({ count: z.number().int(), fen: z.number().int() })

export const purchaseDetail = purchaseRow.extend({
  lab: ref.nullable(),
  /** Notes for the requester and the people who decide; they block nothing. */
  warnings: z.array(z.string()),
  sources: z.array(purchaseSource),
  purpose: z.string(),
  expectedOn: z.string().nullable(),
  remark: z.string().nullable(),
  /**
   * Why it was sent back, refused or cancelled, why the award was withdrawn, or why the contract was ended.
   */
  reason: z.string().nullable(),
  items: z.array(purchaseItem),
  papers: z.array(purchasePaper),
  /** Including voided panels, newest first. */
  panels: z.array(panelRow),
  /** For the requester, the head of the requester's dept, and the offices. */
  quotes: z.array(purchaseQuote),
  award: z
    .object({ supplier: ref, amountFen: z.number().int(), at, reason: z.string().nullable() })
    .nullable(),
  contract: z
    .object({
      /** How often it was corrected. */
      revision: z.number().int(),
      number: z.string(),
      on: z.string(),
      deliverBy: z.string().nullable(),
      amountFen: z.number().int(),
      payment: z.object({ way: z.string(), label: z.string() }).nullable(),
      paymentNote: z.string().nullable(),
      warrantyMonths: z.number().int().nullable(),
      warrantyUntil: z.string().nullable(),
      bond: z
        .object({ fen: z.number().int(), percent: z.number().nullable(), returned: z.string().nullable() })
        .nullable(),
    })
    .nullable(),
  /**
   * Pieces of the contract: still open, accepted (`kept`), and struck off when the contract was ended. Their
   * sums add up to its amount. Null before the contract.
   */
  arrival: z.object({ open: pieceSum, kept: pieceSum, struck: pieceSum }).nullable(),
  stage: stageReached,
  progress: z.array(progressStep),
  history: z.array(historyEntry),
})
/** 质保 as agreed in the contract. */
export const warrantyWords = (c: {
  warrantyMonths: number | null
  warrantyUntil: string | null
}): string | null =>
  [
    c.warrantyMonths !== null && `${c.warrantyMonths} 个月`,
    c.warrantyUntil !== null && `至 ${c.warrantyUntil}`,
  ]
    .filter(Boolean)
    .join('，') || null
export type PurchaseDetail = z.output<typeof purchaseDetail>

/** The limits and papers that apply today, for the person who prepares a request. */
export const purchaseRules = z.object({
  /** Why the caller may prepare a request but not submit it; null: they may. */
  submitBarred: z.string().nullable(),
  preciousFromFen: z.number().int(),
  tiers: z.array(z.object({ method: z.enum(purchaseMethods), fromFen: z.number().int() })),
  precious: z.object({ size: z.number().int(), largeFromFen: z.number().int(), largeSize: z.number().int() }),
  import: z.object({ size: z.number().int(), lawyers: z.number().int() }),
  papers: z.array(
    z.object({
      kind: z.string(),
      label: z.string(),
      /** Uploaded with the contract, not with the request. */
      atContract: z.boolean(),
      /** Empty: the paper is optional. */
      required: z.array(
        z.object({
          when: z.enum(['always', 'precious', 'import', 'amount']),
          fromFen: z.number().int().nullable(),
        }),
      ),
    }),
  ),
})
export type PurchaseRules = z.output<typeof purchaseRules>
