import { createCalendar, destroyCalendar, Interaction, TimeGrid, type Calendar } from '@event-calendar/core'
import '@event-calendar/core/index.css'
import { useEffect, useRef } from 'react'
import { bookingStateWords } from '@portal/contract/booking/booking'
import type { Slot } from '@portal/contract/booking/row'
import {
  addDays,
  findHours,
  findMonday,
  findScroll,
  instantOfWall,
  keepWeek,
  findOffset,
  findStart,
  findWall,
  type Choice,
  type Week,
} from '../calendar.rules.ts'
import './calendar.css'

export interface CanvasProps {
  week: Week
  /** First day shown. */
  day: string
  days: 1 | 7
  choice: Choice | null
  seat: number | null
  /** Absent: only to look at. */
  onChoose?: ((choice: Choice) => void) | undefined
  onOpen: (bookingId: number) => void
  /** Free places that are offered instead of what cannot be had. */
  offers?: readonly Slot[] | undefined
  onOffer?: ((offer: Slot) => void) | undefined
}

/**
 * Draws a device's days: the mouse's and the finger's way to choose. What it shows and offers is said in
 * words beside it (slot-list, week-text), so nobody has to read the drawing; its roles of a table are not
 * even right. Events are drawn at the campus' wall time, so neither the browser's zone nor a change of clocks
 * can move them.
 */
export default function CalendarCanvas(props: CanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const calendar = useRef<Calendar | null>(null)
  // Callbacks of a calendar made once see the props of now.
  const now = useRef(props)
  useEffect(() => {
    now.current = props
  })

  useEffect(() => {
    if (!place.current) return
    const choose = (from: string, to: string) =>
      now.current.onChoose?.({
        startAt: instantOfWall(from),
        endAt: instantOfWall(to),
        seat: now.current.seat,
      })
    // The drawing goes back first: where the choice stands is for the form alone to say, and what the form
    // does not take has not moved.
    const follow = ({ event, revert }: { event: Calendar.Event; revert: () => void }) => {
      const [from, to] = [shownWall(event.start), shownWall(event.end)]
      revert()
      choose(from, to)
    }
    const made = createCalendar(place.current, [TimeGrid, Interaction], {
      headerToolbar: { start: '', center: '', end: '' },
      allDaySlot: false,
      firstDay: 1,
      locale: 'zh-CN',
      nowIndicator: true,
      // From the start: which day is today is found once.
      timeZone: findOffset(findStart(now.current.day)),
      // Each by its own name: these two default to true, and win over `editable: false`.
      eventStartEditable: false,
      eventDurationEditable: false,
      selectBackgroundColor: 'var(--brand-soft)',
      longPressDelay: 250,
      unselectAuto: false,
      slotEventOverlap: false,
      slotHeight: 22,
      dayHeaderFormat: (d) => `${weekdays[d.getDay()]} ${d.getMonth() + 1}/${d.getDate()}`,
      slotLabelFormat: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      eventTimeFormat: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      select: ({ startStr, endStr }) => {
        choose(startStr, endStr)
        made.unselect()
      },
      dateClick: ({ dateStr }) => choose(dateStr, dateStr),
      eventDrop: follow,
      eventResize: follow,
      // Without eventClick: that makes a tab stop of every event, and the words beside the drawing have them
      // already.
      eventDidMount: ({ el, event }) => {
        const offer = event.extendedProps['offer'] as Slot | undefined // as `offered` put it there
        if (offer) {
          // What lies under it must not take the press for a choice of its own.
          el.addEventListener('pointerdown', (e) => e.stopPropagation())
          el.addEventListener('click', () => now.current.onOffer?.(offer))
          return
        }
        const id = Number(event.extendedProps['bookingId'])
        if (!id) return
        el.dataset['opens'] = 'true'
        el.addEventListener('click', () => now.current.onOpen(id))
      },
    })
    calendar.current = made
    return () => {
      calendar.current = null
      void destroyCalendar(made)
    }
  }, [])

  const { week, day, days, choice, seat, onChoose, offers = none } = props
  const monday = findMonday(day)
  const selectable = Boolean(onChoose)
  // Apart from what is drawn: the library scrolls to its hour whenever its days are said to it.
  useEffect(() => {
    const it = calendar.current
    if (!it) return
    const { week: at, choice: chosenNow } = now.current
    const shown = Array.from({ length: days }, (_, i) => addDays(day, i))
    it.setOption('timeZone', findOffset(findStart(day)))
    it.setOption('scrollTime', findScroll(at, shown, chosenNow))
    it.setOption('view', days === 1 ? 'timeGridDay' : 'timeGridWeek')
    it.setOption('date', `${day}T00:00:00`)
  }, [day, days])
  useEffect(() => {
    const it = calendar.current
    if (!it) return
    const shown = { ...week, busy: [...week.busy, ...offers, ...(choice ? [choice] : [])] }
    const { from, to } = findHours(keepWeek(shown, monday))
    const grid = week.opening?.gridMinutes ?? 30
    it.setOption('slotMinTime', from)
    it.setOption('slotMaxTime', to)
    it.setOption('slotDuration', { minutes: Math.max(30, Math.min(60, grid)) })
    it.setOption('snapDuration', { minutes: Math.min(60, grid) })
    it.setOption('selectable', selectable)
    it.setOption('pointer', selectable)
    it.setOption('events', [
      ...past(week),
      ...closed(week),
      ...busy(week, seat),
      ...offers.map(offered),
      ...chosen(choice, selectable),
    ])
  }, [week, monday, choice, seat, selectable, offers])
  useEffect(() => {
    const frame = requestAnimationFrame(() => place.current && showChoice(place.current))
    return () => cancelAnimationFrame(frame)
  }, [choice?.startAt, choice?.endAt])

  return (
    <div
      ref={place}
      className="device-calendar-canvas"
      data-selectable={selectable || undefined}
      aria-hidden
    />
  )
}

