import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { bookingCalls } from '@portal/contract/booking/calls'
import type { Slot } from '@portal/contract/booking/row'
import { campusTime, formatDay } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { Button, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useWeek } from '../booking.queries.ts'
import {
  addDays,
  findDay,
  findFirstFreeDay,
  findMonday,
  snap,
  findStart,
  type Choice,
} from '../calendar.rules.ts'
import { ChoiceKeys } from '../parts/choice-keys.tsx'
import { SlotList } from '../parts/slot-list.tsx'
import { WeekText } from '../parts/week-text.tsx'
import '../parts/calendar.css'

export type { Choice } from '../calendar.rules.ts'

// A drawing library: loaded by who looks at a calendar.
const Canvas = lazy(() => import('../parts/calendar-canvas.tsx'))

interface Props {
  /** Given by a form's label. */
  id?: string
  deviceId: number
  choice?: Choice | null
  onChoose?: (choice: Choice) => void
  /** Only to look at. */
  readOnly?: boolean
  /** Free places instead of the choice, which cannot be had. */
  offers?: readonly Slot[]
}

/** What a device has free and taken, week by week (day by day on a phone), and the choice of a time. */
export function DeviceCalendar({ id, deviceId, choice = null, onChoose, readOnly, offers }: Props) {
  const narrow = useNarrow()
  const navigate = useNavigate()
  const [day, setDay] = useState(() => findDay(choice?.startAt ?? new Date()))
  const [wantedSeat, setWantedSeat] = useState<number | null>(null)
  const seat = choice ? (choice.seat ?? null) : wantedSeat
  const [opened, setOpened] = useState(choice !== null)
  const [followed, setFollowed] = useState(choice?.startAt)
  // A choice may come from elsewhere: a draft, an offer, a link.
  if (choice && choice.startAt !== followed) {
    setFollowed(choice.startAt)
    setDay(findDay(choice.startAt))
  }
  const monday = findMonday(day)
  const query = useWeek(
    { query: { deviceId, from: findStart(monday), to: findStart(addDays(monday, 7)) } },
    { staleTime: 0 },
  )
  useLive([`device:${deviceId}`], [bookingCalls.week, bookingCalls.judge])
  const week = query.data
  const choosing = !readOnly && onChoose && week?.opening && !week.device.closed ? onChoose : undefined

  // On a Sunday evening nobody wants to see what is over.
  if (!opened && week) {
    setOpened(true)
    if (choosing && !choice) setDay(findFirstFreeDay(week, day))
  }

  const choose = (wanted: Choice) => {
    if (!choosing || !week?.opening) return
    choosing(snap({ ...wanted, seat }, week.opening))
  }
  const changeSeat = (next: number | null) => {
    setWantedSeat(next)
    if (choice) choosing?.({ ...choice, seat: next })
  }
  const step = narrow ? 1 : 7
  const title = narrow
    ? `${formatDay(day)} ${campusTime(findStart(day))?.weekday ?? ''}`
    : `${formatDay(monday)} 至 ${formatDay(addDays(monday, 6))}`
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
          <Button
            size="small"
            icon="left"
            aria-label={narrow ? '前一天' : '上一周'}
            onClick={() => setDay(addDays(day, -step))}
          />
          <Button size="small" onClick={() => setDay(findDay(new Date()))}>
            {narrow ? '今天' : '本周'}
          </Button>
          <Button
            size="small"
            icon="right"
            aria-label={narrow ? '后一天' : '下一周'}
            onClick={() => setDay(addDays(day, step))}
          />
        </div>
        <strong aria-live="polite">{title}</strong>
        <span className="device-calendar-gap" />
        {!narrow && <Legend />}
      </div>
      {query.error && !week ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          {week && choosing && (
            <SlotList
              week={week}
              monday={monday}
              day={day}
              onDay={setDay}
              choice={choice}
              seat={seat}
              onSeat={changeSeat}
              onChoose={choose}
            />
          )}
          {/* It stays while another week is asked for: who goes there by keys keeps the focus. */}
          <ChoiceKeys
            week={week}
            day={day}
            choice={choice}
            seat={seat}
            onChoose={week || readOnly ? choosing : onChoose}
          >
            {week ? (
              <Suspense fallback={<Skeleton rows={8} height={28} />}>
                <Canvas
                  week={week}
                  day={narrow ? day : monday}
                  days={narrow ? 1 : 7}
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
          {week && (
            <>
              {narrow && <Legend />}
              <WeekText
                week={week}
                days={narrow ? [day] : Array.from({ length: 7 }, (_, i) => addDays(monday, i))}
              />
              {week.device.closed && <p className="muted">{week.device.closed}。</p>}
            </>
          )}
        </>
      )}
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
