import type { PageQuery } from '@portal/contract/kernel/page'
import type { PermissionRow } from '@portal/contract/people/rights'
import type { Ctx } from '../../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../../kernel/fixed-list.store.ts'
import type { Difference } from '../people.rules.ts'

export interface RoleRecord {
  id: number
  code: string
  name: string
  description: string | null
  builtin: boolean
  people: number
  createdTime: Date
  codes: string[]
}
const PEOPLE = '(select count(*) from user_role ur where ur.role_id = r.id)'
const ROLE = `r.id, r.code, r.name, r.description, r.builtin, r.created_at as "createdTime",
    ${PEOPLE} as people,
    array(select p.code from role_permission rp join permission p on p.id = rp.permission_id
      where rp.role_id = r.id) as codes`
const pattern = (keyword: string | undefined) =>
  keyword ? `%${keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null
/** Matches a keyword by scanning the whole table, which has some dozens of rows. */
const named = (alias: string) =>
  `($1::text is null or lower(${alias}.name) like $1 or lower(${alias}.code) like $1)`

const roleOrders = new Map([
  ['name', 'r.name'],
  ['code', 'r.code'],
  ['people', PEOPLE],
  ['createdTime', 'r.created_at'],
])
export function listRoles(
  db: Db,
  keyword: string | undefined,
  { order_by, ...page }: PageQuery,
): Promise<{ items: RoleRecord[]; total: number }> {
  const [field = '', direction = 'asc'] = order_by?.split(' ') ?? []
  const order = `${roleOrders.get(field) ?? 'r.id'} ${direction}, r.id`
  const roles = defineShortList(1, { as: 'r', row: ROLE, from: 'role r', where: named('r'), order })
  return readShortPage(db, roles, [pattern(keyword)], page)
}
export const listAllRoles = (db: Db) => run<RoleRecord>(db, `select ${ROLE} from role r order by r.id`, [])

const ROLE_DETAIL = `select ${ROLE}, 
  array(select permission_id from role_permission where role_id = r.id order by 1) as "permissionIds",
  array(select path from role_menu where role_id = r.id order by 1) as menus
  from role r where r.id = $1`
export interface RoleDetailRecord extends RoleRecord {
  permissionIds: number[]
  menus: string[]
}
export const findRole = async (db: Db, id: number): Promise<RoleDetailRecord | undefined> =>
  (await run<RoleDetailRecord>(db, ROLE_DETAIL, [id]))[0]

const BY_ROLE = `select r.code, array(select p.code from role_permission rp
    join permission p on p.id = rp.permission_id where rp.role_id = r.id) as permissions
  from role r where r.id = any ($1::int8[]) order by r.id`
export const listCodesByRole = (db: Db, roleIds: readonly number[]) =>
  run<{ code: string; permissions: string[] }>(db, BY_ROLE, [roleIds])

export interface RoleValues {
  code: string
  name: string
  description: string | null
}
const ADD_ROLE = 'insert into role (code, name, description) values ($1, $2, $3) returning id'
export const addRole = async (ctx: Ctx, v: RoleValues): Promise<number> =>
  (await runOne<{ id: number }>(ctx.db, ADD_ROLE, [v.code, v.name, v.description])).id
export const changeRole = (ctx: Ctx, id: number, v: RoleValues) =>
  run(ctx.db, 'update role set code = $2, name = $3, description = $4 where id = $1', [
    id,
    v.code,
    v.name,
    v.description,
  ])
export const removeRole = (ctx: Ctx, id: number) => run(ctx.db, 'delete from role where id = $1', [id])

const TAKE_PERMISSIONS = 'delete from role_permission where role_id = $1 and permission_id = any ($2)'
const GIVE_PERMISSIONS = `insert into role_permission (role_id, permission_id) select $1, unnest($2::int8[])
  on conflict do nothing`
export async function changePermissions(
  ctx: Ctx,
  roleId: number,
  { give, take }: Difference<number>,
): Promise<void> {
  await run(ctx.db, TAKE_PERMISSIONS, [roleId, take])
  await run(ctx.db, GIVE_PERMISSIONS, [roleId, give])
}
const TAKE_MENUS = 'delete from role_menu where role_id = $1 and path = any ($2)'
const GIVE_MENUS = `insert into role_menu (role_id, path) select $1, unnest($2::text[])
  on conflict do nothing`
export async function changeMenus(
  ctx: Ctx,
  roleId: number,
  { give, take }: Difference<string>,
): Promise<void> {
  await run(ctx.db, TAKE_MENUS, [roleId, take])
  await run(ctx.db, GIVE_MENUS, [roleId, give])
}
const MENUS_OF = `select array(select path from role_menu m where m.role_id = r.id) as paths from role r
  where r.code = any ($1)`
/** The menu paths that these roles are restricted to; null if one of them has no restriction. */
export async function readMenus(db: Db, roles: readonly string[]): Promise<Set<string> | null> {
  const rows = await run<{ paths: string[] }>(db, MENUS_OF, [roles])
  return rows.length === 0 || rows.some((r) => r.paths.length === 0)
    ? null
    : new Set(rows.flatMap((r) => r.paths))
}

const PERMISSION = 'p.id, p.parent_id as "parentId", p.code, p.name, p.sort, p.builtin'
const PERMISSIONS = defineShortList(1, {
  as: 'p',
  row: PERMISSION,
  from: 'permission p',
  where: named('p'),
  order: 'p.sort, p.id',
})
export const listPermissions = (db: Db, keyword: string | undefined, page: PageQuery) =>
  readShortPage<PermissionRow>(db, PERMISSIONS, [pattern(keyword)], page)
export const listAllPermissions = (db: Db) =>
  run<PermissionRow>(db, `select ${PERMISSION} from permission p order by p.sort, p.id`, [])
export const findPermission = async (db: Db, id: number): Promise<PermissionRow | undefined> =>
  (await run<PermissionRow>(db, `select ${PERMISSION} from permission p where p.id = $1`, [id]))[0]

export interface PermissionValues {
  parentId: number | null
  code: string
  name: string
  sort: number
}
const ADD_PERMISSION =
  'insert into permission (parent_id, code, name, sort) values ($1, $2, $3, $4) returning id'
export const addPermission = async (ctx: Ctx, v: PermissionValues): Promise<number> =>
  (await runOne<{ id: number }>(ctx.db, ADD_PERMISSION, [v.parentId, v.code, v.name, v.sort])).id
export const changePermission = (ctx: Ctx, id: number, v: PermissionValues) =>
  run(ctx.db, 'update permission set parent_id = $2, code = $3, name = $4, sort = $5 where id = $1', [
    id,
    v.parentId,
    v.code,
    v.name,
    v.sort,
  ])
export const removePermission = (ctx: Ctx, id: number) =>
  run(ctx.db, 'delete from permission where id = $1', [id])
export const lockPermissions = (ctx: Ctx) =>
  run(ctx.db, 'lock table permission in share row exclusive mode', [])
