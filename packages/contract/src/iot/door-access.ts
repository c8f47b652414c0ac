import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, day, flag, id, idParams, ifAsked, instant, keyword, requiredText } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import { iotOffice, iotViewers, unitKinds } from './iot.ts'

// Entitlements, events and power (decision 090).

export const commandWords = { open: '开门', on: '通电', off: '断电' } as const
export type CommandWhat = keyof typeof commandWords

export const grantKindWords = {
  permanent: '长期',
  periodic: '周期',
  emergency: '应急',
  override: '手动供电',
} as const
export type GrantKind = keyof typeof grantKindWords
export const grantKinds = Object.keys(grantKindWords) as [GrantKind, ...GrantKind[]]

export const eventKindWords = {
  opened: '开门',
  denied: '拒绝进入',
  closed: '关门',
  forced: '强行开门',
  held: '门未关',
  switched_on: '通电',
  warned: '断电提醒',
  switched_off: '断电',
  booted: '网关启动',
  /** In place of events that the gateway no longer has, or that cannot be read; the note says which. */
  lost: '记录缺失',
} as const
export type EventKind = keyof typeof eventKindWords
export const eventKinds = Object.keys(eventKindWords) as [EventKind, ...EventKind[]]
export const alarmKinds: readonly EventKind[] = ['denied', 'forced', 'held']

export const wayWords = {
  card: '刷卡',
  qr: '二维码',
  remote: '远程',
  button: '出门按钮',
  entry: '随开门',
  grant: '授权',
  end: '授权结束',
  fail_safe: '失联保护',
} as const
export type EventWay = keyof typeof wayWords
export const eventWays = Object.keys(wayWords) as [EventWay, ...EventWay[]]

export const deniedWords: Readonly<Record<string, string>> = {
  stale: '授权名单已过期',
  unknown_card: '卡未登记或无授权',
  bad_qr: '二维码无效或已过期',
  other_door: '二维码不是本门的',
  no_grant: '当前没有授权',
  not_mapped: '设备协议没有描述这个操作',
}

export const iotEvent = z.object({
  id: z.number(),
  gateway: ref,
  unit: ref.nullable(),
  kind: z.enum(eventKinds),
  way: z.enum(eventWays).nullable(),
  at,
  receivedAt: at,
  person: ref.nullable(),
  bookingId: z.number().nullable(),
  /** Who opened or switched it remotely, and why. */
  command: z.object({ by: z.string(), reason: z.string() }).nullable(),
  note: z.string().nullable(),
  /** Alarms only: who has dealt with it, and how; null if nobody has yet. */
  acknowledged: z.object({ by: z.string(), at, note: z.string() }).nullable(),
  can: z.array(z.enum(['acknowledge'])),
})
export type IotEvent = z.output<typeof iotEvent>

const grantRow = z.object({
  id: z.number(),
  unit: ref,
  kind: z.enum(grantKinds),
  person: ref.nullable(),
  from: at,
  to: at.nullable(),
  weekdays: z.array(z.number()).nullable(),
  fromMinute: z.number().nullable(),
  toMinute: z.number().nullable(),
  reason: z.string(),
  grantedBy: ref,
  grantedAt: at,
  withdrawn: z.object({ at, reason: z.string() }).nullable(),
  can: z.array(z.enum(['withdraw'])),
})
export type GrantRow = z.output<typeof grantRow>

const cardRow = z.object({
  id: z.number(),
  number: z.string(),
  person: ref,
  boundAt: at,
  unboundAt: at.nullable(),
  unboundWhy: z.string().nullable(),
  can: z.array(z.enum(['unbind'])),
})
export type CardRow = z.output<typeof cardRow>

/** One entry of a door's list of entitled people. */
const entitled = z.object({
  ref: z.string(),
  person: ref.nullable(),
  bookingId: z.number().nullable(),
  kind: z.enum(['booking', ...grantKinds]),
  from: at,
  to: at,
  now: z.boolean(),
})
export type Entitled = z.output<typeof entitled>

