import { z } from 'zod'
import { day, id, line } from '../kernel/fields.ts'

export const weekdayWords = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

const fromMinute = z.number({ error: '请选择开始时间' }).int('时间应为整分钟').min(0, '开始时间不正确').max(1439, '开始时间不正确')
const toMinute = z.number({ error: '请选择结束时间' }).int('时间应为整分钟').min(1, '结束时间不正确').max(1440, '结束时间不正确')

/** What one weekly window says. Minutes are counted from campus midnight; 1440 is the end of the day. */
export const windowFields = z.object({
  /** 1 Monday … 7 Sunday */
  weekday: z.number({ error: '请选择星期' }).int().min(1, '星期不正确').max(7, '星期不正确'),
  fromMinute,
  toMinute,
  /** First and last day on which the window counts; null is without end. */
  validFrom: day.nullish().transform((d) => d ?? null),
  validTo: day.nullish().transform((d) => d ?? null),
  enabled: z.boolean().default(true),
})
export type WindowFields = z.output<typeof windowFields>

/** A dated exception: a device's own or, with `deviceId` null, the whole campus's (holidays). */
export const exceptionFields = z.object({
  deviceId: id.nullable(),
  firstDay: day,
  lastDay: day,
  /** Extra hours instead of closed ones. */
  open: z.boolean().default(false),
  fromMinute: fromMinute.default(0),
  toMinute: toMinute.default(1440),
  reason: line('原因', 100),
})
export type ExceptionFields = z.output<typeof exceptionFields>
