import {
  RESULT_DAYS,
  type ResultFileAction,
  type TestOrderState,
} from '@portal/contract/test-order/test-order'
import { addMinutes } from '../../kernel/time.ts'

interface About {
  state: TestOrderState
  stateAt: Date
  version: number
  lateCancel: boolean
  noShow: boolean
}

/**
 * True if result files may be added: until RESULT_DAYS after the settlement, and never for an unused booking.
 */
export const takesFiles = (order: About, now: Date): boolean =>
  !order.lateCancel &&
  !order.noShow &&
  (order.state !== 'settled' || addMinutes(order.stateAt, RESULT_DAYS * 1440) > now)

/** True if files may be removed without a trace: nothing was confirmed yet. */
export const removesFiles = (order: About): boolean => order.state === 'draft' && order.version === 1

/** The file actions allowed now. `fills`: the caller is to fill in the order. */
export function listActions(
  { now }: { now: Date },
  order: About,
  fills: boolean,
  keeps: boolean,
): ResultFileAction[] {
  const filling = order.state === 'draft' && fills
  return [
    ...(takesFiles(order, now) && (filling || keeps) ? (['add'] as const) : []),
    ...(removesFiles(order) && filling ? (['remove'] as const) : []),
    ...(!removesFiles(order) && keeps ? (['withdraw'] as const) : []),
  ]
}
