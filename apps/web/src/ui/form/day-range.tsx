import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { typedDay } from './day-picker.tsx'

type Days = readonly [string | undefined, string | undefined]

/** Two campus days, `YYYY-MM-DD`. Loaded only by screens that use it, because the calendar is large. */
export default function DayRange({
  id,
  value,
  onChange,
  ...rest
}: {
  id?: string
  value?: Days
  onChange?: (days: Days) => void
  autoFocus?: boolean
  defaultOpen?: boolean
}) {
  const [from, until] = value ?? []
  return (
    <DatePicker.RangePicker
      {...rest}
      id={{ start: id ?? '', end: `${id ?? ''}-until` }}
      {...typedDay}
      style={{ width: '100%' }}
      allowEmpty={[true, true]}
      placeholder={['开始日期', '结束日期']}
      value={[from ? dayjs(from) : null, until ? dayjs(until) : null]}
      onChange={(days) => onChange?.([days?.[0]?.format('YYYY-MM-DD'), days?.[1]?.format('YYYY-MM-DD')])}
    />
  )
}
