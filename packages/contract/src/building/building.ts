import { z } from 'zod'
import { bulkImport, MAX_IMPORT_BYTES } from '../bulk/bulk.ts'
import { call, done } from '../kernel/call.ts'
import {
  area,
  id,
  idList,
  idOrSerial,
  idParams,
  ifAsked,
  keyword,
  line,
  optionalLine,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

export const buildingRefusals = {
  BUILDING_SERIAL_TAKEN: '该楼宇编号已存在',
  BUILDING_IN_USE: '该楼宇仍有房间，不能删除：请先删除或移走房间',
  ROOM_FLOOR: '该楼宇没有这一层，请核对楼层，或先修改楼宇的楼层数',
  BUILDING_FLOORS: '该楼宇有更高楼层的房间，请先修改这些房间的楼层',
  KEEPER_UNKNOWN: '所选房间负责人不存在或已停用',
  ROOM_TAKEN: '该楼宇已有同名房间',
  ROOM_IN_USE: '该房间仍在使用，不能删除',
  BUILDING_IMAGES_FULL: '一栋楼宇最多 8 张图片',
  ROOM_IMAGES_FULL: '一个房间最多 8 张图片',
} as const

/** The words in `can`. Directors of a lab may change only the rooms that the lab uses. */
export const buildingEdits = ['edit', 'remove'] as const
const can = z.array(z.enum(buildingEdits))

/** Most pictures of a building or room; lists show the first. */
export const MAX_PLACE_IMAGES = 8
export const placeImage = z.object({
  id: z.string(),
  url: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
})
export type PlaceImage = z.output<typeof placeImage>

export const buildingRow = z.object({
  id: z.number(),
  serialId: z.string(),
  name: z.string(),
  campus: z.string().nullable(),
  address: z.string().nullable(),
  floors: z.number().nullable(),
  areaM2: z.number().nullable(),
  remark: z.string().nullable(),
  rooms: z.number(),
  labs: z.number(),
  /** Number of shared instruments in the building. */
  devices: z.number(),
  /** It has a position on the campus map. */
  placed: z.boolean(),
  images: z.array(placeImage),
  can,
})
export type BuildingRow = z.output<typeof buildingRow>

const roomRow = z.object({
  id: z.number(),
  name: z.string(),
  floor: z.number().nullable(),
  areaM2: z.number().nullable(),
  use: z.string().nullable(),
})
const building = ref.extend({ serialId: z.string(), campus: z.string().nullable() })

/** The person responsible for the room, and the dept it belongs to. */
const roomPeopleRow = { keeper: ref.nullable(), dept: ref.nullable() }
export const roomListRow = roomRow.extend({
  building,
  labs: z.array(ref.extend({ serialId: z.string() })),
  /** Number of instruments in the room, shared or not. */
  devices: z.number(),
  images: z.array(placeImage),
  ...roomPeopleRow,
  can,
})
export type RoomListRow = z.output<typeof roomListRow>

const findFloor = (label: string) => z.number(`${label}应为整数`).int(`${label}应为整数`)

export const buildingBody = z.object({
  serialId: line('楼宇编号', 30).regex(/^[\w-]+$/, '楼宇编号只能使用字母、数字、下划线和连字符'),
  name: line('楼宇名称', 60),
  campus: optionalLine('校区', 40),
  address: optionalLine('地址', 200),
  floors: findFloor('楼层数')
    .min(1, '楼层数至少为 1')
    .max(200, '楼层数过大')
    .nullish()
    .transform((n) => n ?? null),
  areaM2: area('建筑面积'),
  remark: text('备注', 500),
})
export type BuildingBody = z.input<typeof buildingBody>

export const roomBody = z.object({
  buildingId: id,
  name: line('房间号', 40),
  floor: findFloor('楼层')
    .min(-20, '楼层过低')
    .max(200, '楼层过高')
    .nullish()
    .transform((n) => n ?? null),
  areaM2: area('面积'),
  use: optionalLine('用途', 60),
  keeperId: id.nullish().transform((v) => v ?? null),
  deptId: id.nullish().transform((v) => v ?? null),
})
export type RoomBody = z.input<typeof roomBody>

const managers = { anyOf: ['LABORATORY_ALL'] } as const
const importers = { onRow: '实验室管理（全部）' }
const roomPeople = { onRow: '实验室管理（全部）、在该房间的实验室的主任和管理员' }
const roomFilters = {
  buildingId: ifAsked(id),
  labId: ifAsked(labRef),
  keyword,
  campus: optionalLine('校区', 60),
  floor: ifAsked(z.coerce.number<number | string>().int('楼层应为整数').min(-20).max(200)),
  use: optionalLine('用途', 60),
}
const filters = { keyword, campus: optionalLine('校区', 60) }

/** Most rooms in a search result; rooms requested by id are all returned. */
export const TREE_ROOMS = 50
const MAX_NAMED_ROOMS = 200

const which = z.object({ id: idOrSerial })
const picture = { field: 'file', maxFiles: 1, maxBytes: 10_000_000, accept: ['image'] as const }

export const buildingCalls = {
  list: call({
    method: 'GET',
    path: '/api/building/query',
    summary: '楼宇列表',
    access: 'signed-in',
    query: pageQuery.extend(filters),
    reply: definePage(buildingRow),
  }),
  /**
   * Campuses with their buildings and rooms, for choosing a place: the first matches of the search, or with
   * `ids` exactly those rooms.
   */
  tree: call({
    method: 'GET',
    path: '/api/v2/room/tree',
    summary: '楼宇房间树',
    access: 'signed-in',
    query: z.object({
      buildingId: ifAsked(id),
      keyword,
      ids: ifAsked(idList('房间编号不正确', MAX_NAMED_ROOMS)),
    }),
    reply: z.array(
      z.object({
        id: z.number(),
        label: z.string(),
        campus: z.string().nullable(),
        children: z.array(z.object({ id: z.number(), label: z.string(), floor: z.number().nullable() })),
      }),
    ),
  }),
  area: call({
    method: 'GET',
    path: '/api/building/areaAnnRemark',
    summary: '楼宇面积与备注',
    access: 'signed-in',
    query: which,
    reply: z.object({ areaM2: z.number().nullable(), roomAreaM2: z.number(), remark: z.string().nullable() }),
  }),
  labRooms: call({
    method: 'GET',
    path: '/api/building/lab-rooms',
    summary: '楼宇中的实验室房间',
    access: 'signed-in',
    query: which,
    reply: z.array(roomRow.extend({ labs: z.array(ref.extend({ serialId: z.string() })) })),
  }),
  room: call({
    method: 'GET',
    path: '/api/building/roomInfo',
    summary: '房间信息',
    access: 'signed-in',
    query: z.object({ id }),
    reply: roomRow.extend({
      building,
      labs: z.array(ref.extend({ serialId: z.string() })),
      /** Shared instruments in the room. */
      devices: z.array(ref.extend({ serialId: z.string(), model: z.string().nullable() })),
      images: z.array(placeImage),
      ...roomPeopleRow,
      can,
    }),
  }),

  add: call({
    method: 'POST',
    path: '/api/building/add',
    summary: '新增楼宇',
    access: managers,
    body: buildingBody,
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'POST',
    path: '/api/building/update/{id}',
    summary: '修改楼宇',
    access: managers,
    params: which,
    body: buildingBody,
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/building/delete/{id}',
    summary: '删除楼宇',
    access: managers,
    params: which,
    reply: done,
  }),
  template: call({
    method: 'GET',
    path: '/api/building/template',
    summary: '下载楼宇导入模板',
    access: importers,
    raw: true,
    reply: z.null(),
  }),
  /** The server judges each row; nothing is written until the import is confirmed (see bulk). */
  upload: call({
    method: 'POST',
    path: '/api/building/upload',
    summary: '上传楼宇导入文件',
    access: importers,
    upload: { field: 'file', maxFiles: 1, maxBytes: MAX_IMPORT_BYTES, accept: ['any'] },
    perMinute: 30,
    reply: bulkImport,
  }),
  export: call({
    method: 'GET',
    path: '/api/building/export',
    summary: '导出楼宇',
    access: 'signed-in',
    query: z.object(filters),
    reply: z.null(),
    raw: true,
    perMinute: 20,
  }),
  addImage: call({
    method: 'POST',
    path: '/api/v2/building/image',
    summary: '上传楼宇图片',
    access: managers,
    upload: picture,
    body: z.object({ buildingId: id }),
    reply: placeImage,
  }),
  removeImage: call({
    method: 'DELETE',
    path: '/api/v2/building/{id}/image/{fileId}',
    summary: '删除楼宇图片',
    access: managers,
    params: idParams.extend({ fileId: z.uuid('图片编号不正确') }),
    reply: done,
  }),
  /** Campuses that have buildings, in their order. */
  campuses: call({
    method: 'GET',
    path: '/api/v2/building/campuses',
    summary: '校区列表',
    access: 'signed-in',
    reply: z.array(z.string()),
  }),

  rooms: call({
    method: 'GET',
    path: '/api/v2/room/list',
    summary: '房间列表',
    access: 'signed-in',
    query: pageQuery.extend(roomFilters),
    reply: definePage(roomListRow),
  }),
  addRoom: call({
    method: 'POST',
    path: '/api/v2/room',
    summary: '新增房间',
    access: managers,
    body: roomBody,
    reply: z.object({ id: z.number() }),
  }),
  changeRoom: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/room/{id}',
    summary: '修改房间',
    access: roomPeople,
    params: idParams,
    body: roomBody,
    reply: done,
  }),
  removeRoom: call({
    method: 'DELETE',
    path: '/api/v2/room/{id}',
    summary: '删除房间',
    access: managers,
    params: idParams,
    reply: done,
  }),
  exportRooms: call({
    method: 'GET',
    path: '/api/v2/room/export',
    summary: '导出房间',
    access: 'signed-in',
    query: z.object(roomFilters),
    reply: z.null(),
    raw: true,
    perMinute: 20,
  }),
  addRoomImage: call({
    method: 'POST',
    path: '/api/building/roomImage',
    summary: '上传房间图片',
    access: roomPeople,
    upload: picture,
    body: z.object({ roomId: id }),
    reply: placeImage,
  }),
  removeRoomImage: call({
    method: 'DELETE',
    path: '/api/v2/room/{id}/image/{fileId}',
    summary: '删除房间图片',
    access: roomPeople,
    params: idParams.extend({ fileId: z.uuid('图片编号不正确') }),
    reply: done,
  }),
}
