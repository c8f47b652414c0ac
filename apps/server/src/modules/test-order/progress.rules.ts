import { approvalSteps } from '@portal/contract/approval/approval'
import type { ProgressStep } from '@portal/contract/kernel/rows'
import type { TestOrderState } from '@portal/contract/test-order/test-order'
import type { Required } from './test-order.flow.ts'

export interface Logged {
  event: string
  from: string | null
  to: string
  actor: string | null
  reason: string | null
  at: Date
}
/** A place on the strip before it leaves the house: its time is still a Date. */
export type Place = Omit<ProgressStep, 'at'> & { at: Date | null }

const { fill, director, booker, payer } = approvalSteps.test_order
const order: readonly TestOrderState[] = [
  'draft',
  'awaiting_director',
  'awaiting_booker',
  'awaiting_payer',
  'confirmed',
  'in_settlement',
  'settled',
  'written_off',
]

/**
 * Where a test order stands. `log` is its whole history, oldest first; `required` what today's policy asks for; `awaited` names
 * whose turn it is.
 */
export function progressOf(
  { state, stateAt }: { state: TestOrderState; stateAt: Date },
  log: readonly Logged[],
  required: Required,
  awaited: string | null,
): Place[] {
  // What was given before the last return or correction no longer counts.
  const round = log.slice(log.findLastIndex((l) => l.event === 'return' || l.event === 'correct') + 1)
  const at = order.indexOf(state)
  const place = (
    key: string,
    title: string,
    here: TestOrderState,
    event: string,
    asked: boolean,
  ): Place[] => {
    const given = round.findLast((l) => l.event === event)
    if (state === here) return [{ key, title, status: 'current', who: awaited, at: stateAt }]
    if (given && at > order.indexOf(here))
      return [{ key, title, status: 'done', who: given.actor, at: given.at }]
    return asked && at < order.indexOf(here) ? [{ key, title, status: 'next', who: null, at: null }] : []
  }
  const settled = round.findLast((l) => l.event === 'settle')
  const paying = state === 'confirmed' || state === 'in_settlement'
  return [
    ...place('fill', fill, 'draft', 'submit', true),
    ...place('director', director, 'awaiting_director', 'approve', required.director),
    ...place('booker', booker, 'awaiting_booker', 'confirm', required.booker),
    ...place('payer', payer, 'awaiting_payer', 'agree', required.payer),
    state === 'written_off'
      ? {
          key: 'settlement',
          title: '核销',
          status: 'stopped',
          who: log.findLast((l) => l.event === 'write_off')?.actor ?? null,
          at: stateAt,
        }
      : state === 'settled'
        ? {
            key: 'settlement',
            title: '结算',
            status: 'done',
            who: settled?.actor ?? null,
            at: settled?.at ?? stateAt,
          }
        : {
            key: 'settlement',
            title: '结算',
            status: paying ? 'current' : 'next',
            who: paying ? awaited : null,
            at: paying ? stateAt : null,
          },
  ]
}
