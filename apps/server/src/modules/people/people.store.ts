import type { Tier } from '@portal/contract/people/people'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'

export interface PersonRecord {
  id: number
  username: string
  name: string
  email: string | null
  phone: string | null
  deptId: number | null
  deptName: string | null
  userType: string
  tier: Tier
  onCampus: boolean
  organization: string | null
  supervisor: { id: number; name: string; username: string; enabled: boolean } | null
  enabled: boolean
  suspendedUntil: Date | null
  suspendedReason: string | null
  avatarFileId: string | null
  hasPassword: boolean
  createdTime: Date
  lastLoginAt: Date | null
  roles: { id: number; name: string; code: string }[]
  /** Permission codes from the person's roles. */
  permissions: string[]
}

export const RECORD = `u.id, u.username, u.name, u.email, u.phone, u.dept_id as "deptId",
    d.name as "deptName", u.user_type as "userType", u.tier, u.on_campus as "onCampus",
  u.organization, (select json_build_object('id', s.id, 'name', s.name, 'username', s.username,
      'enabled', s.enabled) from user_account s where s.id = u.supervisor_id) as supervisor,
  u.enabled, u.suspended_until as "suspendedUntil", u.suspended_reason as "suspendedReason",
  u.avatar_file_id as "avatarFileId", u.password_hash is not null as "hasPassword",
  u.created_at as "createdTime",
  (select at from last_login where user_id = u.id) as "lastLoginAt",
  coalesce((select json_agg(json_build_object('id', r.id, 'name', r.name, 'code', r.code) order by r.id)
      from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id), '[]') as roles,
  array(select distinct p.code from user_role ur join role_permission rp on rp.role_id = ur.role_id
    join permission p on p.id = rp.permission_id where ur.user_id = u.id) as permissions`

export const find = async (db: Db, id: number): Promise<PersonRecord | undefined> =>
  (
    await run<PersonRecord>(
      db,
      `select ${RECORD} from user_account u left join dept d on d.id = u.dept_id where u.id = $1`,
      [id],
    )
  )[0]

/** A person as files name them: username and unit tell people of one name apart. */
export interface NamedPerson {
  name: string
  username: string
  /** The dept, or the organisation of a person from outside. */
  unit: string | null
}
/** SQL: the `NamedPerson` of this alias of user_account; null if there is none. */
export const namedSql = (as: string): string => `case when ${as}.id is not null then json_build_object(
    'name', ${as}.name, 'username', ${as}.username,
    'unit', coalesce((select name from dept where id = ${as}.dept_id), ${as}.organization)) end`

const SUPERVISOR = `select s.id, s.name from user_account u
  join user_account s on s.id = u.supervisor_id and s.enabled where u.id = $1`
export const findSupervisor = async (db: Db, id: number): Promise<{ id: number; name: string } | null> =>
  (await run<{ id: number; name: string }>(db, SUPERVISOR, [id]))[0] ?? null

const ABOUT = `select u.must_change_password as "mustChangePassword",
  coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name, 'role', m.role)
        order by m.role, l.id) from lab_member m join lab l on l.id = m.lab_id where m.user_id = u.id),
    '[]') as labs,
  coalesce((select json_agg(c order by c.owner desc, c.id) from (
      select id, name, number, true as owner from fund_card where owner_id = u.id
      union all select f.id, f.name, f.number, false from fund_card_user cu
      join fund_card f on f.id = cu.card_id where cu.user_id = u.id and cu.revoked_at is null) c),
        '[]') as cards,
  coalesce((select json_agg(json_build_object('id', up.id, 'post', p.name, 'dept', d.name)
        order by p.sort, up.id) from user_post up join post p on p.id = up.post_id
      join dept d on d.id = up.dept_id where up.user_id = u.id), '[]') as posts,
  coalesce((select json_agg(json_build_object('id', s.id, 'kind', s.kind, 'createdAt', s.created_at,
          'expiresAt', s.expires_at, 'ip', s.ip, 'userAgent', s.user_agent) order by s.created_at desc,
        s.id desc)
    from (select * from session where user_id = u.id and expires_at > $2
      order by created_at desc, id desc limit 20) s), '[]') as sessions
  from user_account u where u.id = $1`
export interface About {
  mustChangePassword: boolean
  labs: { id: number; name: string; role: 'lab_director' | 'lab_admin' | 'lab_member' }[]
  cards: { id: number; name: string; number: string; owner: boolean }[]
  posts: { id: number; post: string; dept: string }[]
  sessions: {
    id: number
    kind: 'session' | 'remember'
    createdAt: string
    expiresAt: string
    ip: string | null
    userAgent: string | null
  }[]
}
/** Labs, cards, posts and sessions of a person, for administrators. */
export const findAbout = async (db: Db, id: number, now: Date): Promise<About | undefined> =>
  (await run<About>(db, ABOUT, [id, now]))[0]

