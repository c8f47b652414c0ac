import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { flag, id, idParams, ifAsked, keyword, line, optionalEmail, optionalLine, optionalPhone } from '../kernel/fields.ts'
import { pageOf, pageQuery } from '../kernel/page.ts'

export const deptKinds = ['college', 'center', 'office'] as const
export type DeptKind = (typeof deptKinds)[number]
export const deptKindWords: Record<DeptKind, string> = { college: '院系', center: '平台中心', office: '职能部门' }

export const deptRefusals = {
  DEPT_CODE_TAKEN: '该单位编码已存在',
  DEPT_CYCLE: '上级单位不能是自己或自己的下级',
  DEPT_IN_USE: '该单位仍有下级单位、人员、实验室或仪器，不能删除；如不再使用，请停用',
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
})
export type DeptRow = z.output<typeof deptRow>

export interface DeptNode {
  id: number
  label: string
  code: string
  kind: DeptKind
  enabled: boolean
  children: DeptNode[]
}
export const deptNode: z.ZodType<DeptNode> = z.object({
  id: z.number(),
  label: z.string(),
  code: z.string(),
  kind: z.enum(deptKinds),
  enabled: z.boolean(),
  get children() {
    return z.array(deptNode)
  },
})

export const deptBody = z.object({
  parentId: id.nullish(),
  code: line('单位编码', 20).regex(/^[\w-]+$/, '单位编码只能使用字母、数字、下划线和连字符'),
  name: line('单位名称', 60),
  kind: z.enum(deptKinds, { error: '请选择单位类别' }).default('college'),
  sort: z.number().int('排序应为整数').min(0, '排序不能为负数').max(99_999, '排序过大').default(0),
  enabled: z.boolean().default(true),
  address: optionalLine('地址', 200),
  phone: optionalPhone,
  email: optionalEmail,
})

const admin = { anyOf: ['ADMIN'] } as const

export const deptCalls = {
  tree: call({
    method: 'GET',
    path: '/api/v2/dept/tree',
    summary: '单位树',
    access: 'signed-in',
    query: z.object({ enabled: flag }),
    reply: z.object({ content: z.array(deptNode), totalElements: z.number().int() }),
  }),
  list: call({
    method: 'GET',
    path: '/api/v2/dept/list',
    summary: '单位列表',
    access: 'signed-in',
    query: pageQuery.extend({ keyword, kind: ifAsked(z.enum(deptKinds)), enabled: flag }),
    reply: pageOf(deptRow.extend({ parentName: z.string().nullable() })),
  }),
  create: call({ method: 'POST', path: '/backend/api/v1/dept', summary: '新增单位', access: admin, body: deptBody, reply: z.object({ id: z.number() }) }),
  change: call({ method: 'PUT', path: '/backend/api/v1/dept', summary: '修改单位', access: admin, body: deptBody.extend({ id }), reply: done }),
  remove: call({ method: 'DELETE', path: '/api/v2/dept/{id}', summary: '删除单位', access: admin, params: idParams, reply: done }),
}
