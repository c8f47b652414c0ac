import { useRef, useState } from 'react'
import { slotHelp, type BookingDetail } from '@portal/contract/booking/row'
import { sayFailure } from '../../../lib/announce.ts'
import { startAttempt } from '../../../lib/attempt.ts'
import { asFailure, type Failure } from '../../../lib/failure.ts'
import { formatPeriod } from '../../../lib/format.ts'
import { askReason, say } from '../../../lib/tell.ts'
import { Button, Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useRescheduleBooking } from '../booking.queries.ts'
import type { Choice } from '../calendar.rules.ts'
import { DeviceCalendar } from '../shared/device-calendar.tsx'
import { SlotOffers } from './slot-offers.tsx'

/** The operator moves delivered samples to another time. Folded, because most stay as planned. */
export function ReschedulePanel({ row: b }: PartProps<BookingDetail>) {
  const reschedule = useRescheduleBooking()
  const [open, setOpen] = useState(false)
  const [time, setTime] = useState<Choice | null>(
    b.startAt && b.endAt ? { startAt: b.startAt, endAt: b.endAt, seat: b.seat } : null,
  )
  const [failure, setFailure] = useState<Failure | null>(null)
  const [attempt] = useState(startAttempt)
  // Kept over a refusal, because it holds for the next chosen time as well.
  const kept = useRef('')
  const moved =
    time !== null &&
    (time.startAt !== b.startAt || time.endAt !== b.endAt || (time.seat ?? b.seat) !== b.seat)

  const move = async () => {
    if (!time) return
    const reason = await askReason({
      title: '调整测试时间？',
      text: `改为 ${formatPeriod(time.startAt, time.endAt)}，并通知送样人。`,
      ok: '调整时间',
      danger: false,
      reason: {
        label: '调整原因',
        required: true,
        picks: ['仪器维护', '前一批测试延长', '与送样人商定'],
        start: kept.current,
      },
    })
    if (reason === null) return
    kept.current = reason
    setFailure(null)
    const params = { id: b.id }
    const body = { startAt: time.startAt, endAt: time.endAt, seat: time.seat ?? null, reason }
    try {
      await attempt([params, body], (idempotencyKey) =>
        reschedule.run({ params, body, quiet: true, idempotencyKey }),
      )
      kept.current = ''
      say('success', '测试时间已调整')
    } catch (error) {
      const f = asFailure(error)
      setFailure(f)
      sayFailure(f)
    }
  }
  const help = failure && slotHelp.safeParse(failure.data)
  return (
    <Card title="测试时间">
      {open && <DeviceCalendar unbound deviceId={b.device.id} choice={time} onChoose={setTime} />}
      {failure && (
        <div role="alert" className="judgement-reasons">
          <p>{failure.message}</p>
          {help?.success && <SlotOffers slots={help.data.alternatives} onPick={setTime} />}
        </div>
      )}
      <div className="page-extra no-print">
        {open ? (
          <Button kind="primary" busy={reschedule.busy} disabled={!moved} onClick={() => void move()}>
            {moved ? `改为 ${formatPeriod(time.startAt, time.endAt)}` : '请选择新的时间'}
          </Button>
        ) : (
          <Button onClick={() => setOpen(true)}>调整时间</Button>
        )}
      </div>
    </Card>
  )
}
