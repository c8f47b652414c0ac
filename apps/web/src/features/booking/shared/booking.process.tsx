import { type BookingState } from '@portal/contract/booking/booking'
import { bookingCalls } from '@portal/contract/booking/calls'
import { type BookingDetail } from '@portal/contract/booking/row'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox, type Decided } from '../../approval/shared/inbox-view.tsx'
import { decideBookings, useBooking } from '../booking.queries.ts'
import { bookingTag, refusalPicks } from '../booking.words.ts'
import { listWholeWay } from '../way.words.ts'
import { BookingCards } from '../parts/booking-cards.tsx'
import { DecidePanel } from '../parts/decide-panel.tsx'
import { PayerPanel } from '../parts/payer-panel.tsx'
import '../parts/calendar.css'

/** The actions on an approved booking stand beside the heading of its page (`BookingActions`). */
export const booking: Process<BookingDetail, 'reschedule'> = {
  noun: '预约单',
  list: { to: to('/account/subscribe-list'), text: '我的预约' },
  nameOf: (b) => `预约单 ${b.id}`,
  tagOf: (b) => bookingTag(b.state),
  useRow: (id) => useBooking({ params: { id } }, { staleTime: 0, enabled: id > 0 }),
  useNews: (b) => useLive(b ? [`device:${b.device.id}`, 'me'] : ['me'], [bookingCalls.get]),
  stepsOf: listWholeWay,
  Facts: ({ row: b }) => <BookingCards booking={b} />,
  steps: {
    approve: { Part: DecidePanel, below: true },
    refuse: { Part: DecidePanel, below: true },
    // Above the facts: without a new payer nothing can go on, and the booker knows the booking.
    name_payer: { Part: PayerPanel },
    reschedule: { onPage: true, below: true },
    start: null,
    finish: null,
    fault: null,
    hand_over: null,
    extend: null,
    change: null,
    cancel: null,
    revoke: null,
    create: null,
    complete: null,
    expire: null,
    miss: null,
    lose_payment: null,
    take_over: null,
  },
}

/** Batch decisions. What needs a time or a card is approved one by one (`single` of the task). */
export const inbox = defineInbox('booking', booking, {
  by: {
    run: async ({
      body: { verdict: event, reason, items },
      idempotencyKey,
    }: Decided<'approve' | 'refuse', BookingState>) =>
      (await decideBookings.run({ body: { event, reason, items }, idempotencyKey })).verdicts,
  },
  states: { payer: 'awaiting_payer', reviewer: 'awaiting_reviewer', director: 'awaiting_director' },
  verdicts: { approve: 'approve', refuse: 'refuse' },
  refusal: { word: '驳回', picks: refusalPicks('awaiting_reviewer') },
  refusalAt: { payer: { word: '驳回', picks: refusalPicks('awaiting_payer') } },
})
