import { approvalSteps } from '@portal/contract/approval/approval'
import { stockInEventWords, stockInStateWords, type StockInState } from '@portal/contract/stock-in/stock-in'
import type { Logged, Place } from '../test-order/progress.rules.ts'

const words = approvalSteps.stock_in

/** Where a stock-in stands. `log` is its whole history, oldest first; `awaited` names whose turn it is. */
export function progressOf(
  { state, stateAt }: { state: StockInState; stateAt: Date },
  log: readonly Logged[],
  awaited: string | null,
): Place[] {
  // What was done before it was last sent back no longer counts.
  const round = log.slice(log.findLastIndex((l) => l.event === 'send_back') + 1)
  const last = (event: string) => round.findLast((l) => l.event === event)
  const place = (key: string, title: string, l: Logged | undefined, here: boolean): Place =>
    here
      ? { key, title, status: 'current', who: awaited, at: stateAt }
      : l
        ? { key, title, status: 'done', who: l.actor, at: l.at }
        : { key, title, status: 'next', who: null, at: null }
  return [
    place('open', stockInEventWords.open, log[0], false),
    place('info', words.info, last('submit'), state === 'awaiting_info'),
    place('finance', words.finance, last('confirm'), state === 'awaiting_finance'),
    place('store', words.store, last('store'), state === 'awaiting_store'),
    place('end', stockInStateWords.stored, last('store'), false),
  ]
}
