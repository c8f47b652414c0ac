import { Link } from 'react-router'
import { bookingStateWords } from '@portal/contract/booking/booking'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Period } from '../../../ui/period.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { CalendarLink } from '../../booking/shared/calendar-link.tsx'
import { useComing } from '../account.queries.ts'

/** The next bookings of the user, including those in which they are the experimenter. */
export function ComingBookings() {
  const { data, error, refetch } = useComing()
  const office = useUser()?.permissions.some((code) => code !== 'DEFAULT') ?? false
  // An office rarely books, so its card is hidden while empty.
  if (office && (!data || data.items.length === 0)) return null
  return (
    <Card
      title="近期预约"
      extra={
        <div className="account-coming-extra">
          <CalendarLink />
          <Link to={to('/account/subscribe-list')}>全部预约</Link>
        </div>
      }
    >
      {!data ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={3} height={36} />
        )
      ) : data.items.length === 0 ? (
        <Empty text="近期没有预约">
          <ButtonLink to={to('/osp/share-platform')}>去预约仪器</ButtonLink>
        </Empty>
      ) : (
        <ul className="rows">
          {data.items.map((b) => (
            <li key={b.id}>
              <Link to={to('/appointment/orderDetail', { id: b.id })}>{b.device.name}</Link>
              <StateTag
                tone={b.state === 'awaiting_use' || b.state === 'in_use' ? 'active' : 'waiting'}
                text={bookingStateWords[b.state]}
              />
              <span className="muted">
                {b.startAt ? <Period brief from={b.startAt} to={b.endAt} /> : '时间待审核员安排'}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
