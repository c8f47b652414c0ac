import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import {
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
  seenAt,
  sortNumber,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { ref } from '../kernel/rows.ts'

export const deptKinds = ['college', 'center', 'office'] as const
export type DeptKind = (typeof deptKinds)[number]
export const deptKindWords: Record<DeptKind, string> = {
  college: '院系',
  center: '平台中心',
  office: '职能部门',
}

export const deptRefusals = {
  DEPT_CODE_TAKEN: '该单位编码已存在',
  DEPT_NAME_TAKEN: '同一上级单位下已有同名单位',
  DEPT_CYCLE: '上级单位不能是自己或自己的下级',
  DEPT_IN_USE: '该单位仍在使用，不能删除；如不再使用，请停用',
  DEPT_MERGE_IN_USE: '该单位仍在使用，不能合并：请先处理下列内容',
  DEPT_MERGE_SELF: '不能合并到自己或自己的下级单位',
  DEPT_MERGE_CLOSED: '要合并到的单位已停用',
  HEAD_UNKNOWN: '所选负责人不存在或已停用',
  CONTACTS_FULL: '一个单位最多登记 100 个岗位',
} as const

export const deptRow = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(deptKinds),
  sort: z.number(),
  enabled: z.boolean(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Whom to ask about the dept. Gives no rights: see `approvers` (docs/decisions/057). */
  head: ref.nullable(),
})
export type DeptRow = z.output<typeof deptRow>

export interface DeptNode {
  id: number
  label: string
  code: string
  kind: DeptKind
  enabled: boolean
  head: string | null
  children: DeptNode[]
}
export const deptNode: z.ZodType<DeptNode> = z.object({
  id: z.number(),
  label: z.string(),
  code: z.string(),
  kind: z.enum(deptKinds),
  enabled: z.boolean(),
  head: z.string().nullable(),
  get children() {
    return z.array(deptNode)
  },
})

export const deptBody = z.object({
  parentId: id.nullish(),
  code: line('单位编码', 20).regex(/^[\w-]+$/, '单位编码只能使用字母、数字、下划线和连字符'),
  name: line('单位名称', 60),
  kind: z.enum(deptKinds, { error: '请选择单位类别' }).default('college'),
  sort: sortNumber(99_999),
  enabled: z.boolean().default(true),
  address: optionalLine('地址', 200),
  phone: optionalPhone,
  email: optionalEmail,
  headId: id.nullish().transform((v) => v ?? null),
})

const admin = { anyOf: ['ADMIN'] } as const

/** What a person may do with a dept's overview: write it, or only assign its posts. */
export const overviewEdits = ['edit', 'team'] as const
const overviewCan = z.array(z.enum(overviewEdits))

