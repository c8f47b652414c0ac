import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at } from '../kernel/fields.ts'
import { deviceRefs, labRef } from '../kernel/refs.ts'

// How much something was used of late, at a glance: beside a row of a list, at the head of a page.

/** This month, which is not over, and those before it. */
export const TREND_MONTHS = 12
/** As many in one question as a page of a list asks for. */
export const MOST_TRENDS = 100

const minutes = z.array(z.number().int())
/** Null: nothing was open. */
export const utilisation = z
  .object({
    /** Of those that were open. */
    usedMinutes: z.number().int(),
    /** Places that can be used at once count each. */
    openMinutes: z.number().int(),
  })
  .nullable()
export type Utilisation = z.output<typeof utilisation>
export const utilisationWords = {
  title: '利用率',
  formula: '近 12 个月使用机时 ÷ 同期开放机时；开放机时按目前设置的开放时段推算，多个机位分别计算',
} as const
const months = z.array(z.string())

/** Hours of use are told to everybody who is signed in, as 近一年使用 is. */
export const trendCalls = {
  deviceTrends: call({
    method: 'GET',
    path: '/api/v2/statistics/trend/devices',
    summary: '仪器近 12 个月的使用机时',
    addsUp: true,
    access: 'signed-in',
    query: z.object({ deviceIds: deviceRefs('仪器编号不正确', MOST_TRENDS) }),
    reply: z.object({
      /** `2026-11`, the oldest first. */
      months,
      /** Those that the asker may see; minutes of each month. */
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
      /** In all of these months. */
      uses: z.number().int(),
      utilisation,
      asOf: at,
    }),
  }),
}
