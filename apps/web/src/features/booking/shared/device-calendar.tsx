import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { bookingCalls } from '@portal/contract/booking/calls'
import type { Slot } from '@portal/contract/booking/row'
import { campusTime, formatDay } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { Button, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { definePart } from '../../../ui/part.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useWeek } from '../booking.queries.ts'
import {
  addDays,
  findDay,
  findMonthStart,
  findFirstFreeDay,
  findMonday,
  findSpan,
  snap,
  unbind,
  findStart,
  type Choice,
} from '../calendar.rules.ts'
import { ChoiceKeys } from '../parts/choice-keys.tsx'
import { MonthGrid } from '../parts/month-grid.tsx'
import { SlotList } from '../parts/slot-list.tsx'
import { WeekText } from '../parts/week-text.tsx'
import '../parts/calendar.css'

export type { Choice } from '../calendar.rules.ts'

// The drawing library is loaded only by pages with a calendar.
const Canvas = definePart(() => import('../parts/calendar-canvas.tsx'))

interface Props {
  /** Set by a form's label. */
  id?: string
  deviceId: number
  choice?: Choice | null
  onChoose?: (choice: Choice) => void
  /** Without a choice, free time is looked for from this day on; from today, if not given. */
  startDay?: string
  /** Without choosing. */
  readOnly?: boolean
  /** Allows a choice although the device is closed, for an existing booking. */
  whileClosed?: boolean
  /** For the operator who sets the time of samples: the limits for bookers do not apply. */
  unbound?: boolean
  /** Free slots to draw instead of a choice that is not available. */
  offers?: readonly Slot[]
}

/** Free and booked time of a device, by week (on a phone by day), and the choice of a time. */
export function DeviceCalendar(props: Props) {
  const { id, deviceId, choice = null, onChoose, startDay, readOnly, whileClosed, unbound, offers } = props
  const narrow = useNarrow()
  const navigate = useNavigate()
  const [day, setDay] = useState(() => (choice ? findDay(choice.startAt) : (startDay ?? findDay(new Date()))))
  const [wantedSeat, setWantedSeat] = useState<number | null>(null)
  const seat = choice ? (choice.seat ?? null) : wantedSeat
  const [opened, setOpened] = useState(choice !== null)
  const [followed, setFollowed] = useState(choice?.startAt)
  // The choice may be set from outside: by a draft, an offer, a link.
  if (choice && choice.startAt !== followed) {
    setFollowed(choice.startAt)
    setOpened(true)
    setDay(findDay(choice.startAt))
  }
  const [wantedView, setView] = useState<View | null>(null)
  const view = wantedView ?? (narrow ? 'day' : 'week')
  const monday = findMonday(day)
  const first = findMonthStart(day)
  const next = findMonthStart(addDays(first, 31))
  const [from, until] = view === 'month' ? [first, next] : [monday, addDays(monday, 7)]
  const span = view === 'month' ? { from: findStart(first), to: findStart(next) } : findSpan(monday)
  const query = useWeek({ query: { deviceId, ...span } }, { staleTime: 0 })
  useLive([`device:${deviceId}`], [bookingCalls.week, bookingCalls.judge])
  const week = query.data
  const bounds = unbound && week ? unbind(week) : week
  const taken = week?.opening && (whileClosed || unbound || !week.device.closed)
  const choosing = !readOnly && taken ? onChoose : undefined

  // Opens on the first day with free time, because late in the week little of it is left. An instrument that
  // can be chosen only later, when it is repaired, does so then.
  if (!opened && bounds && choosing) {
    setOpened(true)
    if (!choice) setDay(findFirstFreeDay(bounds, day))
  }
  // Whoever has moved to a day stays there.
  const move = (to: string) => {
    setOpened(true)
    setDay(to)
  }

  const choose = (wanted: Choice) => {
    if (!choosing || !week?.opening) return
    choosing(snap({ ...wanted, seat }, week.opening))
  }
  const changeSeat = (next: number | null) => {
    setWantedSeat(next)
    if (choice) choosing?.({ ...choice, seat: next })
  }
  const words = steps[view]
  const today = findDay(week?.now ?? new Date())
  const showsNow = view === 'day' ? day === today : from <= today && today < until
  const go = (way: 1 | -1) =>
    move(
      view === 'month'
        ? way === 1
          ? next
          : findMonthStart(addDays(first, -1))
        : addDays(day, way * daysOf[view]),
    )
  return (
    <div
      className="device-calendar"
      id={id}
      tabIndex={-1}
      data-focus-quietly
      role="group"
      aria-label="仪器日程"
    >
      <div className="device-calendar-bar">
        <div className="device-calendar-nav">
          <Button size="small" icon="left" aria-label={words.before} onClick={() => go(-1)} />
          <Button
            size="small"
            aria-current={showsNow ? 'date' : undefined}
            onClick={() => move(findDay(new Date()))}
          >
            {words.now}
          </Button>
          <Button size="small" icon="right" aria-label={words.after} onClick={() => go(1)} />
        </div>
        <strong aria-live="polite">{nameView(view, day, narrow)}</strong>
        <ViewSwitch view={view} narrow={narrow} onView={setView} />
        <span className="device-calendar-gap" />
        {!narrow && <Legend />}
      </div>
      {query.error && !week ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {bounds && choosing && view !== 'month' && (
            <SlotList
              week={bounds}
              monday={monday}
              day={day}
              onDay={move}
              choice={choice}
              seat={seat}
              onSeat={changeSeat}
              onChoose={choose}
            />
          )}
          {view === 'month' ? (
            bounds ? (
              <MonthGrid
                week={bounds}
                first={first}
                days={Math.round((Date.parse(next) - Date.parse(first)) / 86_400_000)}
                chosen={choice ? findDay(choice.startAt) : null}
                onDay={(d) => {
                  move(d)
                  setView('day')
                }}
              />
            ) : (
              <Skeleton rows={8} height={28} />
            )
          ) : (
            // Stays mounted while another week loads, so that a keyboard user keeps the focus.
            <ChoiceKeys
              week={bounds}
              day={day}
              choice={choice}
              seat={seat}
              onChoose={week || readOnly ? choosing : onChoose}
            >
              {week ? (
                <Suspense fallback={<Skeleton rows={8} height={28} />}>
                  <Canvas
                    week={week}
                    day={view === 'day' ? day : monday}
                    days={view === 'day' ? 1 : 7}
                    choice={choice}
                    seat={seat}
                    onChoose={choosing && choose}
                    onOpen={(booking) => void navigate(to('/appointment/orderDetail', { id: booking }))}
                    offers={offers}
                    onOffer={choosing}
                  />
                </Suspense>
              ) : (
                <Skeleton rows={8} height={28} />
              )}
            </ChoiceKeys>
          )}
          {week && (
            <>
              {narrow && view !== 'month' && <Legend />}
              {view !== 'month' && (
                <WeekText
                  week={week}
                  days={view === 'day' ? [day] : Array.from({ length: 7 }, (_, i) => addDays(monday, i))}
                />
              )}
              {week.device.closed && <p className="muted">{week.device.closed}。</p>}
            </>
          )}
        </>
      )}
    </div>
  )
}

