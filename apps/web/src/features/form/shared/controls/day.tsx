import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import 'dayjs/locale/zh-cn'
import type { Json, Rule } from '@portal/form-kit/form/form'
import { typedDay } from '../../../../ui/form/day-picker.tsx'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { listValues, valueOfList } from './options.ts'

// Days and times are stored as form-kit reads them, as texts from the largest part to the smallest. The
// display format does not change that.

interface DayKind {
  picker: 'date' | 'month' | 'year' | 'week'
  /** The format of its stored value. */
  written: string
  isRange?: true
  hasTime?: true
}
const DAY: DayKind = { picker: 'date', written: 'YYYY-MM-DD' }
const INSTANT: DayKind = { picker: 'date', written: 'YYYY-MM-DD HH:mm:ss', hasTime: true }
const MONTH: DayKind = { picker: 'month', written: 'YYYY-MM' }
const kinds: { [type: string]: DayKind | undefined } = {
  datetime: INSTANT,
  month: MONTH,
  year: { picker: 'year', written: 'YYYY' },
  // A week is stored as its Monday.
  week: { picker: 'week', written: 'YYYY-MM-DD' },
  daterange: { ...DAY, isRange: true },
  datetimerange: { ...INSTANT, isRange: true },
  monthrange: { ...MONTH, isRange: true },
}

/** Converts Element's date format, `yyyy-MM-dd`, to dayjs' `YYYY-MM-DD`. */
const findFormat = (rule: Rule): string | undefined =>
  readSettings(rule)
    .text('format')
    ?.slice(0, 40)
    .replace(/[yd]/g, (c) => c.toUpperCase())
/**
 * The Monday of a day's week. Importing the locale does not make it the global one, and a day that was
 * clicked has the global one, whose weeks begin on Sunday; antd draws weeks from Monday.
 */
const findMonday = (day: Dayjs): Dayjs => day.locale('zh-cn').startOf('week')
const parse = (value: Json | undefined): Dayjs | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const day = dayjs(value)
  return day.isValid() ? day : null
}
/** Props for a read-only picker: it neither opens nor accepts typing. */
const closedIf = (readonly: boolean) => readonly && { open: false, inputReadOnly: true }

export function DateControl({ state: { rule }, id, value, onChange, onBlur, disabled, aria }: ControlProps) {
  const { text, is } = readSettings(rule)
  const kind = kinds[text('type') ?? 'date'] ?? DAY
  const format = findFormat(rule)
  const write = (day: Dayjs): string => (kind.picker === 'week' ? findMonday(day) : day).format(kind.written)
  const common = {
    ...aria,
    disabled,
    onBlur,
    ...typedDay,
    picker: kind.picker,
    showTime: kind.hasTime ?? false,
    allowClear: is('clearable', true) && !is('readonly'),
    ...(format && { format }),
    ...closedIf(is('readonly')),
  }
  if (kind.isRange) {
    const [from, until] = listValues(value)
    const hint = text('placeholder')
    return (
      <DatePicker.RangePicker
        {...common}
        // The label points to the first of the two boxes.
        aria-labelledby={`${id}-label`}
        id={{ start: id, end: `${id}-until` }}
        style={{ width: '100%' }}
        value={[parse(from), parse(until)]}
        placeholder={
          hint ? [hint, hint] : [text('startPlaceholder') ?? '开始', text('endPlaceholder') ?? '结束']
        }
        onChange={(days) => onChange(days?.[0] && days[1] ? [write(days[0]), write(days[1])] : null)}
      />
    )
  }
  const width = { className: 'fv-short' }
  const placeholder = text('placeholder') ?? '请选择'
  if (is('multiple') && !kind.hasTime)
    return (
      <DatePicker
        {...common}
        {...width}
        multiple
        id={id}
        placeholder={placeholder}
        value={listValues(value).flatMap((day) => parse(day) ?? [])}
        onChange={(days) => onChange(valueOfList([days ?? []].flat().map((day) => write(day))))}
      />
    )
  return (
    <DatePicker
      {...common}
      {...width}
      id={id}
      placeholder={placeholder}
      value={parse(value)}
      onChange={(day) => onChange(day ? write(day) : null)}
    />
  )
}

export function TimeControl({ state: { rule }, id, value, onChange, onBlur, disabled, aria }: ControlProps) {
  const { text, is } = readSettings(rule)
  const format = text('format')?.slice(0, 20) ?? 'HH:mm:ss'
  const written = /s/.test(format) ? 'HH:mm:ss' : 'HH:mm'
  const at = (time: Json | undefined) => (typeof time === 'string' ? parse(`2000-01-01 ${time}`) : null)
  const common = {
    ...aria,
    disabled,
    format,
    onBlur,
    ...typedDay,
    allowClear: is('clearable', true) && !is('readonly'),
    ...closedIf(is('readonly')),
  }
  if (is('isRange')) {
    const [from, until] = listValues(value)
    const hint = text('placeholder')
    return (
      <TimePicker.RangePicker
        {...common}
        aria-labelledby={`${id}-label`}
        id={{ start: id, end: `${id}-until` }}
        className="fv-short"
        value={[at(from), at(until)]}
        placeholder={
          hint ? [hint, hint] : [text('startPlaceholder') ?? '开始时间', text('endPlaceholder') ?? '结束时间']
        }
        onChange={(times) =>
          onChange(times?.[0] && times[1] ? [times[0].format(written), times[1].format(written)] : null)
        }
      />
    )
  }
  return (
    <TimePicker
      {...common}
      id={id}
      className="fv-short"
      value={at(value)}
      placeholder={text('placeholder') ?? '请选择时间'}
      onChange={(time) => onChange(time ? time.format(written) : null)}
    />
  )
}
