import { useState, type MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { bookingCalls } from '@portal/contract/booking/calls'
import { campusTime, formatClock } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useLabDay } from '../booking.queries.ts'
import { addDays, findDay, findStart } from '../calendar.rules.ts'
import { readChoice, findDayWindow, listFreeSpans, locateIn, type DayDevice } from '../day.rules.ts'
import '../parts/calendar.css'
import '../parts/lab-day.css'

/**
 * One day of all instruments of a lab, one line each: where there is room is seen at a glance, and one click
 * away.
 */
export function LabDay({ labId }: { labId: number }) {
  const [day, setDay] = useState(() => findDay(new Date()))
  const query = useLabDay({ query: { labId, day } }, { staleTime: 0 })
  const devices = query.data?.devices ?? []
  useLive(
    devices.map((d) => `device:${d.id}`),
    [bookingCalls.labDay],
  )
  return (
    <section className="lab-day card" aria-label="实验室仪器日程">
      <div className="device-calendar-bar">
        <div className="device-calendar-nav">
          <Button size="small" icon="left" aria-label="前一天" onClick={() => setDay(addDays(day, -1))} />
          <Button size="small" onClick={() => setDay(findDay(new Date()))}>
            今天
          </Button>
          <Button size="small" icon="right" aria-label="后一天" onClick={() => setDay(addDays(day, 1))} />
        </div>
        <label className="device-calendar-field">
          <span>日期</span>
          <input type="date" value={day} onChange={(e) => e.target.value && setDay(e.target.value)} />
        </label>
        <strong aria-live="polite">{campusTime(findStart(day))?.weekday}</strong>
      </div>
      {query.data ? (
        devices.length > 0 ? (
          <Lines day={day} now={query.data.now} devices={devices} />
        ) : (
          <Empty text="该实验室没有开放预约的仪器" />
        )
      ) : query.error ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={6} height={36} />
      )}
    </section>
  )
}

function Lines({ day, now, devices }: { day: string; now: string; devices: readonly DayDevice[] }) {
  const window = findDayWindow(day, devices)
  const here = locateIn(window, { startAt: now, endAt: new Date(Date.parse(now) + 60_000).toISOString() })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways has to be reached by keyboard
    <div className="lab-day-scroll" role="region" aria-label="时间轴，可横向滚动" tabIndex={0}>
      <div className="lab-day-head" aria-hidden>
        <span />
        <ol>
          {window.hours.map((h) => (
            <li key={h}>{String(h).padStart(2, '0')}</li>
          ))}
        </ol>
      </div>
      <ul className="lab-day-lines">
        {devices.map((d) => (
          <Line key={d.id} device={d} window={window} now={now} nowAt={here?.left ?? null} />
        ))}
      </ul>
    </div>
  )
}

interface LineProps {
  device: DayDevice
  window: { startAt: string; endAt: string }
  now: string
  nowAt: number | null
}
function Line({ device: d, window, now, nowAt }: LineProps) {
  const navigate = useNavigate()
  const free = listFreeSpans(d, now)
  const book = to(d.selfOperated ? '/deviceopen/applyTime' : '/deviceopen/apply', { deviceId: d.id })
  const click = (e: MouseEvent<HTMLDivElement>) => {
    const box = e.currentTarget.getBoundingClientRect()
    const { startAt, endAt } = readChoice(window, (e.clientX - box.left) / box.width, d)
    if (startAt > now) void navigate(`${book}&${new URLSearchParams({ startAt, endAt }).toString()}`)
  }
  return (
    <li className="lab-day-line">
      <div className="lab-day-name">
        <Link to={book}>{d.name}</Link>
        <small className="muted">
          {free.length
            ? `空闲 ${free.map((s) => `${formatClock(s.startAt)}–${formatClock(s.endAt)}`).join('、')}`
            : '当天没有空闲'}
        </small>
      </div>
      {/* The mouse's short cut; the link beside it leads to the same choice. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className="lab-day-track" aria-hidden onClick={click}>
        {d.stretches
          .filter((s) => !s.open)
          .map((s) => (
            <Part key={s.startAt} window={window} span={s} kind="closed" title={s.reason ?? '不开放'} />
          ))}
        {d.busy.map((b, i) => (
          <Part
            key={`${b.startAt}${i}`}
            window={window}
            span={b}
            kind={b.mine ? 'mine' : 'taken'}
            seat={b.seat}
            capacity={d.capacity}
            title={b.mine ? '我的预约' : (b.who ?? '已约')}
          />
        ))}
        {nowAt !== null && <i className="lab-day-now" style={{ left: `${nowAt}%` }} />}
      </div>
    </li>
  )
}

/** Seats lie one below the other in the line. */
function Part({
  window,
  span,
  kind,
  title,
  seat = 1,
  capacity = 1,
}: {
  window: LineProps['window']
  span: { startAt: string; endAt: string }
  kind: string
  title: string
  seat?: number
  capacity?: number
}) {
  const place = locateIn(window, span)
  if (!place) return null
  const height = 100 / capacity
  return (
    <span
      data-kind={kind}
      title={`${title} ${formatClock(span.startAt)}–${formatClock(span.endAt)}`}
      style={{
        left: `${place.left}%`,
        width: `${place.width}%`,
        top: `${(seat - 1) * height}%`,
        height: `${height}%`,
      }}
    />
  )
}
