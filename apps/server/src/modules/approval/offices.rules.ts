// Head of department, finance, equipment office: approvals that a purchase or a scrapping passes in this
// order. The policy may leave out or add the first two; the equipment office always decides.

type Office = 'dept_head' | 'finance' | 'equip_office'
type Optional = 'dept_head' | 'finance'
const optional: readonly Optional[] = ['dept_head', 'finance']
const builtIn: readonly string[] = ['dept_head']

// ── Which of them ────────────────────────────────────────────────────────────

/** The optional approvals that the policy requires in this case. */
export const listRequired = (asked: Readonly<Record<Optional, { required: boolean }>>): Optional[] =>
  optional.filter((step) => asked[step].required)

/** Is this approval required? `steps`: as judged at submission; null: submitted before there was a choice. */
export const asksFor = (steps: readonly string[] | null, step: Optional): boolean =>
  (steps ?? builtIn).includes(step)

/** The state that waits for the approval after `step`, or for the first one if null. */
export function approvalAfter(step: Optional | null, steps: readonly string[] | null): `awaiting_${Office}` {
  const left = step === null ? optional : optional.slice(optional.indexOf(step) + 1)
  return `awaiting_${left.find((s) => asksFor(steps, s)) ?? 'equip_office'}`
}

/** The state after an approval; `agreed` once all have approved. */
export function approvedIn<Agreed>(state: string, steps: readonly string[] | null, agreed: Agreed) {
  if (state === 'awaiting_equip_office') return agreed
  return approvalAfter(state === 'awaiting_finance' ? 'finance' : 'dept_head', steps)
}

// ── As they stand in a table ─────────────────────────────────────────────────

/** The states in which the approvals may begin. */
export const anyApproval = ['awaiting_dept_head', 'awaiting_finance', 'awaiting_equip_office'] as const

/** The ask of a state that waits for one of these offices. */
export const defineAsk = <By extends Office>(office: By, title: string, news: string) =>
  ({
    step: office,
    as: office,
    whom: office,
    title,
    news,
    yes: 'approve',
    no: 'refuse',
    back: 'send_back',
  }) as const

/**
 * The moves of one office. An approval is told only to the next office, unless `yes` says otherwise. What is
 * sent back is submitted anew, and the experts' signatures no longer count.
 */
export const defineAnswers = <By extends Office, const Yes>(
  office: By,
  { yes, back, no }: { yes: Yes; back: string; no: string },
) =>
  ({
    approve: { by: [office], tell: null, ...yes },
    send_back: { by: [office], ...sentBack(back) },
    refuse: { by: [office], to: 'refused', reason: true, closes: 'refused', tell: no },
  }) as const

/** Sends it back to the requester; `tell`: the title of the message. */
export const sentBack = (tell: string) =>
  ({ to: 'draft', reason: true, closes: 'refused', do: ['voidPanels'], tell }) as const
