import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import {
  area,
  at,
  flag,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  optionalEmail,
  optionalLine,
  optionalPhone,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef, labKey, labRef, labRefParams } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

export const labRoles = ['lab_director', 'lab_admin', 'lab_member'] as const
export type LabRole = (typeof labRoles)[number]
export const labRoleWords: Record<LabRole, string> = {
  lab_director: '主任',
  lab_admin: '管理员',
  lab_member: '成员',
}

export const labRefusals = {
  LAB_TYPE_UNKNOWN: '没有这种实验室类型，请重新选择',
  LAB_GRADE_UNKNOWN: '没有这种实验室级别，请重新选择',
  LAB_SERIAL_TAKEN: '该实验室编号已存在',
  LAB_IN_USE: '该实验室仍有仪器或业务记录，不能删除；如不再使用，请停用',
  LAB_HAS_BOOKINGS: '实验室还有未完成的预约',
  LAST_DIRECTOR: '实验室至少要有一名主任，请先指定新的主任',
  MEMBER_TAKEN: '该人员已担任此职',
  REVIEWER_TAKEN: '该人员已是审核员',
  PERSON_UNKNOWN: '所选人员不存在或已停用',
  FOUNDED_LATER: '建立年份不能晚于今年',
  ROOM_UNKNOWN: '所选房间不存在或已被删除',
  ROOM_OF_OTHERS: '所选房间属于其他实验室，请联系系统管理员分配',
  LAB_IMAGES_FULL: '一个实验室最多 12 张图片',
} as const

/** Parts of a lab that a person may change: the words in `can`. */
export const labEdits = ['base', 'intro', 'device', 'room', 'admin', 'audit', 'opening'] as const
export type LabEdit = (typeof labEdits)[number]
const can = z.array(z.enum(labEdits))

const place = z.object({ id: z.number(), name: z.string(), building: z.string() })

export const MAX_LAB_IMAGES = 12
/** A picture of the lab; the first one represents it in lists. */
export const labImage = z.object({
  id: z.string(),
  url: z.string(),
  name: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  createdAt: at,
})

export const labRow = z.object({
  id: z.number(),
  serialId: z.string(),
  name: z.string(),
  dept: ref,
  /** Codes of the dictionaries lab_type and lab_grade. */
  type: z.string().nullable(),
  grade: z.string().nullable(),
  directors: z.array(z.string()),
  devices: z.number(),
  /** Those that others find; none while the lab is closed. */
  sharedDevices: z.number(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  room: place.nullable(),
  areaM2: z.number().nullable(),
  foundedYear: z.number().nullable(),
  enabled: z.boolean(),
})
export type LabRow = z.output<typeof labRow>

export const myLabRow = labRow.extend({
  /** The caller's roles in the lab; `reviewer` if the caller reviews bookings there. */
  roles: z.array(z.enum([...labRoles, 'reviewer'])),
  can,
})
export type MyLabRow = z.output<typeof myLabRow>

const contact = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string().nullable(),
  /** Phone of the post; personal numbers are not shown to every reader. */
  phone: z.string().nullable(),
})
export const labDetail = labRow.extend({
  intro: z.string().nullable(),
  /** All rooms of the lab, the room with its entrance first. */
  rooms: z.array(
    place.extend({
      buildingId: z.number(),
      floor: z.number().nullable(),
      areaM2: z.number().nullable(),
      use: z.string().nullable(),
    }),
  ),
  directors: z.array(contact),
  admins: z.array(contact),
  createdAt: at,
  /** Id of the caller's favourite entry, for removing it; null if it is no favourite. */
  favoriteId: z.number().nullable(),
  can,
})
export type LabDetail = z.output<typeof labDetail>

