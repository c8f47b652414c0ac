import { rightsCalls } from '@portal/contract/people/rights'
import { defineCache, listWrites, type Asker } from '../../../kernel/cache.ts'
import * as store from './rights.store.ts'

/** What somebody with certain roles may do. */
export interface RoleRights {
  /** Their codes. */
  roles: readonly string[]
  permissions: ReadonlySet<string>
}

// Every request asks for it. A campus has few combinations of roles.
const cache = defineCache<RoleRights>({
  name: 'role-rights',
  title: '角色权限',
  tables: ['role', 'permission', 'role_permission'],
  calls: listWrites(rightsCalls),
  strictly: true,
  seconds: 60,
})

export const readRights = (asker: Asker, roleIds: readonly number[]): Promise<RoleRights> =>
  cache.get(asker, roleIds.join(), async (db) => {
    const rows = await store.listCodesByRole(db, roleIds)
    return { roles: rows.map((r) => r.code), permissions: new Set(rows.flatMap((r) => r.permissions)) }
  })
