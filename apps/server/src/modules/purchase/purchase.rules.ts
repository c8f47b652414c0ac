import type { Reason } from '@portal/contract/kernel/envelope'
import type { PanelNeeds } from '@portal/contract/panel/calls'
import { formatYuan } from '@portal/contract/kernel/money'
import type { ImportPrice } from '@portal/contract/purchase/import-price'
import { missingParts, preciousWords, type PreciousCase } from '@portal/contract/purchase/precious-case'
import { purchaseRefusals, type PurchaseMethod, type PurchaseState } from '@portal/contract/purchase/purchase'
import type { RequiredPaper } from '@portal/contract/purchase/required'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import { papersFor } from './papers.rules.ts'
import type { Purchase } from './purchase.flow.ts'

/** Dictionaries with one number each; amounts in yuan. */
export const thresholdNames = [
  'purchase_precious_from',
  'purchase_comparison_from',
  'purchase_negotiation_from',
  'purchase_invited_from',
  'purchase_public_from',
  'panel_precious_size',
  'panel_precious_large_from',
  'panel_precious_large_size',
  'panel_import_size',
  'panel_import_lawyers',
] as const
export type Thresholds = Record<(typeof thresholdNames)[number], number>

export interface Priced {
  imported: boolean
  quantity: number
  unitPriceFen: number
}
export const sumBudget = (items: readonly Pick<Priced, 'quantity' | 'unitPriceFen'>[]): number =>
  items.reduce((sum, i) => sum + i.quantity * i.unitPriceFen, 0)

/** Purchase methods, highest threshold first: the first one that the total reaches applies. */
export const listTiers = (t: Thresholds): { method: PurchaseMethod; fromFen: number }[] => [
  { method: 'public', fromFen: t.purchase_public_from * 100 },
  { method: 'invited', fromFen: t.purchase_invited_from * 100 },
  { method: 'negotiation', fromFen: t.purchase_negotiation_from * 100 },
  { method: 'comparison', fromFen: t.purchase_comparison_from * 100 },
  { method: 'general', fromFen: 0 },
]
export const chooseMethod = (totalFen: number, t: Thresholds): PurchaseMethod =>
  listTiers(t).find((tier) => totalFen >= tier.fromFen)?.method ?? 'general'

export interface Judged {
  precious: boolean
  imported: boolean
  method: PurchaseMethod
  /** Unit price in fen from which an item counts as precious. */
  preciousFromFen: number
  panels: (PanelNeeds & { kind: 'precious' | 'import' })[]
  papers: string[]
}
/** What today's thresholds require for these items: the purchase method, the expert panels and the papers. */
export function judgeNeeds(
  items: readonly Priced[],
  t: Thresholds,
  required: readonly RequiredPaper[],
): Judged {
  const dearest = Math.max(0, ...items.map((i) => i.unitPriceFen))
  const preciousFromFen = t.purchase_precious_from * 100
  const precious = dearest >= preciousFromFen
  const imported = items.some((i) => i.imported)
  const panels: Judged['panels'] = []
  const size =
    dearest >= t.panel_precious_large_from * 100 ? t.panel_precious_large_size : t.panel_precious_size
  if (precious)
    panels.push({
      kind: 'precious',
      minExperts: size,
      odd: false,
      minLawyers: 0,
      outsideOnly: false,
      unanimous: false,
      seniorOnly: false,
      ownThird: false,
      campusThird: false,
    })
  if (imported)
    panels.push({
      kind: 'import',
      minExperts: t.panel_import_size,
      odd: true,
      minLawyers: t.panel_import_lawyers,
      outsideOnly: true,
      unanimous: false,
      seniorOnly: false,
      ownThird: false,
      campusThird: false,
    })
  const budgetFen = sumBudget(items)
  return {
    precious,
    preciousFromFen,
    imported,
    method: chooseMethod(budgetFen, t),
    panels,
    papers: papersFor(required, { precious, imported, budgetFen }),
  }
}

export interface Submitted {
  sources: readonly PurchaseSource[]
  purpose: string
  items: readonly (Priced & {
    priceBasis: string | null
    justification: string | null
    importPrice: ImportPrice | null
    preciousCase: PreciousCase | null
  })[]
  paperKinds: readonly string[]
}
type Code = keyof typeof purchaseRefusals
export const because = (code: Code, field: string, detail = ''): Reason => ({
  code,
  message: purchaseRefusals[code] + detail,
  field,
})

/** All reasons against submitting, at once. */
export function judgeSubmit(s: Submitted, needs: Judged, paperLabel: (kind: string) => string): Reason[] {
  const reasons: Reason[] = []
  if (s.items.length === 0) reasons.push(because('ITEMS_MISSING', 'items'))
  s.items.forEach((item, i) => {
    if (!item.priceBasis) reasons.push(because('PRICE_BASIS_MISSING', `items.${i}.priceBasis`))
    if (item.imported && !item.justification)
      reasons.push(because('JUSTIFICATION_MISSING', `items.${i}.justification`))
    if (item.unitPriceFen >= needs.preciousFromFen)
      reasons.push(
        ...missingParts(item.preciousCase).map((part) =>
          because('PRECIOUS_MISSING', `items.${i}.preciousCase.${part}`, preciousWords[part]),
        ),
      )
    if (item.imported && !item.importPrice)
      reasons.push(because('IMPORT_PRICE_MISSING', `items.${i}.importPrice.currency`))
  })
  if (!s.purpose) reasons.push(because('PURPOSE_MISSING', 'purpose'))
  reasons.push(...judgeSources(s.sources, sumBudget(s.items)))
  for (const kind of needs.papers)
    if (!s.paperKinds.includes(kind))
      reasons.push(because('PAPER_MISSING', 'papers', `：${paperLabel(kind)}`))
  return reasons
}

