import type { KeyboardEvent, ReactNode } from 'react'
import { campusTime, formatPeriod } from '../../../lib/format.ts'
import {
  listBeginnings,
  listEndings,
  shiftChoice,
  type Choice,
  type Shift,
  type Week,
} from '../calendar.rules.ts'

interface Props {
  /** Missing while it loads. */
  week: Week | undefined
  day: string
  choice: Choice | null
  seat: number | null
  /** If missing, the calendar is read-only. */
  onChoose: ((choice: Choice) => void) | undefined
  children: ReactNode
}
const shifts: Readonly<Record<string, Shift>> = {
  ArrowUp: { steps: -1 },
  ArrowDown: { steps: 1 },
  ArrowLeft: { days: -1 },
  ArrowRight: { days: 1 },
}
const stretches: Readonly<Record<string, Shift>> = { ArrowUp: { longer: -1 }, ArrowDown: { longer: 1 } }

/**
 * Keyboard control of the calendar: arrows move the choice, with Shift they resize it. For a screen reader it
 * is a slider whose value is the time.
 */
export function ChoiceKeys({ week, day, choice, seat, onChoose, children }: Props) {
  if (!onChoose) return <>{children}</>
  const press = (e: KeyboardEvent) => {
    const shift = (e.shiftKey ? stretches : shifts)[e.key]
    if (!shift || e.altKey || e.ctrlKey || e.metaKey) return
    e.preventDefault()
    if (!week?.opening) return
    const { opening } = week
    if (choice) {
      const next = shiftChoice(choice, shift, opening)
      if (next.startAt > week.now) onChoose(next)
      return
    }
    const first = listBeginnings(week, day).find((b) => seat === null || b.seats.includes(seat))
    const endAt = first && listEndings(week, first.startAt, seat)[0]
    if (endAt) onChoose({ startAt: first.startAt, endAt, seat })
  }
  const at = campusTime(choice?.startAt)
  return (
    <div className="choice-keys">
      {/* Beside the drawing, not around it: screen readers ignore the content of a slider. */}
      <div
        className="choice-keys-hold"
        role="slider"
        tabIndex={0}
        aria-label="所选时段"
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={1440}
        aria-valuenow={at ? Number(at.hour) * 60 + Number(at.minute) : 0}
        aria-valuetext={choice ? formatPeriod(choice.startAt, choice.endAt) : '未选择'}
        aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Shift+ArrowUp Shift+ArrowDown"
        onKeyDown={press}
      />
      <p className="choice-keys-hint" aria-hidden>
        ↑ ↓ 移动时间，← → 换一天，Shift + ↑ ↓ 缩短或延长
      </p>
      {children}
    </div>
  )
}