export const dutyHtml = z.string({ error: '请填写部门职责' }).max(200_000, '部门职责过长')
export const deptDuty = z.object({
  dept: ref.extend({
    kind: z.enum(deptKinds),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** Sanitised HTML; empty if nothing has been written yet. */
  bodyHtml: z.string(),
  updatedAt: at.nullable(),
  updatedBy: z.string().nullable(),
  can: overviewCan,
})
export type DeptDuty = z.output<typeof deptDuty>

export const MAX_CONTACTS = 100
export const contactRow = z.object({
  id: z.number(),
  post: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  office: z.string().nullable(),
  duty: z.string().nullable(),
  sort: z.number(),
  can: overviewCan,
})
export type ContactRow = z.output<typeof contactRow>
export const contactBody = z.object({
  /** The contact to change; without it a new one is made. */
  id: id.nullish(),
  deptId: id,
  post: line('岗位', 40),
  name: line('联系人', 40),
  phone: optionalPhone,
  email: optionalEmail,
  office: optionalLine('办公地点', 100),
  duty: text('岗位职责', 500),
  sort: sortNumber(99_999),
})

const teamEditors = { onRow: '部门概况或团队建设的编辑人（限本单位）、管理员' }
const overviewEditors = { onRow: '部门概况编辑人（限本单位）、部门概况管理员' }
const listFilters = { keyword, kind: ifAsked(z.enum(deptKinds)), enabled: flag }

export const deptCalls = {
  tree: call({
    method: 'GET',
    path: '/api/v2/dept/tree',
    summary: '单位树',
    access: 'visitors',
    sharedSeconds: 300,
    query: z.object({ enabled: flag }),
    reply: z.object({ content: z.array(deptNode), totalElements: z.number().int() }),
  }),
  list: call({
    method: 'GET',
    path: '/api/v2/dept/list',
    summary: '单位列表',
    access: 'signed-in',
    query: pageQuery.extend(listFilters),
    reply: definePage(deptRow.extend({ parentName: z.string().nullable() })),
  }),
  get: call({
    method: 'GET',
    path: '/api/v2/dept/{id}',
    summary: '单位详情',
    access: 'signed-in',
    params: idParams,
    reply: deptRow.extend({
      /**
       * Who decides where a dept's approval is asked now: people with the role DEPT_HEAD in it or in a dept
       * above. Null for those who do not administer depts.
       */
      approvers: z.array(ref.extend({ deptName: z.string() })).nullable(),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/backend/api/v1/dept',
    summary: '新增单位',
    access: admin,
    body: deptBody,
    reply: z.object({ id: z.number() }),
  }),
  change: call({
    keeps: true,
    method: 'PUT',
    path: '/backend/api/v1/dept',
    summary: '修改单位',
    access: admin,
    body: deptBody.extend({ id }),
    reply: done,
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/v2/dept/{id}',
    summary: '删除单位',
    access: admin,
    params: idParams,
    reply: done,
  }),
  /** Moves a dept under another one or to another position: before the named sibling, or last. */
  place: call({
    method: 'PUT',
    path: '/api/v2/dept/{id}/place',
    summary: '移动单位',
    access: admin,
    params: idParams,
    body: z.object({ parentId: id.nullish(), beforeId: id.nullish() }),
    reply: done,
  }),
  /**
   * Moves the dept's children and its description to another dept and deletes it. If records name it, it
   * stays instead: closed, under the other dept (decision 140). Refused while people, labs and the like
   * belong to it.
   */
  merge: call({
    method: 'POST',
    path: '/api/v2/dept/{id}/merge',
    summary: '合并单位',
    access: admin,
    params: idParams,
    body: z.object({ intoId: id }),
    reply: done,
  }),
  export: call({
    method: 'GET',
    path: '/api/dept/info/download',
    summary: '导出单位',
    access: 'signed-in',
    query: z.object(listFilters),
    reply: z.null(),
    raw: true,
    perMinute: 20,
  }),

  /** Depts that have an overview or, for editors, whose overview they may write. */
  overviews: call({
    method: 'GET',
    path: '/api/v2/dept/overviews',
    summary: '有部门概况的单位',
    access: 'signed-in',
    query: z.object({ editable: flag }),
    reply: z.array(ref.extend({ kind: z.enum(deptKinds), written: z.boolean() })),
  }),
  duty: call({
    method: 'GET',
    path: '/api/dept/deptDuty',
    summary: '部门职责',
    access: 'signed-in',
    query: z.object({ deptId: id }),
    reply: deptDuty,
  }),
  writeDuty: call({
    method: 'POST',
    path: '/api/dept/deptDuty',
    summary: '编辑部门职责',
    access: overviewEditors,
    body: z.object({ deptId: id, bodyHtml: dutyHtml, seenAt }),
    reply: z.object({ updatedAt: at }),
  }),
  contacts: call({
    method: 'GET',
    path: '/api/dept/postContact',
    summary: '岗位联系方式',
    access: 'signed-in',
    query: pageQuery.extend({ deptId: id }),
    reply: definePage(contactRow),
  }),
  saveContact: call({
    keeps: true,
    method: 'POST',
    path: '/api/dept/postContact',
    summary: '保存岗位联系方式',
    access: teamEditors,
    body: contactBody,
    reply: z.object({ id: z.number() }),
  }),
  removeContact: call({
    method: 'DELETE',
    path: '/api/dept/postContact/{id}',
    summary: '删除岗位联系方式',
    access: teamEditors,
    params: idParams,
    reply: done,
  }),
}
