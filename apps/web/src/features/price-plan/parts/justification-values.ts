import type { Attachment } from '@portal/contract/kernel/rows'
import {
  costParts,
  type Costs,
  type CostPart,
  type JustificationDetail,
} from '@portal/contract/price-plan/justification'
import type { PriceBasis, PriceTier } from '@portal/contract/price-plan/price-plan'

interface CostValue {
  fen?: number | null
  note?: string | null
}
export interface JustificationValues {
  basis: PriceBasis
  yearlyQuantity?: number
  costs: Partial<Record<CostPart, CostValue>>
  comparisons: { unit: string; fen?: number; note?: string | null }[]
  proposed: Partial<Record<PriceTier, number>>
  grounds: string
  meetingDay?: string
  meetingPlace?: string | null
  participants: { name: string; unit: string; title?: string | null }[]
  conclusion: string
  files: readonly Attachment[]
}

/** Default years over which an instrument is depreciated. */
const YEARS = 10
const nobody = { name: '', unit: '', title: null }

/**
 * Initial form values from the previous version, since most yearly costs are the same; the meeting is entered
 * anew.
 */
export function startFrom(
  before: JustificationDetail | undefined,
  priceFen: number | null | undefined,
): JustificationValues {
  const blank = Object.fromEntries(costParts.map((part) => [part, { fen: 0, note: null }])) as Costs
  const depreciation = priceFen
    ? { fen: Math.round(priceFen / YEARS), note: `原值 ÷ ${YEARS} 年` }
    : blank.depreciation
  const {
    basis = 'per_time',
    costs,
    comparisons = [],
    proposed = {},
    grounds = '',
    participants = [nobody],
  } = before ?? {}
  return {
    basis,
    costs: costs ?? { ...blank, depreciation },
    comparisons,
    proposed,
    grounds,
    participants,
    conclusion: '',
    files: [],
    ...(before && { yearlyQuantity: before.yearlyQuantity }),
  }
}

/** The costs filled in so far. */
export const readCosts = (values: JustificationValues['costs'] | undefined): Costs =>
  Object.fromEntries(costParts.map((part) => [part, { fen: values?.[part]?.fen ?? 0, note: null }])) as Costs
