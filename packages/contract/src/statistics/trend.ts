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
const months = z.array(z.string())

/** Hours of use are told to everybody who is signed in, as 近一年使用 is. */
export const trendCalls = {
  deviceTrends: call({
    method: 'GET',
    path: '/api/v2/statistics/trend/devices',
    summary: '仪器近 12 个月的使用机时',
    access: 'signed-in',
    query: z.object({ deviceIds: deviceRefs('仪器编号不正确', MOST_TRENDS) }),
    reply: z.object({
      /** `2026-11`, the oldest first. */
      months,
      /** Those that the asker may see; minutes of each month. */
      devices: z.array(z.object({ deviceId: z.number(), minutes })),
      asOf: at,
    }),
  }),
  labTrend: call({
    method: 'GET',
    path: '/api/v2/statistics/trend/lab',
    summary: '实验室近 12 个月的使用机时',
    access: 'signed-in',
    query: z.object({ labId: labRef }),
    reply: z.object({ months, minutes, asOf: at }),
  }),
}
