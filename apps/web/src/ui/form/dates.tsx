import { Input } from 'antd'
import { Suspense } from 'react'
import type { DayProps, InstantProps } from './day-picker.tsx'
import { definePart } from '../part.tsx'

const Day = definePart(async () => ({ default: (await import('./day-picker.tsx')).DayPicker }))
const Instant = definePart(async () => ({ default: (await import('./day-picker.tsx')).InstantPicker }))

/** A campus day; its value is `YYYY-MM-DD`. */
export const DayInput = (props: DayProps) => (
  <Suspense fallback={<Input id={props.id ?? ''} disabled placeholder="请选择日期" />}>
    <Day {...props} />
  </Suspense>
)
/** Day and minute on the campus' clock; its value is an instant (ISO 8601). */
export const InstantInput = (props: InstantProps) => (
  <Suspense fallback={<Input id={props.id ?? ''} disabled placeholder="请选择时间" />}>
    <Instant {...props} />
  </Suspense>
)