export const labMemberRow = z.object({
  id: z.number(),
  user: ref.extend({
    username: z.string(),
    /** False: the account is closed; the post stays until it is passed on or taken away. */
    enabled: z.boolean(),
    deptName: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  role: z.enum(labRoles),
  /** Phone of this post; without it, the person's own number is in `user`. */
  phone: z.string().nullable(),
  createdAt: at,
})
export type LabMemberRow = z.output<typeof labMemberRow>

export const reviewerRow = z.object({
  id: z.number(),
  user: ref.extend({ username: z.string(), enabled: z.boolean(), deptName: z.string().nullable() }),
  /** Null: every device of the lab. */
  device: ref.extend({ serialId: z.string() }).nullable(),
  createdAt: at,
})
export type ReviewerRow = z.output<typeof reviewerRow>

export const labBody = z.object({
  name: line('实验室名称', 60),
  deptId: id,
  type: optionalLine('实验室类型', 30),
  grade: optionalLine('实验室级别', 30),
  roomId: id.nullish(),
  areaM2: area('面积'),
  foundedYear: z
    .number('建立年份应为四位数字')
    .int('建立年份应为四位数字')
    .min(1850, '建立年份过早')
    .max(2200, '建立年份过晚')
    .nullish()
    .transform((n) => n ?? null),
  phone: optionalPhone,
  email: optionalEmail,
  intro: text('简介', 5000),
  enabled: z.boolean().default(true),
})
/** Closing a laboratory that still has bookings is refused unless the request sets this. */
const accept = z.boolean().default(false)
export const labSerial = line('实验室编号', 30).regex(
  /^LAB[\w-]+$/,
  '实验室编号以 LAB 开头，只能使用字母、数字、下划线和连字符',
)

/**
 * Is the room outside the lab's rooms? This is only shown as a note, because instruments may stand in other
 * labs' rooms. Always false for a lab without rooms.
 */
export const isForeignRoom = (roomId: number | null | undefined, labRoomIds: readonly number[]): boolean =>
  roomId !== null && roomId !== undefined && labRoomIds.length > 0 && !labRoomIds.includes(roomId)

const roomIds = z.array(id).max(200, '一个实验室最多 200 个房间')
const filters = {
  order_by: z
    .enum(['serialId asc', 'serialId desc', 'name asc', 'name desc'], { error: '排序方式不正确' })
    .default('serialId asc'),
  keyword,
  deptId: ifAsked(id),
  buildingId: ifAsked(id),
  type: optionalLine('类型', 30),
  grade: optionalLine('级别', 30),
}
const which = z.object({ id: labKey })
const labPeople = { onRow: '实验室主任、管理员（须持有相应权限）' }

export const labCalls = {
  /** For selects: the first matches. */
  select: call({
    method: 'GET',
    path: '/api/v2/lab/select',
    summary: '实验室下拉列表',
    access: 'signed-in',
    query: z.object({
      keyword,
      deptId: ifAsked(id),
      size: z.coerce.number<number | string>().int().min(1).max(1000).default(200),
    }),
    reply: z.array(ref.extend({ serialId: z.string() })),
  }),
  /**
   * The caller's roles in this lab. `reviewer` and `system_admin` are added to the lab's own roles;
   * `system_admin` may edit every lab (LABORATORY_ALL).
   */
  roles: call({
    method: 'GET',
    path: '/api/v2/lab/get_role',
    summary: '当前用户在实验室的角色',
    access: 'signed-in',
    query: which,
    reply: z.object({
      lab_director: z.boolean(),
      lab_admin: z.boolean(),
      lab_member: z.boolean(),
      reviewer: z.boolean(),
      system_admin: z.boolean(),
    }),
  }),
  list: call({
    method: 'GET',
    path: '/api/laboratory/list',
    summary: '实验室列表',
    access: 'signed-in',
    query: pageQuery.extend(filters),
    reply: definePage(labRow),
  }),
  search: call({
    method: 'GET',
    path: '/api/laboratory/search',
    summary: '搜索实验室',
    access: 'signed-in',
    query: pageQuery.extend({ ...filters, labName: keyword }).omit({ keyword: true }),
    reply: definePage(labRow),
  }),
  /** Overview of the platform: the number of labs of each grade, and the first of them. */
  byGrade: call({
    method: 'GET',
    path: '/api/v2/lab/list-by-grade',
    summary: '按级别列出实验室',
    access: 'signed-in',
    query: z.object({
      type: optionalLine('类型', 30),
      deptId: ifAsked(id),
      keyword,
      size: z.coerce.number<number | string>().int().min(1).max(50).default(12),
    }),
    reply: z.array(
      z.object({
        grade: z.string().nullable(),
        label: z.string(),
        total: z.number(),
        items: z.array(
          ref.extend({
            serialId: z.string(),
            dept: z.string(),
            sharedDevices: z.number(),
            imageUrl: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  images: call({
    method: 'GET',
    path: '/api/v2/lab/image',
    summary: '实验室图片',
    access: 'signed-in',
    query: which,
    reply: z.array(labImage),
  }),
  my: call({
    method: 'GET',
    path: '/api/v2/lab/my',
    summary: '我的实验室',
    access: 'signed-in',
    reply: z.array(myLabRow),
  }),
  detail: call({
    method: 'GET',
    path: '/api/v2/lab/detail',
    summary: '实验室详情',
    access: 'signed-in',
    query: which,
    reply: labDetail,
  }),
  devices: call({
    method: 'GET',
    path: '/api/v2/lab/devices',
    summary: '实验室的仪器',
    access: 'signed-in',
    query: pageQuery.extend({ id: labKey, keyword }),
    reply: definePage(
      ref.extend({
        serialId: z.string(),
        model: z.string().nullable(),
        status: z.string(),
        shared: z.boolean(),
      }),
    ),
  }),

  /** Labs that the caller may change; all labs for people who may change all. */
  managed: call({
    method: 'GET',
    path: '/api/v2/lab/mng/list',
    summary: '我管理的实验室',
    access: 'signed-in',
    query: pageQuery.extend({ ...filters, enabled: flag }),
    reply: definePage(labRow.extend({ can })),
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/lab/mng',
    summary: '实验室数据',
    access: labPeople,
    query: which,
    reply: labDetail,
  }),
  create: call({
    method: 'POST',
    path: '/api/v2/lab/mng',
    summary: '新增实验室',
    access: { anyOf: ['LABORATORY_ALL'] },
    body: labBody.extend({ serialId: labSerial }),
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/api/v2/lab',
    summary: '修改实验室',
    access: labPeople,
    body: labBody.partial({ name: true, deptId: true }).extend({ id, accept }),
    reply: done,
  }),
  enable: call({
    method: 'PUT',
    path: '/api/v2/lab/{id}/enabled',
    summary: '启用或停用实验室',
    access: labPeople,
    params: labRefParams,
    body: z.object({ enabled: z.boolean(), accept }),
    reply: done,
  }),
  /**
   * Sets the lab's rooms besides the one with its entrance. With `seen`, the rooms with which the form began,
   * only what was added and removed since is written: a colleague may have chosen others meanwhile.
   */
  chooseRooms: call({
    method: 'PUT',
    path: '/api/v2/lab/{id}/rooms',
    summary: '设置实验室房间',
    access: labPeople,
    params: labRefParams,
    body: z.object({ roomIds, seen: roomIds.optional() }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/lab',
    summary: '删除实验室',
    access: { anyOf: ['LABORATORY_ALL'] },
    query: which,
    reply: done,
  }),
  /** The labs that the caller may change, as a file. */
  export: call({
    method: 'GET',
    path: '/api/laboratory/info/download',
    summary: '导出实验室',
    access: 'signed-in',
    query: z.object({ ...filters, enabled: flag }),
    reply: z.null(),
    raw: true,
    perMinute: 20,
  }),
  addImage: call({
    method: 'POST',
    path: '/api/v2/lab/image',
    summary: '上传实验室图片',
    access: labPeople,
    upload: { field: 'file', maxFiles: 1, maxBytes: 10_000_000, accept: ['image'] },
    body: z.object({ labId: labRef }),
    reply: labImage,
  }),
  removeImage: call({
    method: 'DELETE',
    path: '/api/v2/lab/image',
    summary: '删除实验室图片',
    access: labPeople,
    query: z.object({ id: z.uuid('图片编号不正确') }),
    reply: done,
  }),

  members: call({
    method: 'GET',
    path: '/api/laboratory/master/list',
    summary: '实验室人员',
    access: { onRow: '实验室成员、管理员' },
    query: z.object({ labId: labRef, role: z.enum(labRoles).optional() }),
    reply: z.array(labMemberRow),
  }),
  addMember: call({
    method: 'POST',
    path: '/api/laboratory/master/create',
    summary: '添加实验室人员',
    access: labPeople,
    body: z.object({ labId: labRef, userId: id, role: z.enum(labRoles, { error: '请选择职务' }) }),
    reply: z.object({ id: z.number() }),
  }),
  /** Sets a phone number for the post. Empty: the person's own number is used again. */
  memberPhone: call({
    method: 'POST',
    path: '/api/laboratory/master/telPhone',
    summary: '设置实验室人员电话',
    access: { onRow: '本人、实验室主任（须持有相应权限）' },
    body: z.object({ id, phone: optionalPhone }),
    reply: done,
  }),
  removeMember: call({
    method: 'DELETE',
    path: '/api/laboratory/master/remove/{id}',
    summary: '移除实验室人员',
    access: labPeople,
    params: idParams,
    reply: done,
  }),

  reviewers: call({
    method: 'GET',
    path: '/api/device_auditor/get_by_lab_id',
    summary: '实验室的设备审核员',
    access: { onRow: '实验室成员、管理员' },
    query: z.object({ labId: labRef }),
    reply: z.array(reviewerRow),
  }),
  /** Adds a reviewer for one device or, without a device, for all devices of the lab. */
  addReviewer: call({
    method: 'POST',
    path: '/api/device_auditor/add',
    summary: '添加设备审核员',
    access: labPeople,
    body: z.object({ labId: labRef, deviceId: deviceRef.nullish(), userId: id }),
    reply: z.object({ id: z.number() }),
  }),
  removeReviewer: call({
    method: 'DELETE',
    path: '/api/device_auditor/delete',
    summary: '移除设备审核员',
    access: labPeople,
    query: z.object({ id }),
    reply: done,
  }),
}