const none: readonly Slot[] = []
/** What was chosen by words or keys may lie out of sight; the window itself stays where it is. */
function showChoice(place: HTMLElement): void {
  const room = place.querySelector('.ec-main')
  // Browsers let Tab stop at what scrolls; the words and keys beside the drawing are that stop.
  room?.setAttribute('tabindex', '-1')
  const it = place.querySelector('.cal-choice')?.getBoundingClientRect()
  if (!room || !it) return
  const box = room.getBoundingClientRect()
  const top = box.top + (room.querySelector('.ec-header')?.clientHeight ?? 0)
  if (it.top < top) room.scrollTop -= top - it.top + 8
  else if (it.bottom > box.bottom) room.scrollTop += Math.min(it.bottom - box.bottom + 8, it.top - top - 8)
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** What is over cannot be chosen. */
const past = ({ stretches, now }: Week) => {
  const first = stretches[0]
  return first && first.startAt < now
    ? [
        {
          id: 'past',
          start: findWall(first.startAt),
          end: findWall(now),
          display: 'background' as const,
          className: 'cal-past',
        },
      ]
    : []
}

const closed = (week: Week) =>
  week.stretches
    .filter((s) => !s.open)
    .map((s, i) => ({
      id: `closed-${i}`,
      start: findWall(s.startAt),
      end: findWall(s.endAt),
      display: 'background' as const,
      title: s.reason ?? '',
      className: 'cal-closed',
    }))

const busy = (week: Week, seat: number | null) =>
  week.busy
    .filter((b) => seat === null || b.seat === seat)
    .map((b, i) => ({
      id: `busy-${i}`,
      start: findWall(b.startAt),
      end: findWall(b.endAt),
      title: [
        b.mine ? '我的预约' : (b.who ?? '已约'),
        (week.opening?.capacity ?? 1) > 1 ? `${b.seat} 号机位` : '',
        b.state ? bookingStateWords[b.state] : '',
      ]
        .filter(Boolean)
        .join(' · '),
      className: b.mine ? 'cal-mine' : 'cal-taken',
      extendedProps: { bookingId: b.id },
    }))

/** A free place, one click away. */
const offered = (offer: Slot) => ({
  id: `offer-${offer.startAt}-${offer.seat}`,
  start: findWall(offer.startAt),
  end: findWall(offer.endAt),
  title: '可约，点此改选',
  className: 'cal-offer',
  extendedProps: { offer },
})

/** The only thing that can be moved and stretched. */
const chosen = (choice: Choice | null, movable: boolean) =>
  choice
    ? [
        {
          id: 'choice',
          start: findWall(choice.startAt),
          end: findWall(choice.endAt),
          title: '已选时段',
          className: 'cal-choice',
          startEditable: movable,
          durationEditable: movable,
        },
      ]
    : []

/** The wall time of what the library hands back: it speaks of it as if the browser stood on the campus. */
const shownWall = (d: Date): string => {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`
}
