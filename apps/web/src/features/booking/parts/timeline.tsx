import { Fragment, useId, useState, type CSSProperties, type PointerEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { campusTime, formatClock } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useServerTime } from '../../../lib/server-time.ts'
import { Button } from '../../../ui/light.tsx'
import { TypedDay } from '../../../ui/typed-day.tsx'
import { addDays, findDay, findLastDay, findStart, type Choice } from '../calendar.rules.ts'
import {
  findDayWindow,
  findFirst,
  isFree,
  listFreeSpans,
  locateIn,
  readChoice,
  type DayDevice,
} from '../day.rules.ts'
import './calendar.css'
import './timeline.css'

// Instruments one below the other, with the hours of one or more days: free time is visible and can be booked
// by one click.

/** The day in view, and buttons to other days. */
export function DayBar({
  day,
  step = 1,
  onDay,
}: {
  day: string
  step?: number
  onDay: (day: string) => void
}) {
  const id = useId()
  return (
    <>
      <div className="device-calendar-nav">
        <Button
          size="small"
          icon="left"
          aria-label={step === 1 ? '前一天' : `前 ${step} 天`}
          onClick={() => onDay(addDays(day, -step))}
        />
        <Button size="small" onClick={() => onDay(findDay(new Date()))}>
          今天
        </Button>
        <Button
          size="small"
          icon="right"
          aria-label={step === 1 ? '后一天' : `后 ${step} 天`}
          onClick={() => onDay(addDays(day, step))}
        />
      </div>
      <label className="device-calendar-field" htmlFor={id}>
        <span>日期</span>
        <TypedDay id={id} value={day} required onChange={(next) => next && onDay(next)} />
      </label>
      <strong aria-live="polite">{campusTime(findStart(day))?.weekday}</strong>
    </>
  )
}

const nameDay = (day: string): string => {
  const t = campusTime(findStart(day))
  return t ? `${t.month}/${t.day} ${t.weekday}` : day
}

