import type { Parsed } from '@portal/contract/kernel/call'
import { menuFor, menuPaths, wholeMenu } from '@portal/contract/people/menus'
import { peopleRefusals } from '@portal/contract/people/people'
import { rightsRefusals, type PermissionRow, type rightsCalls } from '@portal/contract/people/rights'
import type { Ctx } from '../../../kernel/ctx.ts'
import {
  defineTranslation,
  fail,
  forbidden,
  notFound,
  refuse,
  refuseField,
  violatesReference,
} from '../../../kernel/refuse.ts'
import { exported } from '../../../kernel/sheet.ts'
import { keepAnAdmin } from '../administration/judging.action.ts'
import { findDifference, reaches } from '../people.rules.ts'
import { findProcessNaming } from '../processes.store.ts'
import { lockAdmins } from '../roles.store.ts'
import { buildTree, closesRing } from './rights.rules.ts'
import * as store from './rights.store.ts'

const refuseBy = (code: keyof typeof rightsRefusals, field?: string) =>
  field ? refuseField(field, rightsRefusals[code], code) : refuse(code, rightsRefusals[code])
const refuseTaken = defineTranslation({
  role_code_key: () => refuseBy('ROLE_TAKEN', 'code'),
  role_name_key: () => refuseBy('ROLE_TAKEN', 'name'),
  permission_code_key: () => refuseBy('CODE_TAKEN', 'code'),
})

// ── roles ──────────────────────────────────────────────────────────────────

const showRow = <R extends store.RoleRecord>(ctx: Ctx, { codes, ...role }: R) => ({
  ...role,
  can: ctx.holds('ROLES_ALL') && reaches(ctx.me.permissions, codes) ? ['change' as const] : [],
})

export async function listRoles(ctx: Ctx, { query }: Parsed<typeof rightsCalls.roles>) {
  const { items, total } = await store.listRoles(ctx.db, query.keyword, query)
  return { items: items.map((r) => showRow(ctx, r)), total }
}
export const listAllRoles = async (ctx: Ctx) => (await store.listAllRoles(ctx.db)).map((r) => showRow(ctx, r))

export async function showRole(ctx: Ctx, { params }: Parsed<typeof rightsCalls.role>) {
  return showRow(ctx, await requireRole(ctx, params.id))
}
async function requireRole(ctx: Ctx, id: number): Promise<store.RoleDetailRecord> {
  const found = await store.findRole(ctx.db, id)
  if (!found) throw notFound('角色')
  return found
}
/** A role with rights that the caller lacks may not be changed by the caller. */
async function requireChangeable(ctx: Ctx, id: number): Promise<store.RoleDetailRecord> {
  const found = await requireRole(ctx, id)
  if (!reaches(ctx.me.permissions, found.codes)) throw forbidden(peopleRefusals.BEYOND_OWN_RIGHTS)
  ctx.target = `角色 ${found.code}`
  return found
}

export async function createRole(ctx: Ctx, { body }: Parsed<typeof rightsCalls.createRole>) {
  ctx.target = `角色 ${body.code}`
  return { id: await refuseTaken(() => store.addRole(ctx, body)) }
}

export async function changeRole(ctx: Ctx, { body }: Parsed<typeof rightsCalls.changeRole>) {
  const before = await requireChangeable(ctx, body.id)
  if (before.builtin && before.code !== body.code) throw refuseBy('BUILTIN_ROLE', 'code')
  if (before.code !== body.code) await refuseNamed(ctx, before.code, 'code')
  await refuseTaken(() => store.changeRole(ctx, body.id, body))
  return null
}

export async function removeRole(ctx: Ctx, { params }: Parsed<typeof rightsCalls.removeRole>) {
  const found = await requireChangeable(ctx, params.id)
  if (found.builtin) throw refuseBy('BUILTIN_ROLE')
  if (found.people > 0) throw refuseBy('ROLE_IN_USE')
  await refuseNamed(ctx, found.code)
  await store.removeRole(ctx, params.id)
  return null
}

/** A process that names the role by a code that is gone would ask nobody. */
async function refuseNamed(ctx: Ctx, code: string, field?: string): Promise<void> {
  const name = await findProcessNaming(ctx.db, 'role', [code])
  if (name === undefined) return
  const message = `流程“${name}”${rightsRefusals.ROLE_NAMED}`
  throw field ? refuseField(field, message, 'ROLE_NAMED') : refuse('ROLE_NAMED', message)
}

