import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, line } from '../kernel/fields.ts'
import { figures, scopes } from './statistics.ts'
import { utilisation } from './trend.ts'

// The overview for leaders and the public screen in the hall. Their sums equal those of the statistics pages.

/** Days without use after which an instrument counts as idle. */
export const IDLE_DAYS = 90

const few = z.object({
  total: z.number().int(),
  devices: z.array(z.object({ id: z.number(), name: z.string(), lab: z.string() })),
})
const board = z.object({
  scope: z.enum(scopes),
  /** This month until today, and as many days of the previous month. */
  from: z.string(),
  to: z.string(),
  beforeFrom: z.string(),
  beforeTo: z.string(),
  now: figures,
  before: figures,
  /** Minutes of use for each of the last twelve months, oldest first. */
  months: z.array(z.object({ month: z.string(), minutes: z.number().int() })),
  /** For the laboratories of a director or dept, in the same months; null for the whole campus. */
  utilisation,
  /** The day since which the idle instruments have not been used. */
  idleFrom: z.string(),
  idle: few,
  failing: few,
  asOf: at,
})
export type Board = z.output<typeof board>

const share = z.object({ name: z.string(), minutes: z.number().int() })
const hall = z.object({
  title: z.string(),
  devices: z.number().int(),
  labs: z.number().int(),
  /** Number of bookings in use now, and of bookings that overlap today. */
  inUse: z.number().int(),
  today: z.number().int(),
  /** Figures of the school year so far. */
  uses: z.number().int(),
  users: z.number().int(),
  minutes: z.number().int(),
  samples: z.number().int(),
  /** The last twelve months, oldest first. */
  months: z.array(z.object({ month: z.string(), minutes: z.number().int(), uses: z.number().int() })),
  depts: z.array(share),
  busiest: z.array(share.extend({ lab: z.string() })),
  asOf: at,
})
export type Hall = z.output<typeof hall>

const setting = z.object({ enabled: z.boolean(), title: z.string() })

export const boardCalls = {
  /** Null for people who lead nothing. */
  board: call({
    method: 'GET',
    path: '/api/v2/statistics/board',
    summary: '负责人概况',
    addsUp: true,
    access: 'signed-in',
    reply: board.nullable(),
  }),
  /**
   * Null until an administrator switches it on. It names instruments, laboratories and departments, never
   * people.
   */
  hall: call({
    method: 'GET',
    path: '/api/v2/statistics/hall',
    summary: '数据大屏',
    access: 'public',
    sharedSeconds: 60,
    reply: hall.nullable(),
  }),
  hallSetting: call({
    method: 'GET',
    path: '/api/v2/statistics/hall/setting',
    summary: '数据大屏设置',
    access: { anyOf: ['ADMIN'] },
    reply: setting,
  }),
  changeHall: call({
    method: 'PUT',
    path: '/api/v2/statistics/hall/setting',
    summary: '修改数据大屏设置',
    access: { anyOf: ['ADMIN'] },
    body: z.object({ enabled: z.boolean({ error: '请选择是否开放' }), title: line('标题', 30) }),
    reply: done,
  }),
}
