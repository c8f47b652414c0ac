import { weekdayWords, type OpeningRow } from '@portal/contract/opening/opening'
import { formatDay } from '../../../lib/format.ts'
import { weekLines, weekOf } from '../hours.rules.ts'
import './week-hours.css'

const percent = (minute: number): string => `${(minute / 1440) * 100}%`

/** When a device is open in the usual week: drawn for the eye, said in words for everybody. */
export function WeekHours({ windows }: { windows: OpeningRow['windows'] }) {
  const week = weekOf(windows, formatDay(new Date()))
  const lines = weekLines(week)
  if (!lines.length) return <span className="muted">未设置开放时段</span>
  return (
    <div className="week-hours">
      <div className="week-hours-strip" aria-hidden>
        {week.map((hours, i) => (
          <i key={weekdayWords[i]}>
            {weekdayWords[i]?.slice(1)}
            <span>
              {hours.map((h) => (
                <b key={h.fromMinute} style={{ insetBlockStart: percent(h.fromMinute), blockSize: percent(h.toMinute - h.fromMinute) }} />
              ))}
            </span>
          </i>
        ))}
      </div>
      <ul>
        {lines.map((l) => (
          <li key={l.days}>
            {l.days} <span>{l.hours}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