export async function setPermissions(ctx: Ctx, { body }: Parsed<typeof rightsCalls.setPermissions>) {
  await lockAdmins(ctx)
  const role = await requireChangeable(ctx, body.id)
  const { give, take } = findDifference(body.permissionIds, body.seen ?? role.permissionIds)
  const given = (await store.listAllPermissions(ctx.db)).filter((p) => give.includes(p.id))
  if (given.length !== give.length) throw fail('BAD_REQUEST', '所选权限不存在')
  if (
    !reaches(
      ctx.me.permissions,
      given.map((p) => p.code),
    )
  )
    throw forbidden(peopleRefusals.BEYOND_OWN_RIGHTS)
  await store.changePermissions(ctx, body.id, { give, take })
  await keepAnAdmin(ctx)
  return null
}

export async function setMenus(ctx: Ctx, { body }: Parsed<typeof rightsCalls.setMenus>) {
  const role = await requireChangeable(ctx, body.id)
  const unknown = body.menus.find((path) => !menuPaths.includes(path))
  if (unknown !== undefined) throw fail('BAD_REQUEST', '所选菜单不存在')
  await store.changeMenus(ctx, body.id, findDifference(body.menus, body.seen ?? role.menus))
  return null
}

// ── permissions ────────────────────────────────────────────────────────────

export const listPermissions = (ctx: Ctx, { query }: Parsed<typeof rightsCalls.permissions>) =>
  store.listPermissions(ctx.db, query.keyword, query)
export const showPermissionTree = async (ctx: Ctx) => buildTree(await store.listAllPermissions(ctx.db))

async function requirePermission(ctx: Ctx, id: number): Promise<PermissionRow> {
  const found = await store.findPermission(ctx.db, id)
  if (!found) throw notFound('权限')
  ctx.target = `权限 ${found.code}`
  return found
}
async function judgeParent(ctx: Ctx, id: number | null, parentId: number | null): Promise<void> {
  if (parentId === null) return
  await store.lockPermissions(ctx) // two concurrent moves could create a cycle
  const rows = await store.listAllPermissions(ctx.db)
  if (!rows.some((row) => row.id === parentId)) throw refuseField('parentId', '上级权限不存在')
  if (id !== null && closesRing(rows, id, parentId)) throw refuseBy('OWN_DESCENDANT', 'parentId')
}

export async function createPermission(ctx: Ctx, { body }: Parsed<typeof rightsCalls.createPermission>) {
  await judgeParent(ctx, null, body.parentId)
  ctx.target = `权限 ${body.code}`
  return { id: await refuseTaken(() => store.addPermission(ctx, body)) }
}

export async function changePermission(ctx: Ctx, { body }: Parsed<typeof rightsCalls.changePermission>) {
  const before = await requirePermission(ctx, body.id)
  if (before.builtin && before.code !== body.code) throw refuseBy('BUILTIN_PERMISSION', 'code')
  await judgeParent(ctx, body.id, body.parentId)
  await refuseTaken(() => store.changePermission(ctx, body.id, body))
  return null
}

export async function removePermission(ctx: Ctx, { params }: Parsed<typeof rightsCalls.removePermission>) {
  const before = await requirePermission(ctx, params.id)
  if (before.builtin) throw refuseBy('BUILTIN_PERMISSION')
  await store.removePermission(ctx, params.id).catch((e: unknown) => {
    throw violatesReference(e) ? refuseBy('HAS_CHILDREN') : e
  })
  return null
}

// ── menus ──────────────────────────────────────────────────────────────────

export const showMenuTree = () => wholeMenu()
export const showMyMenu = async (ctx: Ctx) => menuFor(ctx.me, await store.readMenus(ctx.db, ctx.me.roles))

// ── as files ───────────────────────────────────────────────────────────────

export const exportRoles = exported('角色', listRoles, [
  { header: '角色编码', width: 24, value: (r) => r.code },
  { header: '角色名称', width: 20, value: (r) => r.name },
  { header: '说明', width: 40, value: (r) => r.description },
  { header: '内置', width: 8, value: (r) => r.builtin },
  { header: '人数', width: 8, value: (r) => r.people },
  { header: '创建时间', width: 18, value: (r) => r.createdTime },
])
export const exportPermissions = exported('权限', listPermissions, [
  { header: '权限编码', width: 28, value: (p) => p.code },
  { header: '权限名称', width: 24, value: (p) => p.name },
  { header: '排序', width: 8, value: (p) => p.sort },
  { header: '内置', width: 8, value: (p) => p.builtin },
])
