import { rightsCalls } from '@portal/contract/people/rights'
import { defineCache, listWrites, type Asker } from '../../../kernel/cache.ts'
import * as store from './rights.store.ts'

/** The rights of a set of roles. */
export interface RoleRights {
  /** Role codes. */
  roles: readonly string[]
  permissions: ReadonlySet<string>
  /** Paths of the back office to which the roles are restricted; null: no restriction. */
  menus: ReadonlySet<string> | null
}

// Every request needs it, and a campus has few combinations of roles.
const cache = defineCache<RoleRights>({
  name: 'role-rights',
  title: '角色权限',
  tables: ['role', 'permission', 'role_permission', 'role_menu'],
  calls: listWrites(rightsCalls),
  strictly: true,
  seconds: 60,
})

export const readRights = (asker: Asker, roleIds: readonly number[]): Promise<RoleRights> =>
  cache.get(asker, roleIds.join(), async (db) => {
    const rows = await store.listCodesByRole(db, roleIds)
    const roles = rows.map((r) => r.code)
    return {
      roles,
      permissions: new Set(rows.flatMap((r) => r.permissions)),
      menus: await store.readMenus(db, roles),
    }
  })
