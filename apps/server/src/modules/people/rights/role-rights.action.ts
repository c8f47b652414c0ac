import { rightsCalls } from '@portal/contract/people/rights'
import { defineCache, listWrites, type Asker } from '../../../kernel/cache.ts'
import * as store from './rights.store.ts'

/** What somebody with certain roles may do. */
export interface RoleRights {
  /** Their codes. */
  roles: readonly string[]
  permissions: ReadonlySet<string>
  /** The entries of the back office they are kept to; null: none of it is kept from them. */
  menus: ReadonlySet<string> | null
}

// Every request asks for it. A campus has few combinations of roles.
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
