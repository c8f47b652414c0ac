import {
  approvalSteps,
  timeoutWords,
  type Business,
  type OnTimeout,
  type StepOf,
} from '@portal/contract/approval/approval'
import { addMinutes, shownAt } from '../../kernel/time.ts'

/** One row of approval_policy: at most one of the three places is set; none means the whole campus. */
export interface PolicyRow {
  id: number
  business: string
  step: string
  deviceId: number | null
  labId: number | null
  deptId: number | null
  userType: string | null
  fromAmountFen: number
  required: boolean
  timeoutHours: number | null
  onTimeout: OnTimeout | null
  deputyId: number | null
}

export interface StepRule {
  required: boolean
  timeoutHours: number | null
  onTimeout: OnTimeout | null
  /** May act there as well. */
  deputyId: number | null
}
export type Steps<B extends Business> = Record<StepOf<B>, StepRule>

/** The facts that a step's policy depends on. `deptId` is the department of the lab. */
export interface Case {
  deviceId: number | null
  labId: number | null
  deptId: number | null
  userType: string | null
  amountFen: number | null
}

const businesses = Object.keys(approvalSteps) as Business[] // its own keys

const asked = (timeoutHours: number | null, onTimeout: OnTimeout | null): StepRule => ({
  required: true,
  timeoutHours,
  onTimeout,
  deputyId: null,
})
/** A step that is off until a university's policy requires it. */
const added = (timeoutHours: number): StepRule => ({ ...asked(timeoutHours, 'remind'), required: false })

/** The rule of a step without a row and without a line in `unusual`. */
const usual = asked(72, 'remind')
/** A booker who does not answer for a week has confirmed; silence never agrees to a higher price. */
const unusual: { readonly [B in Business]?: Partial<Steps<B>> } = {
  booking: { payer: asked(24, 'remind'), reviewer: asked(24, 'remind'), director: asked(24, 'remind') },
  test_order: { director: asked(48, 'remind'), booker: asked(168, 'approve') },
  settlement: { remittance: asked(168, 'remind') },
  purchase: { finance: added(72), sourcing: asked(168, 'remind'), contract: asked(168, 'remind') },
  tender: { prepare: asked(168, 'remind') },
  supplier: { papers: asked(168, 'remind') },
  delivery: { entry: asked(168, 'remind') },
  acceptance: { fill: asked(168, 'remind'), dept_head: added(72) },
  stock_in: { info: asked(168, 'remind') },
  repair: { assign: asked(24, 'remind'), repair: asked(168, 'remind') },
  scrap: { finance: added(72), dispose: asked(168, 'remind') },
}
/** The built-in rules of all steps, for steps without a row. */
export const defaults = Object.fromEntries(
  businesses.map((business) => [business, listDefaults(business)]),
) as { readonly [B in Business]: Steps<B> } // each has every step of its business

function listDefaults<B extends Business>(business: B): Steps<B> {
  const steps = Object.keys(approvalSteps[business]) as StepOf<B>[] // its own keys
  return Object.fromEntries(steps.map((step) => [step, unusual[business]?.[step] ?? usual])) as Steps<B>
}

/** How near a row is to the case: smaller is nearer; undefined if it concerns something else. */
function distance(row: PolicyRow, about: Case, ancestors: readonly number[]): number | undefined {
  if (row.userType !== null && row.userType !== about.userType) return undefined
  const place = placeDistance(row, about, ancestors)
  return place === undefined ? undefined : place * 2 + (row.userType === null ? 1 : 0)
}
function placeDistance(row: PolicyRow, about: Case, ancestors: readonly number[]): number | undefined {
  if (row.deviceId !== null) return row.deviceId === about.deviceId ? 0 : undefined
  if (row.labId !== null) return row.labId === about.labId ? 1 : undefined
  if (row.deptId === null) return 2 + ancestors.length
  const i = ancestors.indexOf(row.deptId)
  return i === -1 ? undefined : 2 + i
}

/** The row that decides, of all rows of one step. `ancestors`: the department itself, then those above it. */
export function chooseDecisive(
  rows: readonly PolicyRow[],
  about: Case,
  ancestors: readonly number[],
): PolicyRow | undefined {
  let best: PolicyRow | undefined
  let least = Infinity
  for (const row of rows) {
    const d = distance(row, about, ancestors)
    if (d === undefined || d >= least) continue
    best = row
    least = d
  }
  return best
}

/** The rule that a row makes for a case: below the row's amount the step is not required. */
export const makeRule = (row: PolicyRow, about: Case): StepRule => ({
  required: row.required && (about.amountFen ?? 0) >= row.fromAmountFen,
  timeoutHours: row.timeoutHours,
  onTimeout: row.onTimeout,
  deputyId: row.deputyId,
})

/** The rules of all steps of a business in this case. `rowsOf` gives the rows of one step. */
export function judgeSteps<B extends Business>(
  business: B,
  rowsOf: (step: string) => readonly PolicyRow[],
  about: Case,
  ancestors: readonly number[],
): Steps<B> {
  const steps = {} as Steps<B> // filled below with every step of the business
  for (const step of Object.keys(approvalSteps[business]) as StepOf<B>[]) {
    const row = chooseDecisive(rowsOf(step), about, ancestors)
    steps[step] = row ? makeRule(row, about) : defaults[business][step]
  }
  return steps
}

/** Until when a task is to be done, and what follows if it is late; null: only a reminder. */
export interface Deadline {
  at: Date
  late: Exclude<OnTimeout, 'remind'> | null
}
/**
 * The deadline of a task opened now; null: the rule sets none. `single`: a yes has to name more, which the
 * system cannot.
 */
export function makeDeadline(
  { timeoutHours, onTimeout }: Pick<StepRule, 'timeoutHours' | 'onTimeout'>,
  single: boolean,
  now: Date,
): Deadline | null {
  if (timeoutHours === null) return null
  const late = onTimeout === 'refuse' || (onTimeout === 'approve' && !single) ? onTimeout : null
  return { at: addMinutes(now, timeoutHours * 60), late }
}
/** What those who are asked read of it: `请于 2026-03-18 10:00 前办理，逾期自动退回。` */
export const wordDeadline = ({ at, late }: Deadline, zone: string): string =>
  `请于 ${shownAt(at, zone)} 前办理${late ? `，逾期${timeoutWords[late]}` : ''}。`