const minute = (label: string, least: number, most: number) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}不正确`)
    .min(least, `${label}不正确`)
    .max(most, `${label}不正确`)
export const grantBody = z
  .object({
    unitId: id,
    kind: z.enum(grantKinds, { error: '请选择授权类型' }),
    userId: id.nullish(),
    from: instant,
    to: instant.nullish(),
    weekdays: z
      .array(z.number().int('星期不正确').min(1, '星期不正确').max(7, '星期不正确'))
      .min(1, '请选择星期')
      .max(7, '星期不正确')
      .transform((days) => [...new Set(days)].sort((a, b) => a - b))
      .nullish(),
    fromMinute: minute('开始时刻', 0, 1439).nullish(),
    toMinute: minute('结束时刻', 1, 1440).nullish(),
    reason: requiredText('授权原因', 200),
  })
  .refine((b) => b.to == null || Date.parse(b.to) > Date.parse(b.from), {
    error: '结束时间应晚于开始时间',
    path: ['to'],
  })
  .refine((b) => b.to != null || b.kind === 'permanent' || b.kind === 'periodic', {
    error: '请填写结束时间',
    path: ['to'],
  })
  .refine((b) => (b.kind === 'override') === (b.userId == null), { error: '请选择人员', path: ['userId'] })
  .refine((b) => (b.kind === 'periodic') === (b.weekdays != null), {
    error: '请选择星期',
    path: ['weekdays'],
  })
  .refine((b) => (b.kind === 'periodic') === (b.fromMinute != null), {
    error: '请填写开始时刻',
    path: ['fromMinute'],
  })
  .refine(
    (b) =>
      (b.kind === 'periodic') === (b.toMinute != null) &&
      (b.fromMinute == null || b.toMinute == null || b.toMinute > b.fromMinute),
    { error: '结束时刻应晚于开始时刻', path: ['toMinute'] },
  )

const keepers = { onRow: '智能监控管理员，所在实验室的主任、管理员' }
const events = call({
  method: 'GET',
  path: '/api/v2/iot/events',
  summary: '门禁与供电记录',
  access: { onRow: '智能监控人员，仪器、实验室的审核员' },
  query: pageQuery.omit({ order_by: true }).extend({
    keyword,
    unitId: ifAsked(id),
    gatewayId: ifAsked(id),
    labId: labRef.optional(),
    unitKind: ifAsked(z.enum(unitKinds, { error: '类型不正确' })),
    kind: ifAsked(z.enum(eventKinds, { error: '事件不正确' })),
    from: day.optional(),
    to: day.optional(),
    alarms: flag,
    /** Only alarms that nobody has dealt with yet. */
    open: flag,
  }),
  reply: definePage(iotEvent),
})
const grants = call({
  method: 'GET',
  path: '/api/v2/iot/grants',
  summary: '门禁授权',
  access: { anyOf: iotViewers },
  query: pageQuery.omit({ order_by: true }).extend({
    keyword,
    unitId: ifAsked(id),
    kind: ifAsked(z.enum(grantKinds, { error: '授权类型不正确' })),
    /** Include grants that have ended. */
    over: flag,
  }),
  reply: definePage(grantRow),
})
const cards = call({
  method: 'GET',
  path: '/api/v2/iot/cards',
  summary: '门禁卡',
  access: { anyOf: iotOffice },
  query: pageQuery.omit({ order_by: true }).extend({ keyword, over: flag }),
  reply: definePage(cardRow),
})

export const doorAccessCalls = {
  /** The people who may enter now or within the next day. */
  entitled: call({
    method: 'GET',
    path: '/api/v2/iot/units/{id}/entitled',
    summary: '可进入人员',
    access: keepers,
    params: idParams,
    reply: z.array(entitled),
  }),
  command: call({
    method: 'POST',
    path: '/api/v2/iot/units/{id}/command',
    summary: '远程开门、通断电',
    access: keepers,
    params: idParams,
    body: z.object({
      what: z.enum(['open', 'on', 'off'], { error: '请选择操作' }),
      reason: requiredText('操作原因', 200),
    }),
    reply: z.object({ id: z.number() }),
  }),
  /** The state of a remote command. */
  commandState: call({
    method: 'GET',
    path: '/api/v2/iot/commands/{id}',
    summary: '远程操作结果',
    access: keepers,
    params: idParams,
    reply: z.object({
      id: z.number(),
      done: z.boolean().nullable(),
      over: z.boolean(),
      why: z.string().nullable(),
    }),
  }),
  events,
  acknowledge: call({
    method: 'POST',
    path: '/api/v2/iot/events/{id}/acknowledge',
    summary: '处理门禁告警',
    access: { onRow: '智能监控管理员，所在实验室的主任、管理员，仪器的审核员' },
    params: idParams,
    body: z.object({ note: requiredText('处理情况', 200) }),
    reply: iotEvent,
  }),
  exportEvents: defineExport(events, '导出门禁与供电记录'),
  grants,
  exportGrants: defineExport(grants, '导出门禁授权'),
  grant: call({
    method: 'POST',
    path: '/api/v2/iot/grants',
    summary: '新增门禁授权',
    access: keepers,
    body: grantBody,
    reply: grantRow,
  }),
  withdraw: call({
    method: 'POST',
    path: '/api/v2/iot/grants/{id}/withdraw',
    summary: '收回门禁授权',
    access: keepers,
    params: idParams,
    body: z.object({ reason: requiredText('收回原因', 200) }),
    reply: grantRow,
  }),
  cards,
  exportCards: defineExport(cards, '导出门禁卡'),
  bindCard: call({
    method: 'POST',
    path: '/api/v2/iot/cards',
    summary: '绑定门禁卡',
    access: { anyOf: iotOffice },
    body: z.object({
      number: z
        .string({ error: '请填写卡号' })
        .trim()
        .regex(/^[0-9A-Fa-f]{4,20}$/, '卡号为 4–20 位十六进制数字')
        .transform((s) => s.toUpperCase()),
      userId: id,
    }),
    reply: cardRow,
  }),
  unbindCard: call({
    method: 'POST',
    path: '/api/v2/iot/cards/{id}/unbind',
    summary: '解绑门禁卡',
    access: { anyOf: iotOffice },
    params: idParams,
    body: z.object({ reason: requiredText('解绑原因', 200) }),
    reply: cardRow,
  }),
  /** When the user entered, and when power and instrument ran, as measured by doors, switches and meters. */
  measured: call({
    method: 'GET',
    path: '/api/v2/iot/measured/{id}',
    summary: '预约的实测使用',
    access: { onRow: '预约人、实验人、付款人，仪器的审核员，所在实验室的主任、管理员，智能监控管理员' },
    params: idParams,
    reply: z.object({
      enteredAt: at.nullable(),
      poweredFrom: at.nullable(),
      poweredTo: at.nullable(),
      ranFrom: at.nullable(),
      ranTo: at.nullable(),
      kwh: z.number().nullable(),
      /**
       * The instrument ran on that day, but the readings by the minute, which are kept for half a year, are
       * gone: no hours are proposed.
       */
      readingsGone: z.boolean(),
      /**
       * The real hours, as far as they are measured: a proposal for the person who fills in the test order
       * and decides. Null if nothing was measured, or if it is not known any more.
       */
      hours: z.object({ from: at, to: at }).nullable(),
    }),
  }),
  /** QR codes that the caller shows to the doors of the booking; valid for half a minute. */
  pass: call({
    method: 'GET',
    path: '/api/v2/iot/pass/{id}',
    summary: '开门二维码',
    access: { onRow: '预约人、实验人' },
    params: idParams,
    reply: z.object({
      doors: z.array(z.object({ id: z.number(), name: z.string(), place: z.string(), qr: z.string() })),
      /** The portal's clock; that of a phone may be minutes off. */
      now: at,
      /** Null: no door can be opened yet; `opensAt` says from when. */
      until: at.nullable(),
      opensAt: at.nullable(),
      /** Doors without a QR reader: the door's keeper opens them on request. */
      asked: z.array(z.string()),
    }),
  }),
}
