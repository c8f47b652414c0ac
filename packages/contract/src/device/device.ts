import { z } from 'zod'
import { call, done, type Call } from '../kernel/call.ts'
import {
  at,
  day,
  flag,
  id,
  idOrSerial,
  idParams,
  ifAsked,
  keyword,
  oneOrMore,
  seenValues,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceKey, deviceRef, deviceRefParams, labKey, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import {
  deviceBody,
  deviceDesignWords,
  deviceFundingWords,
  deviceOriginWords,
  devicePurposeWords,
  deviceRunningWords,
  deviceStatuses,
  shareModeWords,
} from './body.ts'

export { deviceStatuses, deviceStatusWords, type DeviceBody, type DeviceStatus } from './body.ts'

// ── Words ────────────────────────────────────────────────────────────────────

export const deviceRefusals = {
  DEVICE_SERIAL_TAKEN: '该资产编号已存在',
  DEVICE_IN_USE: '该仪器已有预约或测试单，不能删除；如不再使用，请标为“已报废”',
  IMAGES_FULL: '一台仪器最多 10 张图片',
} as const
export const MAX_DEVICE_IMAGES = 10

/** The ways of using a device; equal to the kinds of bookings. */
const openKinds = z.enum(['self_operated', 'sample_delivery'])
const tiers = z.enum(['campus', 'school', 'company'])

/** Actions on a device: the words in `can`. */
export const deviceEvents = ['edit', 'remove', 'open', 'review'] as const
export type DeviceEvent = (typeof deviceEvents)[number]
const can = z.array(z.enum(deviceEvents))

// ── Rows ─────────────────────────────────────────────────────────────────────

/** One row of a list, with the fields by which people choose. */
export const deviceRow = z.object({
  id: z.number(),
  serialId: z.string(),
  name: z.string(),
  alias: z.string().nullable(),
  model: z.string().nullable(),
  category: z.string().nullable(),
  dept: ref,
  lab: ref.extend({ serialId: z.string() }),
  status: z.enum(deviceStatuses),
  shared: z.boolean(),
  imageUrl: z.string().nullable(),
  priceFen: z.number().nullable(),
  /** How it can be booked; null if it is not open for booking. */
  opened: z
    .object({ selfOperated: z.boolean(), sampleDelivery: z.boolean(), capacity: z.number() })
    .nullable(),
  /** Minutes of use in the last twelve months. */
  usedMinutes: z.number(),
})
export type DeviceRow = z.output<typeof deviceRow>

/** The ways in which a device can be booked now; null: not at all. */
export const listWays = (d: Pick<DeviceRow, 'shared' | 'status' | 'opened'>): DeviceRow['opened'] =>
  d.shared && d.status === 'normal' ? d.opened : null

export const deviceImage = z.object({
  id: z.string(),
  url: z.string(),
  cover: z.boolean(),
  width: z.number().nullable(),
  height: z.number().nullable(),
})

const findOne = <T extends Record<string, string>>(words: T) =>
  z.enum(Object.keys(words) as (keyof T & string)[]).nullable()
export const deviceDetail = deviceRow.extend({
  englishName: z.string().nullable(),
  spec: z.string().nullable(),
  manufacturer: z.string().nullable(),
  country: z.string().nullable(),
  categoryId: z.number().nullable(),
  /** The device's own room; `room` is that room, or else its lab's. */
  roomId: z.number().nullable(),
  room: z.object({ id: z.number(), name: z.string(), building: z.string() }).nullable(),
  factoryNumber: z.string().nullable(),
  madeOn: z.string().nullable(),
  supplier: z.string().nullable(),
  gbtCode: z.string().nullable(),
  moeCode: z.string().nullable(),
  origin: findOne(deviceOriginWords),
  funding: findOne(deviceFundingWords),
  boughtOn: z.string().nullable(),
  enabledOn: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  design: findOne(deviceDesignWords),
  purpose: findOne(devicePurposeWords),
  imported: z.boolean(),
  underCustoms: z.boolean(),
  running: findOne(deviceRunningWords),
  shareMode: findOne(shareModeWords),
  statusNote: z.string().nullable(),
  contact: z
    .object({ id: z.number(), name: z.string(), phone: z.string().nullable(), email: z.string().nullable() })
    .nullable(),
  labPhone: z.string().nullable(),
  functions: z.string().nullable(),
  indicators: z.string().nullable(),
  accessories: z.string().nullable(),
  hazards: z.string().nullable(),
  services: z.string().nullable(),
  results: z.string().nullable(),
  sharingRules: z.string().nullable(),
  feeNote: z.string().nullable(),
  notes: z.string().nullable(),
  subjects: z.array(z.string()),
  tags: z.array(z.string()),
  images: z.array(deviceImage),
  /** Id of the caller's favourite entry, for removing it; null if it is no favourite. */
  favoriteId: z.number().nullable(),
  updatedAt: at,
  can,
})
export type DeviceDetail = z.output<typeof deviceDetail>

export const categoryRow = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  code: z.string(),
  name: z.string(),
  sort: z.number(),
})
export interface CategoryNode {
  id: number
  label: string
  code: string
  children: CategoryNode[]
}
export const categoryNode: z.ZodType<CategoryNode> = z.object({
  id: z.number(),
  label: z.string(),
  code: z.string(),
  get children() {
    return z.array(categoryNode)
  },
})

