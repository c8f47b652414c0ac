import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'
import { deviceRefs, labRef } from '../kernel/refs.ts'

// Recent use at a glance: beside a list's row or at the head of a page.

/** Number of months: the current, unfinished one and those before it. */
export const TREND_MONTHS = 12
/** Most instruments of one request: a page of a list asks for so many. */
export const MOST_TRENDS = 100

const minutes = z.array(z.number().int())
/** Null: no instrument had opening hours. */
export const utilisation = z
  .object({
    /** Minutes of use of the instruments that had opening hours. */
    usedMinutes: z.number().int(),
    /** Open minutes; each seat of an instrument counts separately. */
    openMinutes: z.number().int(),
  })
  .nullable()
export type Utilisation = z.output<typeof utilisation>
export const utilisationWords = {
  title: '利用率',
  formula:
    '近 12 个月使用机时（不含维护调试）÷ 同期开放机时；开放机时按目前设置的开放时段推算，多个机位分别计算',
} as const
const months = z.array(z.string())

/** Every signed-in person may see hours of use, like the figure 近一年使用; both leave maintenance out. */
export const trendCalls = {
  deviceTrends: call({
    method: 'GET',
    path: '/api/v2/statistics/trend/devices',
    summary: '仪器近 12 个月的使用机时',
    addsUp: true,
    access: 'signed-in',
    query: z.object({ deviceIds: deviceRefs('仪器编号不正确', MOST_TRENDS) }),
    reply: z.object({
      /** Months as `2026-11`, oldest first. */
      months,
      /** Only instruments that the caller may see, with the minutes of each month. */
      devices: z.array(z.object({ deviceId: z.number(), minutes, utilisation })),
      asOf: at,
    }),
  }),
  labTrend: call({
    method: 'GET',
    path: '/api/v2/statistics/trend/lab',
    summary: '实验室近 12 个月的使用次数与机时',
    addsUp: true,
    access: 'signed-in',
    query: z.object({ labId: labRef }),
    reply: z.object({
      months,
      minutes,
      /** Uses in all of these months together. */
      uses: z.number().int(),
      utilisation,
      asOf: at,
    }),
  }),
}
