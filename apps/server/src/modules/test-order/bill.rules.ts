import type { SampleState } from '@portal/contract/booking/booking'
import { formatYuan, share } from '@portal/contract/kernel/money'
import type { BillLine, Quote } from '@portal/contract/price-plan/price-plan'
import {
  testOrderRefusals,
  type Bill,
  type SampleOutcome,
  type TestOrderBody,
} from '@portal/contract/test-order/test-order'
import { refuseField } from '../../kernel/refuse.ts'
import { addMinutes, minutesBetween } from '../../kernel/time.ts'
import { listLines, linesOfFault, sumLines } from '../price-plan/quote.rules.ts'

export interface Period {
  from: Date
  to: Date
}
export interface Use {
  minutes: number
  samples: number
  /** The device failed: only the time used is paid. */
  byFault?: boolean
}
export type BillInputs = Pick<TestOrderBody, 'materials' | 'extras' | 'discounts'>
export const noInputs: BillInputs = { materials: [], extras: [], discounts: [] }

/**
 * Minutes of tolerance: a click this near to the planned time counts as the planned time, so that nobody pays
 * another hour for two minutes.
 */
const TOLERANCE_MINUTES = 5
const MAX_DAYS = 31
const MAX_BILL_FEN = 10_000_000_000

const wholeMinute = (t: Date) => new Date(Math.floor(t.getTime() / 60_000) * 60_000)
const near = (clicked: Date, planned: Date | undefined) =>
  planned && Math.abs(minutesBetween(planned, clicked)) <= TOLERANCE_MINUTES ? planned : wholeMinute(clicked)

/** Why a fee is due for an unused booking. */
export type FeeCause = 'late_cancel' | 'no_show'
const feeWords = {
  late_cancel: { label: '取消费', reason: '已过免费取消时间' },
  no_show: { label: '爽约费', reason: '未按时使用且未取消' },
} as const

/** The bill for a late cancellation or a no-show. */
export function makeFeeBill(why: FeeCause, feeFen: number): { bill: Bill; totalFen: number } {
  const line: BillLine = {
    kind: 'cancel_fee',
    quantity: 1,
    unitFen: feeFen,
    amountFen: feeFen,
    formula: `${formatYuan(feeFen)} 元`,
    ...feeWords[why],
  }
  return { bill: { lines: [line], ...noInputs }, totalFen: feeFen }
}

/** Proposes the outcome of a sample from its state: one returned before its test was not tested. */
const proposedOutcome = (state: SampleState): SampleOutcome => (state === 'returned' ? 'untested' : 'tested')

/** Each sample with its stated outcome, else with the proposed one. */
export function fillOutcomes<S extends { id: number; state: SampleState }>(
  samples: readonly S[],
  said: readonly { sampleId: number; outcome: SampleOutcome }[],
): (S & { outcome: SampleOutcome })[] {
  return samples.map((s) => ({
    ...s,
    outcome: said.find((o) => o.sampleId === s.id)?.outcome ?? proposedOutcome(s.state),
  }))
}

/** The bill with a discount of the whole total; the original lines stay visible. */
export const waiveBill = (bill: Bill, totalFen: number, reason: string): Bill => ({
  ...bill,
  lines: [
    ...bill.lines,
    {
      kind: 'discount',
      label: '免除',
      quantity: 1,
      unitFen: 0 - totalFen,
      amountFen: 0 - totalFen,
      formula: `−${formatYuan(totalFen)} 元`,
      reason,
    },
  ],
})

/** The actual time of use, derived from clicks and plan; the reviewer corrects it. Null: unknown. */
export function findActual(
  plan: Period | null,
  startedAt: Date | null,
  finishedAt: Date | null,
): Period | null {
  const from = startedAt ? near(startedAt, plan?.from) : plan?.from
  const to = finishedAt ? near(finishedAt, plan?.to) : plan?.to
  if (!from || !to) return null
  if (to > from) return { from, to }
  // The use ended before its planned start, so only the clicks count.
  const began = startedAt ? wholeMinute(startedAt) : from
  return { from: began, to: to > began ? to : addMinutes(began, 1) }
}

export const countMinutes = (actual: Period | null): number =>
  actual ? Math.round(minutesBetween(actual.from, actual.to)) : 0

/** Reads the times of a form; refuses times that are impossible. */
export function judgeActual(form: { startAt: string; endAt: string }, now: Date): Period {
  const actual = { from: new Date(form.startAt), to: new Date(form.endAt) }
  if (actual.to <= actual.from) throw refuseField('endAt', testOrderRefusals.ACTUAL_ORDER, 'ACTUAL_ORDER')
  // A use that ended up to five minutes early counts to its planned end, which may still be ahead.
  if (actual.to > addMinutes(now, TOLERANCE_MINUTES))
    throw refuseField('endAt', testOrderRefusals.ACTUAL_FUTURE, 'ACTUAL_FUTURE')
  if (minutesBetween(actual.from, actual.to) > MAX_DAYS * 1440)
    throw refuseField('endAt', testOrderRefusals.ACTUAL_TOO_LONG, 'ACTUAL_TOO_LONG')
  return actual
}

/**
 * Computes the bill: the use at the rate frozen at booking, then materials and extras, then discounts one
 * after another. If the actual time equals the plan and nothing is added, the bill equals the estimate.
 */
export function makeBill(
  quote: Pick<Quote, 'basis' | 'rate'>,
  use: Use,
  inputs: BillInputs,
): { bill: Bill; totalFen: number } {
  const linesFor = use.byFault ? linesOfFault : listLines
  const lines: BillLine[] = quote.basis && quote.rate ? linesFor(quote.basis, quote.rate, use) : []
  for (const m of inputs.materials) {
    lines.push({
      kind: 'material',
      label: m.label,
      quantity: m.quantity,
      unitFen: m.unitFen,
      amountFen: m.quantity * m.unitFen,
      formula: `${m.quantity} × ${formatYuan(m.unitFen)} 元`,
    })
  }
  for (const e of inputs.extras) {
    lines.push({
      kind: 'other',
      label: e.label,
      quantity: 1,
      unitFen: e.amountFen,
      amountFen: e.amountFen,
      formula: `${formatYuan(e.amountFen)} 元`,
      reason: e.reason,
    })
  }
  let totalFen = sumLines(lines)
  if (totalFen > MAX_BILL_FEN) throw refuseField('materials', testOrderRefusals.BILL_TOO_BIG, 'BILL_TOO_BIG')
  inputs.discounts.forEach((d, i) => {
    const amountFen = d.percent == null ? (d.amountFen ?? 0) : share(totalFen, d.percent, 100)
    if (amountFen > totalFen)
      throw refuseField(`discounts.${i}.amountFen`, testOrderRefusals.DISCOUNT_TOO_BIG, 'DISCOUNT_TOO_BIG')
    const formula =
      d.percent == null ? `−${formatYuan(amountFen)} 元` : `−${formatYuan(totalFen)} 元 × ${d.percent}%`
    lines.push({
      kind: 'discount',
      label: '优惠',
      quantity: 1,
      unitFen: 0 - amountFen,
      amountFen: 0 - amountFen,
      formula,
      reason: d.reason,
    })
    totalFen -= amountFen
  })
  return { bill: { lines, ...inputs }, totalFen }
}
