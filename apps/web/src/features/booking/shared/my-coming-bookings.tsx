import { Link } from 'react-router'
import { liveStates } from '@portal/contract/booking/booking'
import { bookingCalls } from '@portal/contract/booking/calls'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Period } from '../../../ui/period.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useBookingPage, useStartBooking } from '../booking.queries.ts'
import { bookingTag } from '../booking.words.ts'
import './my-coming-bookings.css'

const SHOWN = 5

/** What I have booked and not used yet, the next one first; what can begin now begins here. */
export function MyComingBookings() {
  const query = useBookingPage({
    query: { page: 0, size: SHOWN, scope: 'mine', state: [...liveStates], order_by: 'startAt asc' },
  })
  const start = useStartBooking()
  useLive(['me'], [bookingCalls.list])
  const { data, error } = query
  return (
    <Card title="我的近期预约" extra={<Link to="/account/subscribe-list">全部预约</Link>}>
      {error && !data ? (
        <PageError error={error} onRetry={() => void query.refetch()} />
      ) : !data ? (
        <Skeleton rows={4} />
      ) : data.items.length === 0 ? (
        <Empty text="没有待使用的预约">
          <ButtonLink kind="primary" to="/osp-test/subscribe">
            预约仪器
          </ButtonLink>
        </Empty>
      ) : (
        <ul className="coming-bookings">
          {data.items.map((b) => (
            <li key={b.id}>
              <div>
                <Link to={to('/appointment/orderDetail', { id: b.id })}>{b.device.name}</Link>
                <span className="muted">
                  {b.startAt ? <Period from={b.startAt} to={b.endAt} /> : '时间待安排'}
                </span>
              </div>
              <StateTag {...bookingTag(b.state)} />
              {b.can.includes('start') && (
                // What failed has been said by send.
                <Button
                  size="small"
                  kind="primary"
                  busy={start.busy}
                  onClick={() =>
                    void start
                      .run({ params: { id: b.id } })
                      .then(() => say('success', '已开始使用'))
                      .catch(() => undefined)
                  }
                >
                  开始使用
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
