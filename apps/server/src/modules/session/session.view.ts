import type { CurrentUser } from '@portal/contract/session/session'
import { fileUrl } from '@portal/contract/file/file'
import type { CurrentRow } from './session.store.ts'

/** Every signed-in person holds at least these (specification §4). */
const orDefault = (codes: string[], fallback: string) => (codes.length ? codes : [fallback])

export const currentUserOf = (row: CurrentRow, mustChangePassword: boolean): Omit<CurrentUser, 'createdTime'> & { createdTime: Date } => ({
  uid: row.id,
  username: row.username,
  name: row.name,
  avatar: row.avatarFileId && fileUrl(row.avatarFileId),
  email: row.email,
  phone: row.phone,
  dept: row.deptId === null ? null : { id: row.deptId, name: row.deptName ?? '' },
  userType: row.userType,
  tier: row.tier,
  enabled: row.enabled,
  mustChangePassword,
  createdTime: row.createdAt,
  roles: orDefault(row.roles, 'ROLE_DEFAULT'),
  permissions: orDefault(row.permissions, 'DEFAULT'),
})
