import type { BookingState } from '@portal/contract/booking/booking'
import type { BookingDetail } from '@portal/contract/booking/row'
import { listSteps, type Step } from '../../ui/detail/progress-strip.tsx'

/** The steps of every booking. A row does not tell which approvals it needs, so they are one step here. */
const places = ['预约', '审核', '使用', '测试单', '完成'] as const
const here: Partial<Record<BookingState, number>> = {
  awaiting_payer: 1,
  awaiting_reviewer: 1,
  awaiting_director: 1,
  awaiting_use: 2,
  in_use: 2,
  awaiting_test_order: 3,
}
/** The step at which an unsuccessful booking ended. */
const ended: Partial<Record<BookingState, number>> = {
  refused: 1,
  expired: 1,
  cancelled: 1,
  revoked: 1,
  no_show: 2,
}

/** The steps of a row, derived from its state alone. */
export function listWay(state: BookingState): Step[] {
  const end = ended[state]
  if (end !== undefined)
    return places.slice(0, end + 1).map((title, i) => ({ title, state: i < end ? 'done' : 'refused' }))
  const now = here[state] ?? places.length
  return places.map((title, i) => ({ title, state: i < now ? 'done' : i === now ? 'current' : 'coming' }))
}

/** The settlement step. Null: no bill yet. */
export function listSettled(bill: BookingDetail['bill']): Step {
  if (bill === null) return { title: '结算', state: 'coming' }
  if (bill.state === 'written_off') return { title: '结算', state: 'skipped', at: bill.at, note: '已核销' }
  return { title: '结算', state: bill.state === 'settled' ? 'done' : 'current', at: bill.at }
}

/**
 * The steps with approvals; for a booking that has or will have a bill, the settlement replaces the last
 * step.
 */
export function listWholeWay({
  state,
  progress,
  bill,
}: Pick<BookingDetail, 'state' | 'progress' | 'bill'>): Step[] {
  const steps = listSteps(progress)
  const isBilled = bill !== null || state !== 'done'
  return isBilled && progress.at(-1)?.key === 'end' && progress.at(-1)?.status !== 'stopped'
    ? [...steps.slice(0, -1), listSettled(bill)]
    : steps
}
