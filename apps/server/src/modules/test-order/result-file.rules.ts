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

/** Result files may follow until some time after the order was settled; a use that never was has none. */
export const takesFiles = (order: About, now: Date): boolean =>
  !order.lateCancel &&
  !order.noShow &&
  (order.state !== 'settled' || addMinutes(order.stateAt, RESULT_DAYS * 1440) > now)

/** Nothing was confirmed yet: a file that was taken for the wrong one may go without a trace. */
export const removesFiles = (order: About): boolean => order.state === 'draft' && order.version === 1

/** `fills`: is to fill it in now. */
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