export interface PersonValues {
  name: string
  email: string | null
  phone: string | null
  deptId: number | null
  userType: string
  tier: Tier
  onCampus: boolean
  organization: string | null
  /** Undefined: unchanged. */
  supervisorId?: number | null | undefined
  enabled: boolean
}
export const columns = (v: PersonValues, search: Searchable) => ({
  name: v.name,
  email: v.email,
  phone: v.phone,
  dept_id: v.deptId,
  user_type: v.userType,
  tier: v.tier,
  on_campus: v.onCampus,
  organization: v.organization,
  ...(v.supervisorId !== undefined && { supervisor_id: v.supervisorId }),
  enabled: v.enabled,
  search_text: search.text,
  search_grams: search.grams,
})

export interface FirstPassword {
  hash: string
  /** True if set by an administrator: the person must change it before anything else. */
  byOther: boolean
}
/** Adds an account. Takes only a database, because the first administrator is added without a request. */
export async function add(
  ctx: Pick<Ctx, 'db'>,
  username: string,
  password: FirstPassword | null,
  v: PersonValues,
  search: Searchable,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('user_account')
    .values({
      username,
      password_hash: password?.hash ?? null,
      must_change_password: password?.byOther ?? false,
      ...columns(v, search),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function change(
  ctx: Ctx,
  id: number,
  v: PersonValues & { suspendedUntil: Date | null; suspendedReason: string | null },
  search: Searchable,
): Promise<void> {
  await ctx.db
    .updateTable('user_account')
    .set({
      ...columns(v, search),
      suspended_until: v.suspendedUntil,
      suspended_reason: v.suspendedReason,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute()
}

export async function changeOwn(
  ctx: Ctx,
  id: number,
  v: Pick<PersonValues, 'name' | 'email' | 'phone' | 'organization'>,
  search: Searchable,
): Promise<void> {
  await ctx.db
    .updateTable('user_account')
    .set({
      name: v.name,
      email: v.email,
      phone: v.phone,
      organization: v.organization,
      search_text: search.text,
      search_grams: search.grams,
      updated_at: ctx.now,
    })
    .where('id', '=', id)
    .execute()
}

export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from user_account where id = $1', [id])

const ACTIVE = 'select id from user_account where id = any($1::int8[]) and enabled'
/** Those of these people whose accounts are open. */
export const findActive = async (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  new Set((await run<{ id: number }>(db, ACTIVE, [ids])).map((r) => r.id))

const LOCK_PEOPLE = 'select from user_account where id = any($1::int8[]) order by id for no key update'
/** Locks people until the transaction ends, in the order of their ids. */
export const lockPeople = (ctx: Ctx, ids: readonly number[]) => run(ctx.db, LOCK_PEOPLE, [ids])

const SET_ENABLED = `update user_account set enabled = $2, successor_id = $3, updated_at = $4 where id = $1`
/** `successorId`: who takes over from the person whose account is closed. */
export const setEnabled = (ctx: Ctx, id: number, enabled: boolean, successorId: number | null) =>
  run(ctx.db, SET_ENABLED, [id, enabled, successorId, ctx.now])

const SET_ENABLED_ALL = `update user_account u set enabled = r.enabled, updated_at = $3
  from unnest($1::int8[], $2::bool[]) r(id, enabled)
  where u.id = r.id and u.enabled <> r.enabled returning u.id, u.enabled`
/** Returns the accounts that changed. */
export const setEnabledAll = (ctx: Ctx, people: readonly { id: number; enabled: boolean }[]) =>
  run<{ id: number; enabled: boolean }>(ctx.db, SET_ENABLED_ALL, [
    people.map((p) => p.id),
    people.map((p) => p.enabled),
    ctx.now,
  ])

const SET_AVATAR = `update user_account u set avatar_file_id = $2 from user_account old
  where u.id = $1 and old.id = u.id returning old.avatar_file_id as before`
export const setAvatar = async (ctx: Ctx, id: number, fileId: string): Promise<string | null> =>
  (await run<{ before: string | null }>(ctx.db, SET_AVATAR, [id, fileId]))[0]?.before ?? null

const DEPT =
  'select id from dept where code = $1 or name = $1 order by code = $1 desc, enabled desc, id limit 1'
export const findDept = async (db: Db, codeOrName: string): Promise<number | undefined> =>
  (await run<{ id: number }>(db, DEPT, [codeOrName]))[0]?.id
export const isOpenDept = async (db: Db, id: number): Promise<boolean> =>
  (await run(db, 'select from dept where id = $1 and enabled', [id])).length > 0
const LIFT = `update user_account set suspended_until = null, suspended_reason = null
  where id = $1 and suspended_until is not null and starts_with(suspended_reason, $2) returning id`
export const liftSuspension = async (ctx: Ctx, id: number, reason: string): Promise<boolean> =>
  (await run(ctx.db, LIFT, [id, reason])).length === 1

const SUSPEND = `update user_account set suspended_until = $2, suspended_reason = $3
  where id = $1 and (suspended_until is null or suspended_until < $2) returning id`
/** Suspends the person from booking until then. False: a suspension at least as long stays. */
export const suspend = async (ctx: Ctx, id: number, until: Date, reason: string): Promise<boolean> =>
  (await run(ctx.db, SUSPEND, [id, until, reason])).length === 1
