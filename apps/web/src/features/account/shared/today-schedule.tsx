import { Link } from 'react-router'
import { formatClock, formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Card } from '../../../ui/light.tsx'
import { Period, Span } from '../../../ui/period.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { TODAY_STATES, useToday } from '../account.queries.ts'
import { nameStanding } from '../schedule.words.ts'
import '../account.css'

/** Today's bookings on the instruments that the user looks after: running, late, coming. */
export function TodaySchedule() {
  const today = formatDay(new Date())
  const { data, dataUpdatedAt: now } = useToday(today)
  if (!data?.items.length) return null
  const { running, late } = data.live ?? { running: 0, late: 0 }
  const words = [`使用中 ${running}`, late > 0 && `迟到或超时 ${late}`].filter(Boolean).join('，')
  const all = { scope: 'lab', state: TODAY_STATES.join(','), liveOn: today }
  return (
    <Card
      title={`今日安排：${data.total} 项（${words}）`}
      extra={<Link to={to('/account/subscribe-list', all)}>全部</Link>}
    >
      <ul className="rows">
        {data.items.map((b) => (
          <li key={b.id}>
            <Link to={to('/appointment/orderDetail', { id: b.id })}>{b.device.name}</Link>
            <StateTag {...nameStanding(b, now)} />
            <span className="muted">
              {formatDay(b.startAt) === today && formatDay(b.endAt) === today ? (
                <Span>{`${formatClock(b.startAt)}–${formatClock(b.endAt)}`}</Span>
              ) : (
                <Period brief from={b.startAt} to={b.endAt} />
              )}{' '}
              · {b.experimenter.name}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
