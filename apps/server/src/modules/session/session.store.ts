import type { Actor } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

type ActorRow = Omit<Actor, 'permissions'> & { permissions: string[] }

// One statement on one index each: this runs before every call.
const ACTOR = `
  select u.id, u.username, u.name, u.email, u.user_type as "userType", u.tier, u.dept_id as "deptId", u.suspended_until as "suspendedUntil",
    array(select r.code from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id) as roles,
    array(select distinct p.code from user_role ur join role_permission rp on rp.role_id = ur.role_id join permission p on p.id = rp.permission_id
          where ur.user_id = u.id) as permissions
  from session s join user_account u on u.id = s.user_id
  where s.token_hash = $1 and s.kind = 'session' and s.expires_at > $2 and u.enabled`

export async function findActor(db: Db, tokenHash: Buffer, now: Date): Promise<Actor | null> {
  const [row] = await run<ActorRow>(db, ACTOR, [tokenHash, now])
  return row ? { ...row, permissions: new Set(row.permissions) } : null
}

export async function addSession(db: Db, s: { tokenHash: Buffer; userId: number; kind: 'session' | 'remember'; expiresAt: Date; ip: string | null; userAgent: string | null }): Promise<void> {
  await db
    .insertInto('session')
    .values({ token_hash: s.tokenHash, user_id: s.userId, kind: s.kind, expires_at: s.expiresAt, ip: s.ip, user_agent: s.userAgent })
    .execute()
}

export async function removeSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export const findLogin = (db: Db, username: string) =>
  db.selectFrom('user_account').select(['id', 'password_hash as passwordHash', 'enabled']).where('username', '=', username.toLowerCase()).executeTakeFirst()

const CURRENT = `
  select u.id, u.username, u.name, u.email, u.phone, u.user_type as "userType", u.tier, u.enabled, u.created_at as "createdAt", u.avatar_file_id as "avatarFileId",
    d.id as "deptId", d.name as "deptName",
    array(select r.code from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id order by 1) as roles,
    array(select distinct p.code from user_role ur join role_permission rp on rp.role_id = ur.role_id join permission p on p.id = rp.permission_id
          where ur.user_id = u.id order by 1) as permissions
  from user_account u left join dept d on d.id = u.dept_id where u.id = $1`
export interface CurrentRow {
  id: number
  username: string
  name: string
  email: string | null
  phone: string | null
  userType: string
  tier: Actor['tier']
  enabled: boolean
  createdAt: Date
  avatarFileId: string | null
  deptId: number | null
  deptName: string | null
  roles: string[]
  permissions: string[]
}
export const findCurrent = async (db: Db, userId: number): Promise<CurrentRow | undefined> => (await run<CurrentRow>(db, CURRENT, [userId]))[0]
