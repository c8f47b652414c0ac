import { Link } from 'react-router'
import { bookingStateWords } from '@portal/contract/booking/booking'
import { campusTime, formatClock, formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { addDays, findStart, type Week } from '../calendar.rules.ts'

/** The calendar as text: opening hours, reasons for closing, bookings. */
export function WeekText({ week, days }: { week: Week; days: readonly string[] }) {
  return (
    <details className="week-text">
      <summary>文字日程</summary>
      <dl>
        {days.map((day) => (
          <div key={day}>
            <dt>
              {formatDay(day)} {campusTime(findStart(day))?.weekday}
            </dt>
            <dd>
              <DayText week={week} from={findStart(day)} until={findStart(addDays(day, 1))} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function DayText({ week, from, until }: { week: Week; from: string; until: string }) {
  const within = <T extends { startAt: string; endAt: string }>(list: readonly T[]): T[] =>
    list.filter((s) => s.startAt < until && s.endAt > from)
  const span = (s: { startAt: string; endAt: string }) =>
    `${s.startAt < from ? '00:00' : formatClock(s.startAt)}–${s.endAt >= until ? '24:00' : formatClock(s.endAt)}`
  const open = within(week.stretches).filter((s) => s.open)
  const closures = within(week.stretches).filter((s) => !s.open && s.reason)
  const many = (week.opening?.capacity ?? 1) > 1
  return (
    <>
      <span>{open.length ? `开放 ${open.map(span).join('、')}` : '不开放'}</span>
      {closures.map((s) => (
        <span key={s.startAt}>
          {span(s)} 暂停开放：{s.reason}
        </span>
      ))}
      {within(week.busy).map((b, i) => {
        const words = `${span(b)} ${b.mine ? '我的预约' : (b.who ?? '已约')}${many ? ` ${b.seat} 号机位` : ''}${b.state ? ` ${bookingStateWords[b.state]}` : ''}`
        return b.id === null ? (
          <span key={`${b.startAt}${i}`}>{words}</span>
        ) : (
          <Link key={`${b.startAt}${i}`} to={to('/appointment/orderDetail', { id: b.id })}>
            {words}
          </Link>
        )
      })}
    </>
  )
}