/** Measures by which devices are ranked. */
export const rankMeasures = ['minutes', 'bookings', 'samples', 'income'] as const
export type RankMeasure = (typeof rankMeasures)[number]
export const rankMeasureWords: Record<RankMeasure, string> = {
  minutes: '使用时长',
  bookings: '使用次数',
  samples: '测样数',
  income: '收入',
}
export const rankRow = z.object({
  rank: z.number(),
  device: ref.extend({ serialId: z.string() }),
  lab: ref,
  dept: ref,
  bookings: z.number(),
  minutes: z.number(),
  samples: z.number(),
  /** Charged amount in fen; null for people without a session. */
  incomeFen: z.number().nullable(),
})
export type RankRow = z.output<typeof rankRow>

export const favoriteKinds = ['device', 'lab'] as const
export type FavoriteKind = (typeof favoriteKinds)[number]
export const favoriteRow = z.object({
  id: z.number(),
  kind: z.enum(favoriteKinds),
  target: ref.extend({ serialId: z.string() }),
  /** The lab's name for a device, the dept's name for a lab. */
  of: z.string(),
  status: z.enum(deviceStatuses).nullable(),
  createdAt: at,
})
export type FavoriteRow = z.output<typeof favoriteRow>

// ── Bodies and queries ───────────────────────────────────────────────────────

export const deviceSorts = ['use', 'name', 'price'] as const
export const deviceQuery = pageQuery.extend({
  order_by: z
    .enum(
      deviceSorts.flatMap((s) => [`${s} asc`, `${s} desc`] as const),
      { error: '排序方式不正确' },
    )
    .default('use desc'),
  /** Part of a name, pinyin, initials, model or asset number. */
  deviceName: keyword,
  deptId: ifAsked(id),
  labId: ifAsked(labRef),
  categoryId: ifAsked(id),
  status: oneOrMore(z.enum(deviceStatuses)),
  shared: flag,
  /** `opened`: open for booking or not; `kind`: bookable in this way. */
  opened: flag,
  kind: ifAsked(openKinds),
  /** Only devices that admit users of this tier. */
  tier: ifAsked(tiers),
  tag: ifAsked(z.string().trim().min(1).max(20)),
  /** Only devices with free opening hours on this campus day. */
  freeOn: ifAsked(day),
})
export type DeviceQuery = z.output<typeof deviceQuery>

const which = z.object({ id: deviceKey })
const seen = { onRow: '共享仪器对登录用户可见，其余仅本实验室人员与仪器管理员' }
const editors = { onRow: '仪器管理员，本单位负责人，本实验室主任、管理员' }

/** The same call under an older path. */
const alias = <C extends Call>(c: C, path: string): C => ({ ...c, path })

const list = call({
  method: 'GET',
  path: '/api/v2/device/list',
  summary: '仪器列表',
  access: 'signed-in',
  query: deviceQuery,
  reply: definePage(deviceRow),
})
const shared = call({
  method: 'GET',
  path: '/api/v2/device/shared',
  summary: '共享仪器列表',
  access: 'visitors',
  query: deviceQuery,
  reply: definePage(deviceRow),
})
/** Devices of the caller's labs, and those that the caller reviews or is the contact of. */
const my = call({
  method: 'GET',
  path: '/api/v2/device/my',
  summary: '我的仪器',
  access: 'signed-in',
  query: deviceQuery,
  reply: definePage(deviceRow.extend({ can })),
})
const detailByQuery = call({
  method: 'GET',
  path: '/api/maintain/device/detail',
  summary: '仪器详情',
  access: seen,
  query: which,
  reply: deviceDetail,
})

