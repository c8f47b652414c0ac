import { makeRef } from '@portal/contract/kernel/rows'
import type { CurrentUser } from '@portal/contract/session/session'
import { fileUrl } from '@portal/contract/file/file'
import type { RoleRights } from '../people/people.service.ts'
import type { CurrentRow } from './session.store.ts'

/** A person without any role or permission gets these default codes. */
const orDefault = (codes: Iterable<string>, fallback: string) => {
  const sorted = [...codes].toSorted()
  return sorted.length ? sorted : [fallback]
}

export const showCurrentUser = (
  row: CurrentRow,
  rights: RoleRights,
  mustChangePassword: boolean,
): Omit<CurrentUser, 'createdTime'> & { createdTime: Date } => ({
  uid: row.id,
  username: row.username,
  name: row.name,
  avatar: row.avatarFileId && fileUrl(row.avatarFileId),
  email: row.email,
  phone: row.phone,
  dept: makeRef(row.deptId, row.deptName),
  userType: row.userType,
  tier: row.tier,
  onCampus: row.onCampus,
  supervisor: row.supervisor,
  enabled: row.enabled,
  mustChangePassword,
  createdTime: row.createdAt,
  roles: orDefault(rights.roles, 'ROLE_DEFAULT'),
  permissions: orDefault(rights.permissions, 'DEFAULT'),
  menus: rights.menus && [...rights.menus].toSorted(),
})
