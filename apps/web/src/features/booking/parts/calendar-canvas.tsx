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
  /** If missing, the calendar is read-only. */
  onChoose?: ((choice: Choice) => void) | undefined
  onOpen: (bookingId: number) => void
  /** Free slots to offer, if the wished one is not available. */
  offers?: readonly Slot[] | undefined
  onOffer?: ((offer: Slot) => void) | undefined
}

/**
 * Draws a device's days, for choosing by mouse or touch. Screen readers get the same as text beside it
 * (slot-list, week-text), because the drawing's table roles are not correct. Events are drawn at campus wall
 * time, so neither the browser's zone nor a clock change can move them.
 */
export default function CalendarCanvas(props: CanvasProps) {
  const place = useRef<HTMLDivElement>(null)
  const calendar = useRef<Calendar | null>(null)
  // The calendar is created once; its callbacks read the current props here.
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
    // Reverts the drawing first: the form decides where the choice is, and if it rejects the change, nothing
    // has moved.
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
      // Set on creation, because the library determines today only once.
      timeZone: findOffset(findStart(now.current.day)),
      // Set separately: these two default to true and override `editable: false`.
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
      // Not `eventClick`, which would make every event a tab stop; the text beside the drawing lists them
      // already.
      eventDidMount: ({ el, event }) => {
        const offer = event.extendedProps['offer'] as Slot | undefined // set by `offered`
        if (offer) {
          // Stops the press, or the calendar below would start a selection.
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
  // Separate from the drawing effect, because the library scrolls whenever its days are set.
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
/** Scrolls the calendar to a choice made by text or keys; the window itself does not scroll. */
function showChoice(place: HTMLElement): void {
  const room = place.querySelector('.ec-main')
  // Browsers make a scrollable element a tab stop; the text and keys beside the drawing are that stop.
  room?.setAttribute('tabindex', '-1')
  const it = place.querySelector('.cal-choice')?.getBoundingClientRect()
  if (!room || !it) return
  const box = room.getBoundingClientRect()
  const top = box.top + (room.querySelector('.ec-header')?.clientHeight ?? 0)
  if (it.top < top) room.scrollTop -= top - it.top + 8
  else if (it.bottom > box.bottom) room.scrollTop += Math.min(it.bottom - box.bottom + 8, it.top - top - 8)
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** Past time cannot be chosen. */
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

/** A free slot that one click books. */
const offered = (offer: Slot) => ({
  id: `offer-${offer.startAt}-${offer.seat}`,
  start: findWall(offer.startAt),
  end: findWall(offer.endAt),
  title: '可约，点此改选',
  className: 'cal-offer',
  extendedProps: { offer },
})

/** The only event that can be moved and resized. */
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

/** The wall time of the library's dates: it stores campus time as if it were the browser's zone. */
const shownWall = (d: Date): string => {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}T${two(d.getHours())}:${two(d.getMinutes())}`
}
