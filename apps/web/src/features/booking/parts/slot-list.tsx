import { useId } from 'react'
import { formatClock, formatDay, campusTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/light.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import {
  addDays,
  listBeginnings,
  findDay,
  findLastDay,
  listEndings,
  listFreeSeats,
  findStart,
  type Choice,
  type Week,
} from '../calendar.rules.ts'

interface Props {
  week: Week
  /** Monday of the week in view. */
  monday: string
  day: string
  onDay: (day: string) => void
  choice: Choice | null
  seat: number | null
  onSeat: (seat: number | null) => void
  onChoose: (choice: Choice) => void
}

/** The calendar's choice as lists of text: for keyboards, screen readers, and users who know the hour. */
export function SlotList({ week, monday, day, onDay, choice, seat, onSeat, onChoose }: Props) {
  const id = useId()
  const narrow = useNarrow()
  const days = Array.from({ length: 7 }, (_, i) => addDays(monday, i)).map((d) => ({
    day: d,
    count: listBeginnings(week, d).length,
  }))
  const options = listBeginnings(week, day).filter((b) => seat === null || b.seats.includes(seat))
  const here = choice && findDay(choice.startAt) === day ? choice : null
  const ends = here ? listEndings(week, here.startAt, seat) : []
  const capacity = week.opening?.capacity ?? 1
  const next = addDays(monday, 7)
  const last = week.opening ? findLastDay(week.now, week.opening) : ''
  const free = here ? listFreeSeats(week, here) : null

  const begin = (startAt: string) => {
    const possible = listEndings(week, startAt, seat)
    const length = here ? Date.parse(here.endAt) - Date.parse(here.startAt) : 0
    const same = possible.find((e) => Date.parse(e) - Date.parse(startAt) === length)
    const endAt = same ?? possible[0]
    if (endAt) onChoose({ startAt, endAt, seat })
  }
  return (
    <div className="slot-list" role="group" aria-labelledby={`${id}t`}>
      <b id={`${id}t`}>列表选时</b>
      <div className="device-calendar-field">
        <label htmlFor={`${id}d`}>日期</label>
        <select id={`${id}d`} value={day} onChange={(e) => onDay(e.target.value)}>
          {days.map((d) => (
            <option key={d.day} value={d.day}>
              {narrow ? `${d.day.slice(5)} ` : `${d.day} `}
              {campusTime(findStart(d.day))?.weekday}
              {d.count ? '' : '（不可约）'}
            </option>
          ))}
        </select>
      </div>
      <div className="device-calendar-field">
        <label htmlFor={`${id}s`}>开始时间</label>
        <select
          id={`${id}s`}
          value={here?.startAt ?? ''}
          disabled={options.length === 0 && !here}
          onChange={(e) => begin(e.target.value)}
        >
          <option value="" disabled>
            {options.length ? '开始' : '当天没有空闲'}
          </option>
          {here && !options.some((o) => o.startAt === here.startAt) && (
            <option value={here.startAt}>{formatClock(here.startAt)}</option>
          )}
          {options.map((o) => (
            <option key={o.startAt} value={o.startAt}>
              {formatClock(o.startAt)}
            </option>
          ))}
        </select>
      </div>
      <div className="device-calendar-field">
        <label htmlFor={`${id}e`}>结束时间</label>
        <select
          id={`${id}e`}
          value={here?.endAt ?? ''}
          disabled={!here}
          onChange={(e) => here && onChoose({ ...here, endAt: e.target.value })}
        >
          {!here && <option value="">结束</option>}
          {here && !ends.includes(here.endAt) && (
            <option value={here.endAt}>{endWord(here.startAt, here.endAt)}</option>
          )}
          {here &&
            ends.map((e) => (
              <option key={e} value={e}>
                {endWord(here.startAt, e)}
              </option>
            ))}
        </select>
      </div>
      {capacity > 1 && (
        <div className="device-calendar-field">
          <label htmlFor={`${id}p`}>机位</label>
          <select
            id={`${id}p`}
            value={seat ?? ''}
            onChange={(e) => onSeat(e.target.value ? Number(e.target.value) : null)}
          >
            <option value="">任意空闲机位</option>
            {Array.from({ length: capacity }, (_, i) => i + 1).map((n) => (
              <option key={n} value={n}>
                {n} 号机位{free && !free.includes(n) ? '（已占用）' : ''}
              </option>
            ))}
          </select>
        </div>
      )}
      {!here && !days.some((d) => d.count > 0) && (
        <p>
          这一周已没有可约的时间。
          {next > last ? (
            `最晚可约到 ${last}。`
          ) : (
            <Button kind="text" size="small" onClick={() => onDay(next)}>
              看下一周
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** The end with its day, if that differs. */
const endWord = (from: string, to: string): string =>
  findDay(from) === findDay(to) ? formatClock(to) : `${formatDay(to)} ${formatClock(to)}`
