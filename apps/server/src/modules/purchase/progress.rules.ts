import { stepWords, type ApprovalStep, type Business } from '@portal/contract/approval/approval'
import type { Placed } from '../../kernel/strip.rules.ts'
import { asksFor } from '../approval/offices.rules.ts'

interface Waiting {
  business: Business
  step: string
  names: readonly string[]
}
// Who evaluates a tender is not told to whoever asked for what is bought, until it is concluded.
const listNames = ({ business, step, names }: Waiting): readonly string[] =>
  business === 'tender' && step === 'sign' ? ['评审小组'] : names

/** Whom it waits for where it has gone on to: at each step once, with its name. */
export function furtherWords(waiting: readonly Waiting[]): string | null {
  // Tasks hold steps of their business.
  const at = Map.groupBy(waiting, (w) => stepWords(w.business, w.step as ApprovalStep))
  return (
    [...at]
      .map(([step, all]) => `${[...new Set(all.flatMap(listNames))].join('、')}（${step}）`)
      .join('；') || null
  )
}

/** Is this stage of the strip part of its way? */
export function asksAt(
  p: { precious: boolean; imported: boolean; steps: readonly string[] | null },
  stage: string,
): boolean {
  if (stage === 'awaiting_experts') return p.precious || p.imported
  if (stage === 'awaiting_dept_head') return asksFor(p.steps, 'dept_head')
  return stage !== 'awaiting_finance' || asksFor(p.steps, 'finance')
}

/** Whoever it waits for further down is awaited where it stands. */
export const awaitedFurther = (progress: readonly Placed[], who: string | null): Placed[] =>
  progress.map((place) => (place.status === 'current' ? { ...place, who } : place))
