import { fileUrl } from '@portal/contract/file/file'
import { run } from '../../apps/server/src/kernel/db.ts'
import type { Database } from './database.ts'
import type { Memory } from './memory.ts'
import type { Person } from './who.ts'

const CURRENT = `select u.phone, u.avatar_file_id as avatar, u.created_at as "createdTime", u.enabled,
    u.email, u.must_change_password as "mustChangePassword", d.id as "deptId", d.name as "deptName",
    s.id as "supervisorId", s.name as "supervisorName"
  from user_account u left join dept d on d.id = u.dept_id
    left join user_account s on s.id = u.supervisor_id
  where u.id = $1`
interface Row {
  phone: string | null
  avatar: string | null
  createdTime: Date
  enabled: boolean
  email: string | null
  deptId: number | null
  deptName: string | null
  supervisorId: number | null
  supervisorName: string | null
}

const orDefault = (codes: Iterable<string>, fallback: string) => {
  const sorted = [...codes].toSorted()
  return sorted.length > 0 ? sorted : [fallback]
}

/** Cached and invalidated as in the product. */
export const rememberOwn = ({ filling }: Database, memory: Memory) => {
  const rows = memory.keep<Row>(['actor', 'table:dept', 'table:user_name'], 10_000)
  return (me: Person) => rows.get(String(me.id), async () => (await run<Row>(filling, CURRENT, [me.id]))[0])
}
export type Own = ReturnType<typeof rememberOwn>

export async function showCurrent(readOwn: Own, me: Person) {
  const row = await readOwn(me)
  if (!row) throw new Error('whoever has a session has an account')
  const { deptId, deptName, supervisorId, supervisorName, avatar, ...own } = row
  return {
    ...own,
    uid: me.id,
    username: me.username,
    name: me.name,
    avatar: avatar && fileUrl(avatar),
    userType: me.userType,
    tier: me.tier,
    onCampus: me.onCampus,
    mustChangePassword: me.mustChangePassword,
    dept: deptId === null ? null : { id: deptId, name: deptName },
    supervisor: supervisorId === null ? null : { id: supervisorId, name: supervisorName },
    roles: orDefault(me.roles, 'ROLE_DEFAULT'),
    permissions: orDefault(me.permissions, 'DEFAULT'),
    menus: me.menus && [...me.menus].toSorted(),
  }
}
