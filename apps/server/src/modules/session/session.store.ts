import type { Actor, Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

export type ActorRow = Omit<Actor, 'permissions' | 'roles'> & { roleIds: number[]; expiresAt: Date }

// One statement, one index lookup per table. Every table read here must notify of its changes (0132), because
// the result is cached.
const ACTOR = `
  select u.id, u.username, u.name, u.email, u.user_type as "userType", u.tier, u.on_campus as "onCampus",
    u.dept_id as "deptId", u.suspended_until as "suspendedUntil",
    s.must_change_password as "mustChangePassword", s.expires_at as "expiresAt",
    array(select role_id from user_role where user_id = u.id order by 1) as "roleIds"
  from session s join user_account u on u.id = s.user_id
  where s.token_hash = $1 and s.kind = 'session' and s.expires_at > $2 and u.enabled`

export const findActor = async (db: Db, tokenHash: Buffer, now: Date): Promise<ActorRow | undefined> =>
  (await run<ActorRow>(db, ACTOR, [tokenHash, now]))[0]

export interface NewSession {
  tokenHash: Buffer
  userId: number
  expiresAt: Date
  ip: string | null
  userAgent: string | null
  /** Hash of the changing half of a remembered sign-in. */
  currentHash?: Buffer
  /** Hash of the ticket of a campus sign-in. */
  ssoTicketHash?: Buffer
}
// A campus sign-in uses no password, so it demands no password change.
const ADD = `insert into session (token_hash, user_id, kind, current_hash, expires_at, ip, user_agent,
    created_at, sso_ticket_hash, must_change_password)
  select $1, id, $3, $4, $5, $6, $7, $8, $9, must_change_password and $9::bytea is null from user_account
    where id = $2`
export const add = (ctx: Ctx, s: NewSession) =>
  run(ctx.db, ADD, [
    s.tokenHash,
    s.userId,
    s.currentHash ? 'remember' : 'session',
    s.currentHash ?? null,
    s.expiresAt,
    s.ip,
    s.userAgent,
    ctx.now,
    s.ssoTicketHash ?? null,
  ])

export const endPasswordChange = (ctx: Ctx, userId: number) =>
  run(ctx.db, 'update session set must_change_password = false where user_id = $1 and must_change_password', [
    userId,
  ])

export const remove = (ctx: Ctx, tokenHash: Buffer) =>
  run(ctx.db, 'delete from session where token_hash = $1', [tokenHash])

const REMOVE_TICKET = `delete from session s using user_account u where s.sso_ticket_hash = $1
    and u.id = s.user_id returning u.id as "userId", u.username`
/** Ends the session that a campus sign-in began. Returns its owner. */
export const removeByTicket = (ctx: Ctx, ticketHash: Buffer) =>
  run<{ userId: number; username: string }>(ctx.db, REMOVE_TICKET, [ticketHash])

const REMOVE_OF = 'delete from session where user_id = $1 and token_hash is distinct from $2 returning id'
/** Ends all of a person's sessions, remembered sign-ins too, except the given one. Returns how many. */
export const removeSessions = async (ctx: Ctx, userId: number, exceptHash: Buffer | null): Promise<number> =>
  (await run(ctx.db, REMOVE_OF, [userId, exceptHash])).length

/** Ends every session of people whose accounts are closed. */
export const removeOfMany = (ctx: Ctx, userIds: readonly number[]) =>
  run(ctx.db, 'delete from session where user_id = any($1)', [userIds])

const REMOVE_OWN = 'delete from session where id = $1 and user_id = $2 returning id'
/** False if the session is not the caller's. */
export const removeOwn = async (ctx: Ctx, id: number): Promise<boolean> =>
  (await run(ctx.db, REMOVE_OWN, [id, ctx.me.id])).length > 0

const LIST = `select id, kind, created_at as "createdAt", expires_at as "expiresAt", ip,
    user_agent as "userAgent", token_hash is not distinct from $3 as current
  from session where user_id = $1 and expires_at > $2
    order by current desc, created_at desc, id desc limit 100`
export interface SessionRecord {
  id: number
  kind: 'session' | 'remember'
  createdAt: Date
  expiresAt: Date
  ip: string | null
  userAgent: string | null
  current: boolean
}
export const list = (db: Db, userId: number, now: Date, currentHash: Buffer | null) =>
  run<SessionRecord>(db, LIST, [userId, now, currentHash])

export interface Remembered {
  userId: number
  username: string
  enabled: boolean
  currentHash: Buffer
  previousHash: Buffer | null
  rotatedAt: Date | null
}
const REMEMBERED = `select s.user_id as "userId", u.username, u.enabled, s.current_hash as "currentHash",
    s.previous_hash as "previousHash", s.rotated_at as "rotatedAt"
  from session s join user_account u on u.id = s.user_id
    where s.token_hash = $1 and s.kind = 'remember' and s.expires_at > $2`
export const findRemembered = async (db: Db, tokenHash: Buffer, now: Date): Promise<Remembered | undefined> =>
  (await run<Remembered>(db, REMEMBERED, [tokenHash, now]))[0]

const ROTATE = `update session set previous_hash = current_hash, current_hash = $3, rotated_at = $4,
    expires_at = $5 where token_hash = $1 and current_hash = $2 returning id`
/** False if a concurrent use rotated it first. */
export const rotate = async (
  ctx: Ctx,
  tokenHash: Buffer,
  from: Buffer,
  to: Buffer,
  expiresAt: Date,
): Promise<boolean> => (await run(ctx.db, ROTATE, [tokenHash, from, to, ctx.now, expiresAt])).length > 0

export const sweep = async (ctx: Ctx): Promise<number> =>
  (await run(ctx.db, 'delete from session where expires_at < $1 returning id', [ctx.now])).length

const CURRENT = `
  select u.id, u.username, u.name, u.email, u.phone, u.user_type as "userType", u.tier, u.enabled,
    u.on_campus as "onCampus", u.created_at as "createdAt", u.avatar_file_id as "avatarFileId",
    u.must_change_password as "mustChangePassword", d.id as "deptId", d.name as "deptName",
    (select json_build_object('id', s.id, 'name', s.name) from user_account s
      where s.id = u.supervisor_id) as supervisor,
    array(select role_id from user_role where user_id = u.id order by 1) as "roleIds"
  from user_account u left join dept d on d.id = u.dept_id where u.id = $1`
export interface CurrentRow {
  id: number
  mustChangePassword: boolean
  username: string
  name: string
  email: string | null
  phone: string | null
  userType: string
  tier: Actor['tier']
  onCampus: boolean
  enabled: boolean
  createdAt: Date
  avatarFileId: string | null
  deptId: number | null
  deptName: string | null
  supervisor: { id: number; name: string } | null
  roleIds: number[]
}
export const findCurrent = async (db: Db, userId: number): Promise<CurrentRow | undefined> =>
  (await run<CurrentRow>(db, CURRENT, [userId]))[0]
