import type { ScrapState } from '@portal/contract/asset/asset'

/** The approvals that a policy may leave out or add, in their order; the equipment office is always asked. */
export const optionalSteps = ['dept_head', 'finance'] as const
type OptionalStep = (typeof optionalSteps)[number]
const builtIn: readonly string[] = ['dept_head']
const stateAt = { dept_head: 'awaiting_dept_head', finance: 'awaiting_finance' } as const satisfies Record<
  OptionalStep,
  ScrapState
>

/** Does it go through this one? `steps`: as judged when it was handed in; null: before there was a choice. */
export const asksFor = (steps: readonly string[] | null, step: OptionalStep): boolean =>
  (steps ?? builtIn).includes(step)
/** Who is asked after this step; null: first. */
export function approvalAfter(
  step: OptionalStep | null,
  steps: readonly string[] | null,
): 'awaiting_dept_head' | 'awaiting_finance' | 'awaiting_equip_office' {
  const next = optionalSteps
    .slice(step === null ? 0 : optionalSteps.indexOf(step) + 1)
    .find((s) => asksFor(steps, s))
  return next ? stateAt[next] : 'awaiting_equip_office'
}
/** What a yes leads to. */
export function yesOf(state: ScrapState, steps: readonly string[] | null): ScrapState {
  if (state === 'awaiting_dept_head') return approvalAfter('dept_head', steps)
  return state === 'awaiting_finance' ? approvalAfter('finance', steps) : 'awaiting_disposal'
}