const views = { day: '日', week: '周', month: '月' } as const
type View = keyof typeof views
const daysOf = { day: 1, week: 7 } as const
const steps: Record<View, { before: string; now: string; after: string }> = {
  day: { before: '前一天', now: '今天', after: '后一天' },
  week: { before: '上一周', now: '本周', after: '下一周' },
  month: { before: '上个月', now: '本月', after: '下个月' },
}

function nameView(view: View, day: string, short: boolean): string {
  if (view === 'month') return `${Number(day.slice(0, 4))} 年 ${Number(day.slice(5, 7))} 月`
  const name = (d: string) => (short ? `${Number(d.slice(5, 7))}/${Number(d.slice(8))}` : formatDay(d))
  if (view === 'day') return `${name(day)} ${campusTime(findStart(day))?.weekday ?? ''}`
  const monday = findMonday(day)
  return `${name(monday)} 至 ${name(addDays(monday, 6))}`
}

interface SwitchProps {
  view: View
  narrow: boolean
  onView: (view: View) => void
}
function ViewSwitch({ view, narrow, onView }: SwitchProps) {
  const all = Object.keys(views) as View[] // an object literal has exactly these keys
  if (narrow)
    return (
      <select
        className="device-calendar-view"
        aria-label="日程范围"
        value={view}
        onChange={(e) => onView(e.target.value as View)} // one of the options
      >
        {all.map((v) => (
          <option key={v} value={v}>
            {views[v]}
          </option>
        ))}
      </select>
    )
  return (
    <div className="device-calendar-nav" role="group" aria-label="日程范围">
      {all.map((v) => (
        <Button key={v} size="small" aria-pressed={v === view} onClick={() => onView(v)}>
          {views[v]}
        </Button>
      ))}
    </div>
  )
}

function Legend() {
  return (
    <ul className="device-calendar-key" aria-label="图例">
      <li>
        <i data-kind="open" /> 可预约
      </li>
      <li>
        <i data-kind="closed" /> 不开放
      </li>
      <li>
        <i data-kind="mine" /> 我的预约
      </li>
      <li>
        <i data-kind="taken" /> 已被预约
      </li>
    </ul>
  )
}
