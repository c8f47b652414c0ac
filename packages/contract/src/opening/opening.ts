import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import {
  amountFen,
  at,
  day,
  flag,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  seenValues,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceKey, deviceRef, deviceRefs, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { checkRow, readiness } from './readiness.ts'

export const weekdayWords = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
export const GRID_MINUTES = [5, 10, 15, 20, 30, 60, 120, 240] as const
/** Longest period of a request about opening hours, in days. */
export const MAX_DAYS = 62

export const openingRefusals = {
  NOT_OPENED: '该仪器尚未设置开放，请先保存开放设置',
  WINDOW_OVERLAPS: '与该仪器同一天的另一开放时段重叠',
  /** The caller may repeat the request with `accept: true`. */
  TOUCHES_BOOKINGS: '该调整会影响未完成的预约',
  SETTINGS_CHANGED: '您打开页面后，开放设置已被修改，与您的修改不能同时生效；未保存，请刷新后重试',
  CAPACITY_IN_USE: '减少机位前，请先取消或改约占用这些机位的预约',
} as const

// ── Fields ───────────────────────────────────────────────────────────────────

const fromMinute = z
  .number({ error: '请选择开始时间' })
  .int('时间应为整分钟')
  .min(0, '开始时间不正确')
  .max(1439, '开始时间不正确')
const toMinute = z
  .number({ error: '请选择结束时间' })
  .int('时间应为整分钟')
  .min(1, '结束时间不正确')
  .max(1440, '结束时间不正确')
const inOrder = { error: '结束时间须晚于开始时间', path: ['toMinute'] }
const daysInOrder = { error: '结束日期不能早于开始日期' }

/** One weekly window. Minutes count from midnight in the campus time zone; 1440 is the end of the day. */
export const windowFields = z.object({
  /** 1 is Monday … 7 is Sunday. */
  weekday: z.number({ error: '请选择星期' }).int('星期不正确').min(1, '星期不正确').max(7, '星期不正确'),
  fromMinute,
  toMinute,
  /** First and last day on which the window applies; null means no limit. */
  validFrom: day.nullish().transform((d) => d ?? null),
  validTo: day.nullish().transform((d) => d ?? null),
  enabled: z.boolean().default(true),
})
export type WindowFields = z.output<typeof windowFields>
const windowInOrder = (w: WindowFields) => w.toMinute > w.fromMinute
const windowDays = (w: WindowFields) => !w.validFrom || !w.validTo || w.validFrom <= w.validTo

/** An exception for certain days: of one device or, with `deviceId` null, of the whole campus (holidays). */
export const exceptionFields = z.object({
  deviceId: deviceRef.nullable(),
  firstDay: day,
  lastDay: day,
  /** True: additional opening hours; false: closed. */
  open: z.boolean().default(false),
  fromMinute: fromMinute.default(0),
  toMinute: toMinute.default(1440),
  reason: line('原因', 100),
})
export type ExceptionFields = z.output<typeof exceptionFields>

const minutes = (label: string, min: number, max: number) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}应为整分钟`)
    .min(min, `${label}不能小于 ${min} 分钟`)
    .max(max, `${label}不能超过 ${max} 分钟`)
const WEEK = 7 * 1440
const tiers = z.enum(['campus', 'school', 'company'])
const payModes = z.enum(['immediate', 'post'])
const some = <T extends z.ZodType>(item: T, what: string) =>
  z.array(item).min(1, `请至少选择一种${what}`).max(20)

/** The settings by which a device is open for booking. */
export const openingFields = z.object({
  enabled: z.boolean(),
  selfOperated: z.boolean(),
  sampleDelivery: z.boolean(),
  /** Number of seats that can be used at the same time. */
  capacity: z
    .number({ error: '请填写机位数' })
    .int('机位数应为整数')
    .min(1, '机位数至少为 1')
    .max(200, '机位数不能超过 200'),
  gridMinutes: z.union(
    GRID_MINUTES.map((m) => z.literal(m)),
    { error: '请选择预约刻度' },
  ),
  minMinutes: minutes('最短时长', 1, WEEK),
  maxMinutes: minutes('最长时长', 1, WEEK),
  /** How many days ahead a device can be booked, and how many minutes before the start at the latest. */
  horizonDays: z
    .number({ error: '请填写可提前预约的天数' })
    .int('天数应为整数')
    .min(1, '至少提前 1 天')
    .max(366, '最多提前 366 天'),
  noticeMinutes: minutes('提前预约时间', 0, 30 * 1440),
  /**
   * Until so many minutes before the start, cancelling is free; later it costs the fee or counts as a
   * violation.
   */
  cancelLimitMinutes: minutes('免费取消时限', 0, 30 * 1440),
  cancelFeeFen: amountFen,
  /** Minutes after the start within which the use must begin; otherwise the booking counts as missed. */
  graceMinutes: minutes('迟到宽限', 0, 1440),
  quotaDayMinutes: minutes('每人每日时长', 1, 1440).nullable(),
  quotaWeekMinutes: minutes('每人每周时长', 1, WEEK).nullable(),
  /** Most live bookings of one person on this device. */
  quotaRunning: z.number().int('预约数应为整数').min(1, '预约数至少为 1').max(1000, '预约数过大').nullable(),
  admittedTiers: some(tiers, '用户'),
  /** Values of the dictionary campus_user_type; null admits all. */
  admittedUserTypes: z.array(z.string().max(30)).max(50).nullable(),
  qualificationRequired: z.boolean(),
  payModes: some(payModes, '付款方式'),
  fundCardRequired: z.boolean(),
  notes: text('预约须知', 2000),
})
export type OpeningFields = z.output<typeof openingFields>

/** Initial settings of a device that was never opened. */
export const openingDefaults: OpeningFields = {
  enabled: true,
  selfOperated: true,
  sampleDelivery: false,
  capacity: 1,
  gridMinutes: 30,
  minMinutes: 30,
  maxMinutes: 480,
  horizonDays: 30,
  noticeMinutes: 0,
  cancelLimitMinutes: 120,
  cancelFeeFen: 0,
  graceMinutes: 30,
  quotaDayMinutes: null,
  quotaWeekMinutes: null,
  quotaRunning: null,
  admittedTiers: ['campus', 'school', 'company'],
  admittedUserTypes: null,
  qualificationRequired: false,
  payModes: ['immediate', 'post'],
  fundCardRequired: false,
  notes: null,
}

// ── Rows ─────────────────────────────────────────────────────────────────────

export const windowRow = windowFields.extend({
  id: z.number(),
  deviceId: z.number(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
})
export type WindowRow = z.output<typeof windowRow>
export const exceptionRow = z.object({
  id: z.number(),
  deviceId: z.number().nullable(),
  firstDay: z.string(),
  lastDay: z.string(),
  open: z.boolean(),
  fromMinute: z.number(),
  toMinute: z.number(),
  reason: z.string(),
})
export type ExceptionRow = z.output<typeof exceptionRow>

/** A device that is not shared takes no bookings, even if it is open. */
const device = ref.extend({ serialId: z.string(), lab: ref, shared: z.boolean() })

/** All settings that decide when and how a device can be booked. */
export const openingDetail = z.object({
  device,
  /** Null: the device was never opened. */
  settings: openingFields.nullable(),
  windows: z.array(windowRow),
  /** Current and future exceptions of the device and of the campus. */
  exceptions: z.array(exceptionRow),
  updatedAt: at.nullable(),
  readiness,
  /** Conditions for being bookable; empty for people who neither manage nor open the device. */
  checks: z.array(checkRow),
  /**
   * `reviewers` and `qualify` may belong to other people than `edit`: those who choose the reviewers, and
   * those who decide who may operate the device.
   */
  can: z.array(z.enum(['edit', 'share', 'reviewers', 'qualify'])),
})
export type OpeningDetail = z.output<typeof openingDetail>

export const openingRow = z.object({
  device: device.extend({ imageUrl: z.string().nullable(), status: z.string() }),
  settings: openingFields
    .pick({
      enabled: true,
      selfOperated: true,
      sampleDelivery: true,
      capacity: true,
      admittedTiers: true,
      horizonDays: true,
    })
    .nullable(),
  windows: z.array(
    windowRow.pick({
      weekday: true,
      fromMinute: true,
      toMinute: true,
      validFrom: true,
      validTo: true,
      enabled: true,
    }),
  ),
  readiness,
  can: z.array(z.enum(['edit'])),
})
export type OpeningRow = z.output<typeof openingRow>

/** A period of a device, open or closed throughout. */
export const stretchRow = z.object({
  startAt: at,
  endAt: at,
  open: z.boolean(),
  reason: z.string().nullable(),
})

/** Data of TOUCHES_BOOKINGS and CAPACITY_IN_USE: the number of bookings, and the first of them. */
export const touchedBookings = z.object({
  count: z.number(),
  bookings: z.array(
    z.object({
      id: z.number(),
      bookerName: z.string(),
      seat: z.number(),
      /** Null for delivered samples that have no time yet. */
      startAt: at.nullable(),
      endAt: at.nullable(),
    }),
  ),
})
export type TouchedBookings = z.output<typeof touchedBookings>

/** How busy a device is on a day, for a hint in a list. */
export const availabilityRow = z.object({
  deviceId: z.number(),
  openMinutes: z.number(),
  /** Open minutes not yet past in which at least one seat is free. */
  freeMinutes: z.number(),
  /** Is a seat free now? Null unless the day is today. */
  freeNow: z.boolean().nullable(),
  /** Start of the first free period that is not past. */
  nextFreeAt: at.nullable(),
})
export type AvailabilityRow = z.output<typeof availabilityRow>

// ── Calls ────────────────────────────────────────────────────────────────────

const editors = { onRow: '开放设置管理员，本实验室主任、管理员' }
/** The caller proceeds although live bookings are affected: they stay, and the people concerned decide. */
const accept = z.boolean().default(false)
const deviceIds = deviceRefs('仪器编号不正确', 100)
const spanOk = (q: { from: string; to: string }) =>
  q.from <= q.to && Date.parse(q.to) - Date.parse(q.from) < MAX_DAYS * 86_400_000
const span = { error: `日期范围不正确，最多 ${MAX_DAYS} 天`, path: ['to'] }

/** Opened devices and their weekly hours. */
const openings = call({
  method: 'GET',
  path: '/api/v2/device-open-time/list',
  summary: '仪器开放时间列表',
  access: 'signed-in',
  query: pageQuery.extend({
    order_by: z
      .enum(['use asc', 'use desc', 'name asc', 'name desc'], { error: '排序方式不正确' })
      .default('name asc'),
    deviceName: keyword,
    deptId: ifAsked(id),
    labId: ifAsked(labRef),
    /** Only devices that the caller may change or is in charge of, including those not opened. */
    managed: flag,
    opened: flag,
  }),
  reply: definePage(openingRow),
})

export const openingCalls = {
  addWindow: call({
    method: 'POST',
    path: '/api/v2/device-open-time',
    summary: '新增开放时段',
    access: editors,
    // One request adds the same hours for several weekdays.
    body: windowFields
      .omit({ weekday: true })
      .extend({
        deviceId: deviceRef,
        weekdays: z.array(windowFields.shape.weekday).min(1, '请选择星期').max(7),
      })
      .refine((w) => windowInOrder({ ...w, weekday: 1 }), inOrder)
      .refine((w) => windowDays({ ...w, weekday: 1 }), { ...daysInOrder, path: ['validTo'] }),
    reply: z.array(windowRow),
  }),
  changeWindow: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/device-open-time',
    summary: '修改开放时段',
    access: editors,
    body: windowFields
      .extend({ id, accept })
      .refine(windowInOrder, inOrder)
      .refine(windowDays, { ...daysInOrder, path: ['validTo'] }),
    reply: windowRow,
  }),
  list: openings,
  export: defineExport(openings, '导出仪器开放设置'),
  removeWindow: call({
    method: 'DELETE',
    path: '/api/v2/device-open-time/{id}',
    summary: '删除开放时段',
    access: editors,
    params: idParams,
    query: z.object({ accept: flag }),
    reply: done,
  }),
  enableWindow: call({
    method: 'PUT',
    path: '/api/v2/device-open-time/{id}',
    summary: '启用或停用开放时段',
    access: editors,
    params: idParams,
    body: z.object({ enabled: z.boolean({ error: '请选择是否启用' }), accept }),
    reply: windowRow,
  }),
  /** Open and closed periods of devices between two campus days, both included. */
  times: call({
    method: 'GET',
    path: '/api/v2/device-open-time/list-times',
    summary: '仪器的开放时段明细',
    access: 'signed-in',
    query: z.object({ deviceIds, from: day, to: day }).refine(spanOk, span),
    reply: z.array(z.object({ deviceId: z.number(), stretches: z.array(stretchRow) })),
  }),
  availability: call({
    method: 'GET',
    path: '/api/v2/opening/availability',
    summary: '仪器某日空闲情况',
    access: 'visitors',
    query: z.object({ deviceIds, day: ifAsked(day) }),
    reply: z.array(availabilityRow),
  }),

  holidays: call({
    method: 'GET',
    path: '/api/v2/opening/holidays',
    summary: '校历（全校放假与加开）',
    access: 'signed-in',
    reply: z.array(exceptionRow),
  }),
  addException: call({
    method: 'POST',
    path: '/api/v2/opening/exception',
    summary: '新增例外日期',
    access: { onRow: '仪器：开放设置管理员，本实验室主任、管理员；全校：系统管理员' },
    body: exceptionFields
      .extend({ accept })
      .refine((e) => e.toMinute > e.fromMinute, inOrder)
      .refine((e) => e.firstDay <= e.lastDay, { ...daysInOrder, path: ['lastDay'] }),
    reply: exceptionRow,
  }),
  removeException: call({
    method: 'DELETE',
    path: '/api/v2/opening/exception/{id}',
    summary: '删除例外日期',
    access: { onRow: '仪器：开放设置管理员，本实验室主任、管理员；全校：系统管理员' },
    params: idParams,
    query: z.object({ accept: flag }),
    reply: done,
  }),

  get: call({
    method: 'GET',
    path: '/api/v2/opening/{deviceId}',
    summary: '仪器开放设置',
    access: { onRow: '共享仪器对登录用户可见，其余仅本实验室人员与管理员', visitors: true },
    params: z.object({ deviceId: deviceKey }),
    reply: openingDetail,
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/opening/{deviceId}',
    summary: '修改仪器开放设置',
    access: editors,
    params: z.object({ deviceId: deviceKey }),
    body: openingFields
      .extend({ accept, seen: seenValues })
      .refine((o) => o.maxMinutes >= o.minMinutes, {
        error: '最长时长不能小于最短时长',
        path: ['maxMinutes'],
      })
      .refine((o) => o.selfOperated || o.sampleDelivery, {
        error: '请至少选择一种预约方式',
        path: ['selfOperated'],
      })
      .refine((o) => o.minMinutes % o.gridMinutes === 0, {
        error: '最短时长须为预约刻度的整数倍',
        path: ['minMinutes'],
      })
      .refine((o) => o.maxMinutes % o.gridMinutes === 0, {
        error: '最长时长须为预约刻度的整数倍',
        path: ['maxMinutes'],
      }),
    reply: openingDetail,
  }),
}
