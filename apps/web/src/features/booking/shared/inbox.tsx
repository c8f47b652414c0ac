import type { Task } from '@portal/contract/approval/approval'
import { bookingStateWords, type BookingState } from '@portal/contract/booking/booking'
import { Button, Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import type { InboxView } from '../../approval/shared/registry.ts'
import { decideBookings, useBooking } from '../booking.queries.ts'
import { refusalPicks } from '../booking.words.ts'
import { BookingCards } from '../parts/booking-cards.tsx'
import { DecidePanel } from '../parts/decide-panel.tsx'
import { PayerPanel } from '../parts/payer-panel.tsx'
import '../parts/calendar.css'

/** How bookings show themselves in the audit inbox. Samples that need a time are refused one by one by the server, in words. */
export const inbox: InboxView = {
  Panel: BookingPanel,
  batch: () => true,
  decide: async (tasks, outcome, reason) =>
    (
      await decideBookings({
        event: outcome,
        reason,
        items: tasks.map((t) => ({ id: t.rowId, state: awaitedAt[t.step] ?? 'awaiting_reviewer' })),
      })
    ).verdicts,
  reasons: refusalPicks,
}
const awaitedAt: Partial<Record<Task['step'], BookingState>> = {
  payer: 'awaiting_payer',
  reviewer: 'awaiting_reviewer',
  director: 'awaiting_director',
}

function BookingPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const query = useBooking({ params: { id: task.rowId } }, { staleTime: 0 })
  const b = query.data
  if (!b) return <Waiting query={query} />
  return (
    <>
      <BookingCards booking={b} />
      {b.can.includes('approve') || b.can.includes('refuse') ? (
        <DecidePanel key={b.stateAt} booking={b} onDone={onDone} />
      ) : b.can.includes('name_payer') ? (
        <PayerPanel key={b.stateAt} booking={b} onDone={onDone} />
      ) : (
        <Card className="decide">
          <p>当前状态为“{bookingStateWords[b.state]}”，无需您审核。</p>
          <div className="page-extra">
            <Button kind="primary" onClick={onDone}>
              下一项
            </Button>
          </div>
        </Card>
      )}
    </>
  )
}
