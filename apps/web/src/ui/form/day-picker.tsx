import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { KeyboardEvent } from 'react'
import { campusTime, findInstant } from '../../lib/format.ts'
import type { FieldAria } from './field-aria.ts'

export interface DayProps extends FieldAria {
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
  disabled?: boolean
  /** Earlier days or instants cannot be chosen. */
  notBefore?: string
  notAfter?: string
}
export interface InstantProps extends DayProps {
  minuteStep?: 1 | 5 | 10 | 15 | 20 | 30
}

/** Keyboard settings of each day picker. */
export const typedDay = {
  // Enter picks the typed or highlighted day and must not submit the form.
  onKeyDown: (e: KeyboardEvent) => e.key === 'Enter' && e.preventDefault(),
  // Otherwise the day under the mouse pointer would replace the typed text.
  previewValue: false,
} as const

/** The picker works in campus time, whatever the browser's zone: its local time *is* the campus wall time. */
const findWall = (instant: string) => {
  const t = campusTime(instant)
  return t ? dayjs(`${t.year}-${t.month}-${t.day}T${t.hour}:${t.minute}:${t.second}`) : null
}

/**
 * 此刻 and 今天 use the browser's clock. They are shown only if that clock agrees with campus time, now and in
 * half a year (daylight saving).
 */
const showNow = [0, 182].every((days) => {
  const at = new Date(Date.now() + days * 86_400_000)
  return findWall(at.toISOString())?.format('YYYY-MM-DD HH:mm') === dayjs(at).format('YYYY-MM-DD HH:mm')
})

export function DayPicker({ id, value, onChange, disabled, notBefore, notAfter, ...aria }: DayProps) {
  return (
    <DatePicker
      {...aria}
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
  ...aria
}: InstantProps) {
  return (
    <DatePicker
      {...aria}
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