/** Value of dictionary campus_user_type. */
const STUDENT = '1'
/** Students may not submit: funds are requested by people who answer for them. */
export const maySubmit = (userType: string): boolean => userType !== STUDENT

/** The laboratory that an instrument is meant for, if one is named. */
export interface Placed {
  labName: string | null
  labDeptId: number | null
  labDept: string | null
}
/**
 * A warning for each laboratory of another college: a college may buy for a shared centre, which then owns
 * the instrument. `kin`: the buying department and those above and below it.
 */
export const foreignLabs = (
  as: '拟安置实验室' | '使用实验室',
  places: readonly Placed[],
  deptName: string,
  kin: ReadonlySet<number>,
): string[] =>
  places
    .filter((p) => p.labDeptId !== null && !kin.has(p.labDeptId))
    .map(
      (p) =>
        `${as}“${p.labName ?? ''}”属于${p.labDept ?? '其他单位'}，不是申购单位${deptName}：入库后仪器归该实验室所在单位管理，请确认`,
    )

export const listWarnings = (
  p: Placed & { state: PurchaseState; requesterType: string; deptName: string },
  kin: ReadonlySet<number>,
): string[] => [
  ...(p.state === 'draft' && !maySubmit(p.requesterType) ? [purchaseRefusals.STUDENT] : []),
  ...foreignLabs('拟安置实验室', [p], p.deptName, kin),
]

/** Refuses an expected day in the past. */
export const judgeExpected = (expectedOn: string | null, today: string): Reason[] =>
  expectedOn !== null && expectedOn < today ? [because('EXPECTED_PAST', 'expectedOn')] : []

/** Each source must be complete, and together they must cover the budget to the fen. */
function judgeSources(sources: readonly PurchaseSource[], budgetFen: number): Reason[] {
  if (sources.length === 0) return [because('SOURCES_MISSING', 'sources')]
  const reasons = sources.flatMap((s, i) => [
    ...(s.kind === 'fund_card' && !s.card ? [because('CARD_MISSING', `sources.${i}.fundCardId`)] : []),
    ...(s.kind === 'project' && !(s.projectCode && s.projectName)
      ? [because('PROJECT_MISSING', `sources.${i}.projectCode`)]
      : []),
    ...(s.amountFen === 0 ? [because('SOURCE_AMOUNT', `sources.${i}.amountFen`)] : []),
  ])
  const sum = sources.reduce((fen, s) => fen + s.amountFen, 0)
  if (sum !== budgetFen)
    reasons.push(
      because('SOURCES_TOTAL', 'sources', `：预算 ${formatYuan(budgetFen)} 元，已填 ${formatYuan(sum)} 元`),
    )
  return reasons
}

/** A person's rights on the campus that matter for purchases. */
export interface Standing {
  userId: number
  /** Works for the equipment or the tendering office. */
  office: boolean
  equipOffice: boolean
  finance: boolean
  /** The departments the person heads. */
  headed: readonly number[]
  /** Is or was asked for an opinion on this purchase. */
  sits: boolean
}
/** States in which the equipment office may act without being awaited. */
const officeActs: ReadonlySet<PurchaseState> = new Set([
  'awaiting_experts',
  'awaiting_delivery',
  'in_acceptance',
])

/**
 * A person's roles in a purchase, apart from being awaited. The requester does not decide on their own
 * purchase.
 */
export function findRoles(
  p: {
    state: PurchaseState
    requesterId: number
    requesterIsHere: boolean
    submittedAt: Date | null
    method: PurchaseMethod | null
  },
  who: Pick<Standing, 'userId' | 'office' | 'equipOffice'>,
): Purchase['role'][] {
  if (p.requesterId === who.userId) return p.method === 'general' ? ['requester', 'buyer'] : ['requester']
  // A draft that was never submitted stays private, even if its requester has left.
  const orphaned = p.state === 'draft' && p.submittedAt !== null && !p.requesterIsHere
  return [
    ...(who.office ? (['office'] as const) : []),
    ...(who.office && orphaned ? (['closer'] as const) : []),
    ...(who.equipOffice ? (['customs'] as const) : []),
    ...(who.equipOffice && officeActs.has(p.state) ? (['equip_office'] as const) : []),
  ]
}

/**
 * May see the quotes: not experts, and not finance. A draft never submitted is visible to its requester only.
 */
export const isInsider = (
  p: { submittedAt: Date | null; deptId: number },
  who: Pick<Standing, 'headed'>,
  roles: ReadonlySet<Purchase['role']>,
): boolean =>
  roles.has('requester') || (p.submittedAt !== null && (roles.size > 0 || who.headed.includes(p.deptId)))
