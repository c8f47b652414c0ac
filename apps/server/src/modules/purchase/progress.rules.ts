import { stepWords, type ApprovalStep, type Business } from '@portal/contract/approval/approval'
import type { Placed } from '../../kernel/strip.rules.ts'
import { asksFor } from '../approval/offices.rules.ts'

/** Whom it waits for where it has gone on to: at each step once, with its name. */
export function furtherWords(
  waiting: readonly { business: Business; step: string; names: readonly string[] }[],
): string | null {
  // Tasks hold steps of their business.
  const at = Map.groupBy(waiting, (w) => stepWords(w.business, w.step as ApprovalStep))
  return (
    [...at]
      .map(([step, all]) => `${[...new Set(all.flatMap((w) => w.names))].join('、')}（${step}）`)
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
