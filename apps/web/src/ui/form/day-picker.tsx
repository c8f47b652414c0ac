import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { KeyboardEvent } from 'react'
import { campusTime, findInstant } from '../../lib/format.ts'

export interface PickerProps {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  disabled?: boolean
  /** Days and instants before this cannot be chosen. */
  notBefore?: string
  notAfter?: string
  minuteStep?: 1 | 5 | 10 | 15 | 20 | 30
}

/** How each picker of days is typed into. */
export const typedDay = {
  // Enter takes the day that was typed or pointed at; it does not send the form around it as well.
  onKeyDown: (e: KeyboardEvent) => e.key === 'Enter' && e.preventDefault(),
  // The day under a resting mouse would be written into what is being typed.
  previewValue: false,
} as const

/** The picker works on the campus' clock, whatever the browser's zone: its local time *is* the wall time. */
const findWall = (instant: string) => {
  const t = campusTime(instant)
  return t ? dayjs(`${t.year}-${t.month}-${t.day}T${t.hour}:${t.minute}:${t.second}`) : null
}

/**
 * 此刻 and 今天 are the browser's clock in the picker: they are there only where it goes as the campus' does,
 * now and in half a year.
 */
const showNow = [0, 182].every((days) => {
  const at = new Date(Date.now() + days * 86_400_000)
  return findWall(at.toISOString())?.format('YYYY-MM-DD HH:mm') === dayjs(at).format('YYYY-MM-DD HH:mm')
})

export function DayPicker({ id, value, onChange, disabled, notBefore, notAfter }: PickerProps) {
  return (
    <DatePicker
      id={id ?? ''}
      {...typedDay}
      showNow={showNow}
      style={{ width: '100%' }}
      disabled={disabled ?? false}
      value={value ? dayjs(value) : null}
      minDate={notBefore ? dayjs(notBefore) : undefined}
      maxDate={notAfter ? dayjs(notAfter) : undefined}
      onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DD') : null)}
    />
  )
}

export function InstantPicker({
  id,
  value,
  onChange,
  disabled,
  notBefore,
  notAfter,
  minuteStep = 5,
}: PickerProps) {
  return (
    <DatePicker
      id={id ?? ''}
      {...typedDay}
      showNow={showNow}
      style={{ width: '100%' }}
      disabled={disabled ?? false}
      showTime={{ format: 'HH:mm', minuteStep }}
      format="YYYY-MM-DD HH:mm"
      value={value ? findWall(value) : null}
      minDate={(notBefore && findWall(notBefore)) || undefined}
      maxDate={(notAfter && findWall(notAfter)) || undefined}
      onChange={(at) => onChange?.(at ? findInstant(at.format('YYYY-MM-DD HH:mm')) : null)}
    />
  )
}
