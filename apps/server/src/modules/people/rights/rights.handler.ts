import type { Parsed } from '@portal/contract/kernel/call'
import { menuFor, menuPaths, wholeMenu } from '@portal/contract/people/menus'
import { peopleRefusals } from '@portal/contract/people/people'
import { rightsRefusals, type PermissionRow, type rightsCalls } from '@portal/contract/people/rights'
import type { Ctx } from '../../../kernel/ctx.ts'
import { fail, forbidden, isDatabaseError, notFound, refuse, refuseField } from '../../../kernel/refuse.ts'
import { exported } from '../../../kernel/sheet.ts'
import { reaches } from '../people.rules.ts'
import { keepAnAdmin, lockAdmins } from '../administration/judging.action.ts'
import { closesRing, treeOf } from './rights.rules.ts'
import * as store from './rights.store.ts'

const refuseBy = (code: keyof typeof rightsRefusals, field?: string) =>
  field ? refuseField(field, rightsRefusals[code], code) : refuse(code, rightsRefusals[code])
const takenAs = (code: 'ROLE_TAKEN' | 'CODE_TAKEN') => (e: unknown) => {
  throw isDatabaseError(e) && e.code === '23505' ? refuseBy(code, 'code') : e
}

// ── roles ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const roles = (ctx: Ctx, { query }: Parsed<typeof rightsCalls.roles>) =>
  store.roles(ctx.db, query.keyword, query)
export const allRoles = (ctx: Ctx) => store.allRoles(ctx.db)

export async function role(ctx: Ctx, { params }: Parsed<typeof rightsCalls.role>) {
  return roleOf(ctx, params.id)
}
async function roleOf(ctx: Ctx, id: number): Promise<store.RoleDetailRecord> {
  const found = await store.role(ctx.db, id)
  if (!found) throw notFound('角色')
  return found
}
/** A role with rights that one does not hold is not one's to change. */
async function roleToChange(ctx: Ctx, id: number): Promise<store.RoleDetailRecord> {
  const found = await roleOf(ctx, id)
  if (!reaches(ctx.me.permissions, found.codes)) throw forbidden(peopleRefusals.BEYOND_OWN_RIGHTS)
  ctx.target = `角色 ${found.code}`
  return found
}

export async function createRole(ctx: Ctx, { body }: Parsed<typeof rightsCalls.createRole>) {
  ctx.target = `角色 ${body.code}`
  return { id: await store.addRole(ctx.db, body).catch(takenAs('ROLE_TAKEN')) }
}

export async function changeRole(ctx: Ctx, { body }: Parsed<typeof rightsCalls.changeRole>) {
  const before = await roleToChange(ctx, body.id)
  if (before.builtin && before.code !== body.code) throw refuseBy('BUILTIN_ROLE', 'code')
  await store.changeRole(ctx.db, body.id, body).catch(takenAs('ROLE_TAKEN'))
  return null
}

export async function removeRole(ctx: Ctx, { params }: Parsed<typeof rightsCalls.removeRole>) {
  const found = await roleToChange(ctx, params.id)
  if (found.builtin) throw refuseBy('BUILTIN_ROLE')
  if (found.people > 0) throw refuseBy('ROLE_IN_USE')
  await store.removeRole(ctx.db, params.id)
  return null
}

export async function setPermissions(ctx: Ctx, { body }: Parsed<typeof rightsCalls.setPermissions>) {
  await lockAdmins(ctx)
  await roleToChange(ctx, body.id)
  const wanted = new Set(body.permissionIds)
  const given = (await store.allPermissions(ctx.db)).filter((p) => wanted.has(p.id))
  if (given.length !== wanted.size) throw fail('BAD_REQUEST', '所选权限不存在')
  if (
    !reaches(
      ctx.me.permissions,
      given.map((p) => p.code),
    )
  )
    throw forbidden(peopleRefusals.BEYOND_OWN_RIGHTS)
  await store.setPermissions(ctx.db, body.id, [...wanted])
  await keepAnAdmin(ctx)
  return null
}

export async function setMenus(ctx: Ctx, { body }: Parsed<typeof rightsCalls.setMenus>) {
  await roleToChange(ctx, body.id)
  const unknown = body.menus.find((path) => !menuPaths.includes(path))
  if (unknown !== undefined) throw fail('BAD_REQUEST', '所选菜单不存在')
  await store.setMenus(ctx.db, body.id, [...new Set(body.menus)])
  return null
}

// ── permissions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const permissions = (ctx: Ctx, { query }: Parsed<typeof rightsCalls.permissions>) =>
  store.permissions(ctx.db, query.keyword, query)
export const permissionTree = async (ctx: Ctx) => treeOf(await store.allPermissions(ctx.db))

async function permissionOf(ctx: Ctx, id: number): Promise<PermissionRow> {
  const found = await store.permission(ctx.db, id)
  if (!found) throw notFound('权限')
  ctx.target = `权限 ${found.code}`
  return found
}
async function judgeParent(ctx: Ctx, id: number | null, parentId: number | null): Promise<void> {
  if (parentId === null) return
  await store.lockPermissions(ctx.db) // two who hang each under the other would close a ring
  const rows = await store.allPermissions(ctx.db)
  if (!rows.some((row) => row.id === parentId)) throw refuseField('parentId', '上级权限不存在')
  if (id !== null && closesRing(rows, id, parentId)) throw refuseBy('OWN_DESCENDANT', 'parentId')
}

export async function createPermission(ctx: Ctx, { body }: Parsed<typeof rightsCalls.createPermission>) {
  await judgeParent(ctx, null, body.parentId)
  ctx.target = `权限 ${body.code}`
  return { id: await store.addPermission(ctx.db, body).catch(takenAs('CODE_TAKEN')) }
}

export async function changePermission(ctx: Ctx, { body }: Parsed<typeof rightsCalls.changePermission>) {
  const before = await permissionOf(ctx, body.id)
  if (before.builtin && before.code !== body.code) throw refuseBy('BUILTIN_PERMISSION', 'code')
  await judgeParent(ctx, body.id, body.parentId)
  await store.changePermission(ctx.db, body.id, body).catch(takenAs('CODE_TAKEN'))
  return null
}

export async function removePermission(ctx: Ctx, { params }: Parsed<typeof rightsCalls.removePermission>) {
  const before = await permissionOf(ctx, params.id)
  if (before.builtin) throw refuseBy('BUILTIN_PERMISSION')
  await store.removePermission(ctx.db, params.id).catch((e: unknown) => {
    throw isDatabaseError(e) && e.code === '23503' ? refuseBy('HAS_CHILDREN') : e
  })
  return null
}

// ── menus ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const menuTree = () => wholeMenu()
export const myMenu = async (ctx: Ctx) =>
  menuFor(ctx.me.permissions, await store.menusOf(ctx.db, ctx.me.roles))

// ── as files ────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const exportRoles = exported('角色', roles, [
  { header: '角色编码', width: 24, value: (r) => r.code },
  { header: '角色名称', width: 20, value: (r) => r.name },
  { header: '说明', width: 40, value: (r) => r.description },
  { header: '内置', width: 8, value: (r) => r.builtin },
  { header: '人数', width: 8, value: (r) => r.people },
  { header: '创建时间', width: 18, value: (r) => r.createdTime },
])
export const exportPermissions = exported('权限', permissions, [
  { header: '权限编码', width: 28, value: (p) => p.code },
  { header: '权限名称', width: 24, value: (p) => p.name },
  { header: '排序', width: 8, value: (p) => p.sort },
  { header: '内置', width: 8, value: (p) => p.builtin },
])