const TICK_MS = 30_000
interface Props {
  /** The first of `days` days. */
  day: string
  days?: number
  /** The server's time when it answered. */
  now: string
  devices: readonly DayDevice[]
  /** The devices belong to several labs, so each shows its lab. */
  mixed?: boolean
  onRemove?: (deviceId: number) => void
}
export function Timeline({ day, days = 1, now: answered, devices, mixed = false, onRemove }: Props) {
  const now = useServerTime(answered, TICK_MS)
  const windows = Array.from({ length: days }, (_, i) => findDayWindow(addDays(day, i), devices))
  return (
    <div
      className="timeline-scroll"
      role="region"
      aria-label="时间轴，可横向滚动"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard
      tabIndex={0}
      data-days={days}
      style={{ '--days': days } as CSSProperties}
    >
      <div className="timeline-head" aria-hidden>
        <span />
        {windows.map((w) => (
          <div key={w.startAt}>
            {days > 1 && <b>{nameDay(findDay(w.startAt))}</b>}
            <ol>
              {w.hours.map((h) => (
                <li key={h}>{String(h).padStart(2, '0')}</li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <ul className="timeline-lines">
        {devices.map((d) => (
          <Line
            key={d.id}
            device={d}
            windows={windows}
            now={now}
            mixed={mixed}
            {...(onRemove && { onRemove: () => onRemove(d.id) })}
          />
        ))}
      </ul>
    </div>
  )
}

type Window = ReturnType<typeof findDayWindow>
interface LineProps {
  device: DayDevice
  windows: readonly Window[]
  now: string
  mixed: boolean
  onRemove?: () => void
}
function Line({ device: d, windows, now, mixed, onRemove }: LineProps) {
  const book = to(d.selfOperated ? '/deviceopen/applyTime' : '/deviceopen/apply', { deviceId: d.id })
  const bookAt = ({ startAt, endAt }: Choice) =>
    `${book}&${new URLSearchParams({ startAt, endAt }).toString()}`
  const from = findDay(windows[0]?.startAt ?? now)
  return (
    <li className="timeline-line">
      <div className="timeline-name">
        <Link to={book}>{d.name}</Link>
        {onRemove && (
          <Button kind="text" size="small" icon="close" aria-label={`移除 ${d.name}`} onClick={onRemove} />
        )}
        {mixed && <small className="muted">{d.lab.name}</small>}
        <FreeTimes device={d} now={now} from={from} days={windows.length} bookAt={bookAt} />
      </div>
      {windows.map((w) => (
        <Track key={w.startAt} device={d} window={w} now={now} bookAt={bookAt} />
      ))}
    </li>
  )
}

/** The most free times listed beside a line of several days; more do not fit. */
const MOST_NAMED = 3
interface FreeProps {
  device: DayDevice
  now: string
  /** The first of `days` days. */
  from: string
  days: number
  bookAt: (choice: Choice) => string
}
/** Free times as links, for users without a mouse. */
function FreeTimes({ device, now, from, days, bookAt }: FreeProps) {
  const free = listFreeSpans(device, now)
  if (from > findLastDay(now, device))
    return <small className="muted">最多可提前 {device.horizonDays} 天预约</small>
  if (free.length === 0)
    return <small className="muted">{days > 1 ? '这几天没有空闲' : '当天没有空闲'}</small>
  const named = days > 1 ? free.slice(0, MOST_NAMED) : free
  return (
    <small className="muted">
      空闲{' '}
      {named.map((s, i) => {
        const first = findFirst(s, device)
        const day = days > 1 ? `${nameDay(findDay(s.startAt))} ` : ''
        const text = `${day}${formatClock(s.startAt)}–${formatClock(s.endAt)}`
        return (
          <Fragment key={s.startAt}>
            {i > 0 && '、'}
            {first ? (
              <Link to={bookAt(first)} aria-label={`预约 ${device.name}：${text} 空闲`}>
                {text}
              </Link>
            ) : (
              text
            )}
          </Fragment>
        )
      })}
      {free.length > named.length && '等'}
    </small>
  )
}

interface TrackProps {
  device: DayDevice
  window: Window
  now: string
  bookAt: (choice: Choice) => string
}
function Track({ device: d, window, now, bookAt }: TrackProps) {
  const navigate = useNavigate()
  const [ghost, setGhost] = useState<Choice | null>(null)
  const here = locateIn(window, { startAt: now, endAt: new Date(Date.parse(now) + 60_000).toISOString() })
  /** The choice that a click at this position would book. */
  const findPlace = (e: { currentTarget: Element; clientX: number }): Choice | null => {
    const box = e.currentTarget.getBoundingClientRect()
    const choice = readChoice(window, (e.clientX - box.left) / box.width, d)
    return isFree(d, choice, now) ? choice : null
  }
  const follow = (e: PointerEvent) => {
    if (e.pointerType !== 'mouse') return
    const place = findPlace(e)
    if (place?.startAt !== ghost?.startAt) setGhost(place)
  }
  return (
    // A shortcut for the mouse; the links beside it lead to the same choices.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className="timeline-track"
      aria-hidden
      data-free={ghost !== null || undefined}
      onPointerMove={follow}
      onPointerLeave={() => setGhost(null)}
      onClick={(e) => {
        const place = findPlace(e)
        if (place) void navigate(bookAt(place))
      }}
    >
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
      {ghost && <Part window={window} span={ghost} kind="ghost" title="预约" />}
      {here !== null && <i className="timeline-now" style={{ left: `${here.left}%` }} />}
    </div>
  )
}

interface PartProps {
  window: Window
  span: { startAt: string; endAt: string }
  kind: string
  title: string
  seat?: number
  capacity?: number
}
/** Seats lie one below the other in the line. */
function Part({ window, span, kind, title, seat = 1, capacity = 1 }: PartProps) {
  const place = locateIn(window, span)
  if (!place) return null
  const height = 100 / capacity
  const times = `${formatClock(span.startAt)}–${formatClock(span.endAt)}`
  return (
    <span
      data-kind={kind}
      title={`${title} ${times}`}
      style={{
        left: `${place.left}%`,
        width: `${place.width}%`,
        top: `${(seat - 1) * height}%`,
        height: `${height}%`,
      }}
    >
      {kind === 'ghost' && <b>{times}</b>}
    </span>
  )
}
