import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, id, idParams, keyword, line, optionalLine, sortNumber } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { menuNode } from './menus.ts'

const code = (label: string) =>
  z
    .string({ error: `请填写${label}` })
    .trim()
    .regex(/^[A-Z][A-Z0-9_]{1,49}$/, `${label}为 2–50 位大写字母、数字或下划线，以字母开头`)
const ids = (label: string) => z.array(id, { error: `请选择${label}` }).max(1000, `${label}过多`)

export const permissionRow = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  code: z.string(),
  name: z.string(),
  sort: z.number().int(),
  /** The program refers to it by its code: it can be renamed and moved, but not removed. */
  builtin: z.boolean(),
})
export type PermissionRow = z.output<typeof permissionRow>
export interface PermissionNode extends PermissionRow {
  children: PermissionNode[]
}
export const permissionNode: z.ZodType<PermissionNode> = permissionRow.extend({
  get children() {
    return z.array(permissionNode)
  },
})

export const roleRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  builtin: z.boolean(),
  /** Number of people with the role. */
  people: z.number().int(),
  createdTime: at,
  /** `change` only if the role grants no permission that the caller lacks. */
  can: z.array(z.enum(['change'])),
})
export type RoleRow = z.output<typeof roleRow>
/**
 * A role with its permissions. `menus`: the back-office entries it is limited to; empty: all entries that its
 * permissions open.
 */
export const roleDetail = roleRow.extend({ permissionIds: z.array(z.number()), menus: z.array(z.string()) })

export const rightsRefusals = {
  ROLE_TAKEN: '角色编码或名称已存在',
  CODE_TAKEN: '权限编码已存在',
  BUILTIN_ROLE: '内置角色不能删除，编码不能修改',
  BUILTIN_PERMISSION: '内置权限不能删除，编码不能修改',
  ROLE_IN_USE: '仍有用户属于该角色，不能删除',
  /** Follows the name of the process. */
  ROLE_NAMED: '指定了该角色，不能删除该角色或修改其编码',
  HAS_CHILDREN: '请先删除下级权限',
  OWN_DESCENDANT: '上级权限不能是自己或自己的下级',
} as const

const roleBody = z.object({
  code: code('角色编码'),
  name: line('角色名称', 50),
  description: optionalLine('说明', 200),
})
const permissionBody = z.object({
  parentId: id.nullish().transform((v) => v ?? null),
  code: code('权限编码'),
  name: line('权限名称', 50),
  sort: sortNumber(),
})

const readRoles = { anyOf: ['ROLES_ALL', 'ROLES_SELECT', 'USER_ALL'] } as const
// Lists of people can be filtered by role, so their readers may read the names of roles.
const nameRoles = { anyOf: [...readRoles.anyOf, 'USER_SELECT'] } as const
const writeRoles = { anyOf: ['ROLES_ALL'] } as const
const readPermissions = {
  anyOf: ['PERMISSION_ALL', 'PERMISSION_SELECT', 'ROLES_ALL', 'ROLES_SELECT'],
} as const
const writePermissions = { anyOf: ['PERMISSION_ALL'] } as const

const roleList = call({
  method: 'GET',
  path: '/backend/api/roles',
  summary: '角色列表',
  access: readRoles,
  query: pageQuery.extend({ keyword }),
  reply: definePage(roleRow),
})
const permissionList = call({
  method: 'GET',
  path: '/backend/api/permissions',
  summary: '权限列表',
  access: readPermissions,
  query: pageQuery.extend({ keyword }),
  reply: definePage(permissionRow),
})

const menuList = z.array(z.string().max(100)).max(200, '菜单过多')

export const rightsCalls = {
  roles: roleList,
  exportRoles: defineExport(roleList, '导出角色'),
  allRoles: call({
    method: 'GET',
    path: '/backend/api/roles/all',
    summary: '全部角色',
    access: nameRoles,
    reply: z.array(roleRow),
  }),
  role: call({
    method: 'GET',
    path: '/backend/api/roles/{id}',
    summary: '角色详情',
    access: readRoles,
    params: idParams,
    reply: roleDetail,
  }),
  createRole: call({
    method: 'POST',
    path: '/backend/api/roles',
    summary: '新增角色',
    access: writeRoles,
    body: roleBody,
    reply: z.object({ id: z.number() }),
  }),
  changeRole: call({
    keeps: true,
    method: 'PUT',
    path: '/backend/api/roles',
    summary: '修改角色',
    access: writeRoles,
    body: roleBody.extend({ id }),
    reply: done,
  }),
  removeRole: call({
    method: 'DELETE',
    path: '/backend/api/roles/{id}',
    summary: '删除角色',
    access: writeRoles,
    params: idParams,
    reply: done,
  }),
  setPermissions: call({
    method: 'PUT',
    path: '/backend/api/roles/permission',
    summary: '设置角色权限',
    access: writeRoles,
    /** `seen` is what the caller began with: what was not touched stays as it is by now. */
    body: z.object({ id, permissionIds: ids('权限'), seen: ids('权限').optional() }),
    reply: done,
  }),
  setMenus: call({
    method: 'PUT',
    path: '/backend/api/roles/menu',
    summary: '设置角色菜单',
    access: writeRoles,
    /** `seen` is what the caller began with: what was not touched stays as it is by now. */
    body: z.object({ id, menus: menuList, seen: menuList.optional() }),
    reply: done,
  }),

  permissions: permissionList,
  exportPermissions: defineExport(permissionList, '导出权限'),
  permissionTree: call({
    method: 'GET',
    path: '/backend/api/permissions/tree',
    summary: '权限树',
    access: readPermissions,
    reply: z.array(permissionNode),
  }),
  createPermission: call({
    method: 'POST',
    path: '/backend/api/permissions',
    summary: '新增权限',
    access: writePermissions,
    body: permissionBody,
    reply: z.object({ id: z.number() }),
  }),
  changePermission: call({
    keeps: true,
    method: 'PUT',
    path: '/backend/api/permissions',
    summary: '修改权限',
    access: writePermissions,
    body: permissionBody.extend({ id }),
    reply: done,
  }),
  removePermission: call({
    method: 'DELETE',
    path: '/backend/api/permissions/{id}',
    summary: '删除权限',
    access: writePermissions,
    params: idParams,
    reply: done,
  }),

  /** All entries of the back office, for the role editor. */
  menuTree: call({
    method: 'GET',
    path: '/backend/api/menus/tree',
    summary: '菜单树',
    access: readRoles,
    reply: z.array(menuNode),
  }),
  /** The caller's back-office menu. */
  myMenu: call({
    method: 'GET',
    path: '/permission/build',
    summary: '当前用户菜单',
    access: 'signed-in',
    sharedSeconds: 60,
    sharedAmong: 'rights',
    reply: z.array(menuNode),
  }),
}
