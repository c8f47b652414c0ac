import { formatMinutes } from '../../../lib/format.ts'
import { addDays, findDay, findMonday, findRoom, type Week } from '../calendar.rules.ts'
import './month-grid.css'

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

interface Props {
  /** The data of the whole month. */
  week: Week
  /** The first day of the month. */
  first: string
  days: number
  chosen: string | null
  onDay: (day: string) => void
}
/** A month: how much of each day is free; a click opens that day. */
export function MonthGrid({ week, first, days, chosen, onDay }: Props) {
  const before = Math.round((Date.parse(first) - Date.parse(findMonday(first))) / 86_400_000)
  const today = findDay(week.now)
  return (
    <div className="month-grid" role="group" aria-label="当月各日空闲">
      {weekdays.map((w) => (
        <b key={w} aria-hidden>
          {w}
        </b>
      ))}
      {Array.from({ length: before }, (_, i) => (
        <span key={`before-${i}`} />
      ))}
      {Array.from({ length: days }, (_, i) => addDays(first, i)).map((day, i) => {
        const { open, free } = findRoom(week, day)
        const words = open === 0 ? '不可约' : free === 0 ? '已约满' : `空闲 ${formatMinutes(free)}`
        return (
          <button
            key={day}
            type="button"
            aria-current={day === today ? 'date' : undefined}
            data-chosen={day === chosen || undefined}
            data-free={free > 0 || undefined}
            onClick={() => onDay(day)}
          >
            <span className="sr-only">{`${day} ${weekdays[(before + i) % 7] ?? ''} `}</span>
            <b aria-hidden>{Number(day.slice(8))}</b>
            <small>{words}</small>
            <i aria-hidden style={{ width: `${open ? Math.round((free / open) * 100) : 0}%` }} />
          </button>
        )
      })}
    </div>
  )
}
