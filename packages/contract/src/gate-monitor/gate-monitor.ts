import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, day, flag, id, ifAsked, keyword, line } from '../kernel/fields.ts'
import { ref } from '../kernel/rows.ts'
import { eventKinds, iotEvent } from '../iot/door-access.ts'
import { iotViewers } from '../iot/iot.ts'

// How doors and switches are at this moment (decision 094): for those who keep them, and on a wall for
// everybody.

export const doorStateWords = { closed: '门关', open: '门开', held: '门未关', forced: '强行打开' } as const
export type DoorState = keyof typeof doorStateWords
const doorStates = Object.keys(doorStateWords) as [DoorState, ...DoorState[]]

/** Alarms older than this are found in the log only. */
export const ALARM_DAYS = 30
/** Whoever came in longer ago is not taken to be inside. */
export const INSIDE_HOURS = 12
/** So many open alarms are shown at once, the newest. */
export const ALARMS_SHOWN = 100

const place = z.object({ building: z.string(), room: z.string() })
const unit = place.extend({ id: z.number(), name: z.string(), online: z.boolean() })
const monitorDoor = unit.extend({
  /** Null: it has never said. */
  state: z.enum(doorStates).nullable(),
  inside: z.number().int(),
  /** Who was last let in. */
  last: z.object({ person: ref, at }).nullable(),
})
const monitorSwitch = unit.extend({
  on: z.boolean().nullable(),
  amps: z.number().nullable(),
  readingAt: at.nullable(),
})
const inside = z.object({ person: ref, unit: ref, at, bookingId: z.number().nullable() })
const monitor = z.object({
  doors: z.array(monitorDoor),
  switches: z.array(monitorSwitch),
  /** The newest that nobody has seen to, and how many there are. */
  alarms: z.array(iotEvent),
  alarmCount: z.number().int(),
  inside: z.array(inside),
  at,
})
export type GateMonitor = z.output<typeof monitor>
export type MonitorDoor = GateMonitor['doors'][number]
export type MonitorSwitch = GateMonitor['switches'][number]

/** A room on the wall: numbers, and nobody's name. */
const wallRoom = place.extend({
  doors: z.number().int(),
  open: z.number().int(),
  held: z.number().int(),
  forced: z.number().int(),
  /** Of its doors and switches. */
  offline: z.number().int(),
  switches: z.number().int(),
  on: z.number().int(),
  inside: z.number().int(),
  alarms: z.number().int(),
})
export type WallRoom = z.output<typeof wallRoom>
/** Without a clock of its own: where nothing has changed, the answer is the same, and is not sent again. */
const wall = z.object({ title: z.string(), rooms: z.array(wallRoom) })
export type GateWall = z.output<typeof wall>
/** The wall is made anew after so long, for everybody who looks at it together. */
export const WALL_SECONDS = 2

const wallSetting = z.object({ enabled: z.boolean(), title: z.string() })

const logFilters = z.object({
  keyword,
  unitId: ifAsked(id),
  kind: ifAsked(z.enum(eventKinds, { error: '事件不正确' })),
  from: day.optional(),
  to: day.optional(),
  /** Alarms that nobody has seen to. */
  waiting: flag,
})

export const gateMonitorCalls = {
  monitor: call({
    method: 'GET',
    path: '/api/v2/iot/monitor',
    summary: '门禁监控',
    access: { anyOf: iotViewers },
    reply: monitor,
  }),
  /** The newest first, on and on by number. */
  log: call({
    method: 'GET',
    path: '/api/v2/iot/monitor/log',
    summary: '门禁监控记录',
    access: { anyOf: iotViewers },
    query: logFilters.extend({
      before: ifAsked(id),
      size: z.coerce.number<number | string>().int().min(1).max(200).default(50),
    }),
    reply: z.object({ items: z.array(iotEvent), next: z.number().nullable() }),
  }),
  exportLog: call({
    method: 'GET',
    path: '/api/v2/iot/monitor/log/export',
    summary: '导出门禁监控记录',
    access: { anyOf: iotViewers },
    query: logFilters,
    reply: z.null(),
    raw: true,
    perMinute: 10,
  }),
  /**
   * Null until an administrator has switched it on. Buildings and rooms with numbers, never people or cards.
   */
  wall: call({
    method: 'GET',
    path: '/api/v2/iot/wall',
    summary: '门禁监控大屏',
    access: 'public',
    sharedSeconds: WALL_SECONDS,
    reply: wall.nullable(),
  }),
  wallSetting: call({
    method: 'GET',
    path: '/api/v2/iot/wall/setting',
    summary: '门禁监控大屏设置',
    access: { anyOf: ['ADMIN'] },
    reply: wallSetting,
  }),
  changeWall: call({
    method: 'PUT',
    path: '/api/v2/iot/wall/setting',
    summary: '修改门禁监控大屏设置',
    access: { anyOf: ['ADMIN'] },
    body: z.object({ enabled: z.boolean({ error: '请选择是否开放' }), title: line('标题', 30) }),
    reply: done,
  }),
}