export const deviceCalls = {
  list,
  shared,
  my,
  info: call({
    method: 'GET',
    path: '/api/v2/device/info/{id}',
    summary: '仪器信息',
    access: { ...seen, visitors: true },
    params: which,
    reply: deviceDetail,
  }),
  /** Labs with shared devices, and the number of these. */
  labs: call({
    method: 'GET',
    path: '/api/v2/device/labs',
    summary: '有共享仪器的实验室',
    access: 'visitors',
    query: z.object({
      deptId: ifAsked(id),
      keyword,
      // A select needs the whole list; a campus has fewer than 1,000 labs.
      size: z.coerce.number<number | string>().int().min(1).max(1000).default(1000),
    }),
    reply: z.array(ref.extend({ serialId: z.string(), devices: z.number() })),
  }),
  tags: call({
    method: 'GET',
    path: '/api/v2/device/tags',
    summary: '仪器标签',
    access: 'signed-in',
    reply: z.array(z.object({ tag: z.string(), devices: z.number() })),
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/device',
    summary: '新增仪器',
    access: editors,
    body: deviceBody,
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/device',
    summary: '修改仪器',
    access: editors,
    body: deviceBody.extend({ id: deviceRef, seen: seenValues }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/device/{id}',
    summary: '删除仪器',
    access: editors,
    params: deviceRefParams,
    reply: done,
  }),

  addImage: call({
    method: 'POST',
    path: '/api/maintain/device/image',
    summary: '上传仪器图片',
    access: editors,
    upload: { field: 'file', maxFiles: 1, maxBytes: 10_000_000, accept: ['image'] },
    body: z.object({ deviceId: deviceRef }),
    reply: deviceImage,
  }),
  removeImage: call({
    method: 'DELETE',
    path: '/api/v2/device/{id}/image/{fileId}',
    summary: '删除仪器图片',
    access: editors,
    params: deviceRefParams.extend({ fileId: z.uuid('图片编号不正确') }),
    reply: done,
  }),
  chooseCover: call({
    method: 'PUT',
    path: '/api/v2/device/{id}/image/{fileId}',
    summary: '设为仪器封面',
    access: editors,
    params: deviceRefParams.extend({ fileId: z.uuid('图片编号不正确') }),
    reply: done,
  }),

  /** Is the caller a valid administrator of the device? */
  valid: call({
    method: 'GET',
    path: '/api/maintain/device/valid/{serialId}',
    summary: '是否为仪器管理员',
    access: 'signed-in',
    params: z.object({ serialId: idOrSerial }),
    reply: z.boolean(),
  }),
  /** For the front page: the number of devices, and those used most. */
  homepage: call({
    method: 'GET',
    path: '/api/maintain/device/homepage',
    summary: '仪器概况',
    access: 'public',
    reply: z.object({
      total: z.number(),
      shared: z.number(),
      opened: z.number(),
      labs: z.number(),
      top: z.array(deviceRow),
    }),
  }),
  query: alias(list, '/api/device/query'),
  shareList: alias(shared, '/api/maintain/device/shareList'),
  myDeviceList: alias(my, '/api/maintain/device/myDeviceList'),
  detail: detailByQuery,
  deviceInfo: alias(detailByQuery, '/api/maintain/device/deviceInfo'),
  ofLab: call({
    method: 'GET',
    path: '/api/device/labDeviceList',
    summary: '实验室的共享仪器',
    access: 'signed-in',
    query: deviceQuery.extend({ labId: labKey }),
    reply: definePage(deviceRow),
  }),

  /** Shared devices ranked by use in the last twelve months or in one month. */
  rank: call({
    method: 'GET',
    path: '/api/device/rank/device-dashboard',
    summary: '仪器排行',
    access: 'public',
    validated: true,
    query: z.object({
      size: z.coerce.number<number | string>().int().min(1).max(200).default(50),
      month: z
        .string()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份格式不正确')
        .optional(),
      /** `income` only for people with a session. */
      by: z.enum(rankMeasures, { error: '排行方式不正确' }).default('minutes'),
      deptId: ifAsked(id),
    }),
    reply: definePage(rankRow),
  }),

  categoryTree: call({
    method: 'GET',
    path: '/api/deviceCategory/trees',
    summary: '仪器分类树',
    access: 'visitors',
    reply: z.array(categoryNode),
  }),
  categorySearch: call({
    method: 'GET',
    path: '/api/deviceCategory/search',
    summary: '搜索仪器分类',
    access: 'signed-in',
    query: z.object({ keyword }),
    reply: z.array(categoryRow),
  }),

  favorites: call({
    method: 'GET',
    path: '/api/personal/favorite/list',
    summary: '我的收藏',
    access: 'signed-in',
    query: z.object({ kind: z.enum(favoriteKinds).optional() }),
    reply: z.array(favoriteRow),
  }),
  favoritePage: call({
    method: 'GET',
    path: '/api/personal/favorite/page',
    summary: '我的收藏（分页）',
    access: 'signed-in',
    query: pageQuery.extend({ kind: z.enum(favoriteKinds).optional() }),
    reply: definePage(favoriteRow),
  }),
  addFavorite: call({
    method: 'POST',
    path: '/api/personal/favorite',
    summary: '收藏',
    access: 'signed-in',
    body: z.object({ kind: z.enum(favoriteKinds, { error: '请选择收藏类型' }), targetId: id }),
    reply: z.object({ id: z.number() }),
  }),
  removeFavorite: call({
    method: 'DELETE',
    path: '/api/personal/favorite/{id}',
    summary: '取消收藏',
    access: 'signed-in',
    params: idParams,
    reply: done,
  }),
  personal: alias(my, '/api/personal/device/list'),
}
