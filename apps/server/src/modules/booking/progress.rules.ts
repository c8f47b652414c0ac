import { bookingStateWords, type BookingEvent, type BookingState } from '@portal/contract/booking/booking'
import { approvalSteps } from '@portal/contract/approval/approval'
import type { ProgressStep } from '@portal/contract/kernel/rows'
import { stateOfApproval, type Approval } from './booking.flow.ts'

export interface LoggedStep {
  event: BookingEvent
  from: BookingState | null
  to: BookingState
  who: string
  at: Date
}
/** A place on the strip before it leaves the house: its time is still a Date. */
export type Place = Omit<ProgressStep, 'at'> & { at: Date | null }

const ends: ReadonlySet<BookingState> = new Set(['refused', 'cancelled', 'expired', 'revoked', 'no_show'])

/**
 * Where a booking stands: what was done by whom, whose turn it is since when, what comes next.
 * `log` is its whole history, oldest first; `approvals` what it needs by today's policy; `awaited` names whose turn it is.
 */
export function progressOf(
  booking: { state: BookingState; stateAt: Date },
  log: readonly LoggedStep[],
  approvals: readonly Approval[],
  awaited: string | null,
): Place[] {
  const created = log[0]
  // A change starts the round of approvals again: what was given before it no longer counts.
  const round = log.slice(log.findLastIndex((l) => l.event === 'create' || l.event === 'change'))
  const given = new Map(round.filter((l) => l.event === 'approve').map((l) => [l.from, l]))
  const { state, stateAt } = booking
  const stopped = ends.has(state) ? log.at(-1) : undefined

  const done = (key: string, title: string, l: { who: string; at: Date } | undefined): Place => ({
    key,
    title,
    status: 'done',
    who: l?.who ?? null,
    at: l?.at ?? null,
  })
  const open = (key: string, title: string, here: boolean, who: string | null): Place => ({
    key,
    title,
    status: here ? 'current' : 'next',
    who: here ? who : null,
    at: here ? stateAt : null,
  })

  const places: Place[] = [done('create', '提交预约', created)]
  // Approvals that were given are shown even if the policy has since dropped them.
  for (const approval of ['payer', 'reviewer', 'director'] as const) {
    const from = stateOfApproval[approval]
    const yes = given.get(from)
    if (yes) places.push(done(approval, approvalSteps.booking[approval], yes))
    else if (state === from || (!stopped && approvals.includes(approval) && !isPast(approval, state)))
      places.push(open(approval, approvalSteps.booking[approval], state === from, awaited))
  }
  if (stopped)
    return [
      ...places,
      { key: 'end', title: bookingStateWords[state], status: 'stopped', who: stopped.who, at: stopped.at },
    ]
  const finished = log.find((l) => l.from === 'in_use' && l.to === 'awaiting_test_order')
  places.push(
    finished
      ? done('use', '使用', finished)
      : open(
          'use',
          state === 'in_use' ? '使用中' : '使用',
          state === 'awaiting_use' || state === 'in_use',
          awaited,
        ),
  )
  const completed = log.find((l) => l.event === 'complete')
  places.push(
    completed
      ? done('test_order', '测试单', completed)
      : open('test_order', '测试单', state === 'awaiting_test_order', awaited),
  )
  places.push(state === 'done' ? done('end', '完成', completed) : open('end', '完成', false, null))
  return places
}

const order: readonly BookingState[] = [
  'awaiting_payer',
  'awaiting_reviewer',
  'awaiting_director',
  'awaiting_use',
  'in_use',
  'awaiting_test_order',
  'done',
]
/** Has the booking already gone past this approval without it? */
const isPast = (approval: Approval, state: BookingState) =>
  order.indexOf(state) > order.indexOf(stateOfApproval[approval])
