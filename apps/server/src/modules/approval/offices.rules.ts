// Head of department, finance, equipment office: the approvals that a purchase and a scrapping go through,
// one after the other. The policy may leave out or add the first two; the equipment office is always asked.

type Office = 'dept_head' | 'finance' | 'equip_office'
type Optional = 'dept_head' | 'finance'
const optional: readonly Optional[] = ['dept_head', 'finance']
const builtIn: readonly string[] = ['dept_head']

// ── Which of them ────────────────────────────────────────────────────────────

/** Those of the optional ones that the policy asks for in a case. */
export const listRequired = (asked: Readonly<Record<Optional, { required: boolean }>>): Optional[] =>
  optional.filter((step) => asked[step].required)

/** Does it go through this one? `steps`: as judged when it was handed in; null: before there was a choice. */
export const asksFor = (steps: readonly string[] | null, step: Optional): boolean =>
  (steps ?? builtIn).includes(step)

/** The state in which it waits for the one after this; null: for the first. */
export function approvalAfter(step: Optional | null, steps: readonly string[] | null): `awaiting_${Office}` {
  const left = step === null ? optional : optional.slice(optional.indexOf(step) + 1)
  return `awaiting_${left.find((s) => asksFor(steps, s)) ?? 'equip_office'}`
}

/** What a yes leads to. `agreed`: when all have said it. */
export function approvedIn<Agreed>(state: string, steps: readonly string[] | null, agreed: Agreed) {
  if (state === 'awaiting_equip_office') return agreed
  return approvalAfter(state === 'awaiting_finance' ? 'finance' : 'dept_head', steps)
}

// ── As they stand in a table ─────────────────────────────────────────────────

/** Where they begin. */
export const anyApproval = ['awaiting_dept_head', 'awaiting_finance', 'awaiting_equip_office'] as const

/** One of them is awaited. */
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
 * What it may come to: of a yes the next office hears, and nobody else unless `yes` says so. Sent back, it is
 * handed in anew: what experts signed of it counts no more.
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

/** To whoever asked; `tell`: the title of the news. */
export const sentBack = (tell: string) =>
  ({ to: 'draft', reason: true, closes: 'refused', do: ['voidPanels'], tell }) as const
