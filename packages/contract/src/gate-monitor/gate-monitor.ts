import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, day, flag, id, ifAsked, keyword, line } from '../kernel/fields.ts'
import { ref } from '../kernel/rows.ts'
import { eventKinds, iotEvent } from '../iot/door-access.ts'
import { iotViewers } from '../iot/iot.ts'

// Current state of doors and switches (decision 094): for the people who manage them, and on a public screen.

export const doorStateWords = { closed: '门关', open: '门开', held: '门未关', forced: '强行打开' } as const
export type DoorState = keyof typeof doorStateWords
const doorStates = Object.keys(doorStateWords) as [DoorState, ...DoorState[]]

/** Days after which alarms appear only in the log. */
export const ALARM_DAYS = 30
/** Hours after which a person who entered no longer counts as inside. */
export const INSIDE_HOURS = 12
/** Most open alarms shown at once, newest first. */
export const ALARMS_SHOWN = 100

const place = z.object({ building: z.string(), room: z.string() })
const unit = place.extend({ id: z.number(), name: z.string(), online: z.boolean() })
const monitorDoor = unit.extend({
  /** Null: the door has never reported. */
  state: z.enum(doorStates).nullable(),
  inside: z.number().int(),
  /** The person last let in. */
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
  /** The newest alarms that nobody has dealt with, and the number of all such alarms. */
  alarms: z.array(iotEvent),
  alarmCount: z.number().int(),
  inside: z.array(inside),
  at,
})
export type GateMonitor = z.output<typeof monitor>
export type MonitorDoor = GateMonitor['doors'][number]
export type MonitorSwitch = GateMonitor['switches'][number]

/** A room on the public screen: numbers without names. */
const wallRoom = place.extend({
  doors: z.number().int(),
  open: z.number().int(),
  held: z.number().int(),
  forced: z.number().int(),
  /** Number of the room's doors and switches that are offline. */
  offline: z.number().int(),
  switches: z.number().int(),
  on: z.number().int(),
  inside: z.number().int(),
  alarms: z.number().int(),
})
export type WallRoom = z.output<typeof wallRoom>
/** Contains no time, so that an unchanged reply is identical and the server need not send it again. */
const wall = z.object({ title: z.string(), rooms: z.array(wallRoom) })
export type GateWall = z.output<typeof wall>
/** Seconds for which the server caches the public screen's data for all its viewers. */
export const WALL_SECONDS = 2

const wallSetting = z.object({ enabled: z.boolean(), title: z.string() })

const logFilters = z.object({
  keyword,
  unitId: ifAsked(id),
  kind: ifAsked(z.enum(eventKinds, { error: '事件不正确' })),
  from: day.optional(),
  to: day.optional(),
  /** Only alarms that nobody has dealt with. */
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
  /** Newest first, paged by id. */
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
   * Null until an administrator switches it on. It shows buildings and rooms with numbers, never people or
   * cards.
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
