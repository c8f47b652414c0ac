import { weekdayWords, type OpeningRow } from '@portal/contract/opening/opening'
import { weeklyHours, windowsOn } from './weekly-hours.ts'
import './week-hours.css'

const percent = (minute: number): string => `${(minute / 1440) * 100}%`

/** A device's usual week as a drawing, and as text for screen readers. */
export function WeekHours({ windows }: { windows: OpeningRow['windows'] }) {
  const open = windowsOn(windows)
  if (!open.length) return <span className="muted">未设置开放时段</span>
  return (
    <div className="week-hours">
      <div className="week-hours-strip" aria-hidden>
        {weekdayWords.map((word, i) => (
          <i key={word}>
            {word.slice(1)}
            <span>
              {open
                .filter((w) => w.weekday === i + 1)
                .map((w) => (
                  <b
                    key={w.fromMinute}
                    style={{
                      insetBlockStart: percent(w.fromMinute),
                      blockSize: percent(w.toMinute - w.fromMinute),
                    }}
                  />
                ))}
            </span>
          </i>
        ))}
      </div>
      <ul>
        {weeklyHours(windows).map((h) => (
          <li key={h.days}>
            {h.days} <span>{h.hours}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
