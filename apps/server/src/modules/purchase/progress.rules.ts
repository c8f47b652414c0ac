import { stepWords, type ApprovalStep, type Business } from '@portal/contract/approval/approval'
import type { Placed } from '../../kernel/strip.rules.ts'
import { asksFor } from '../approval/offices.rules.ts'

interface Waiting {
  business: Business
  step: string
  names: readonly string[]
}
// The committee stays secret from the requester until the tender is concluded.
const listNames = ({ business, step, names }: Waiting): readonly string[] =>
  business === 'tender' && step === 'sign' ? ['评审小组'] : names

/** Who is awaited in later processes, with each step listed once. */
export function furtherWords(waiting: readonly Waiting[]): string | null {
  // Tasks only have steps of their own business.
  const at = Map.groupBy(waiting, (w) => stepWords(w.business, w.step as ApprovalStep))
  return (
    [...at]
      .map(([step, all]) => `${[...new Set(all.flatMap(listNames))].join('、')}（${step}）`)
      .join('；') || null
  )
}

/** Does this purchase pass this stage of the strip? */
export function asksAt(
  p: { precious: boolean; imported: boolean; steps: readonly string[] | null },
  stage: string,
): boolean {
  if (stage === 'awaiting_experts') return p.precious || p.imported
  if (stage === 'awaiting_dept_head') return asksFor(p.steps, 'dept_head')
  return stage !== 'awaiting_finance' || asksFor(p.steps, 'finance')
}

/** Shows people awaited in later processes at the current stage. */
export const awaitedFurther = (progress: readonly Placed[], who: string | null): Placed[] =>
  progress.map((place) => (place.status === 'current' ? { ...place, who } : place))
