import type { Actor, Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'
import type { Searchable } from '../../kernel/search.rules.ts'
import { type PersonValues, columns } from './people.store.ts'

// Sign-in by password or by the campus' single sign-on.

/** Undefined if the username or the subject is taken. */
export async function addFromSso(
  ctx: Ctx,
  username: string,
  subject: string,
  v: PersonValues,
  search: Searchable,
): Promise<number | undefined> {
  const row = await ctx.db
    .insertInto('user_account')
    .values({ username, cas_subject: subject, ...columns(v, search) })
    .onConflict((c) => c.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

const SET_PASSWORD =
  'update user_account set password_hash = $2, updated_at = $3, must_change_password = $4 where id = $1'
/** `bySomebodyElse`: the person must change the password before anything else. */
export const setPassword = (ctx: Ctx, id: number, hash: string, bySomebodyElse: boolean) =>
  run(ctx.db, SET_PASSWORD, [id, hash, ctx.now, bySomebodyElse])

export const noteSignIn = (ctx: Ctx, id: number) =>
  run(ctx.db, 'update last_login set at = $2 where user_id = $1', [id, ctx.now])

const LOGIN = `select id, username, name, password_hash as "passwordHash", enabled from user_account`
export interface Login {
  id: number
  username: string
  name: string
  passwordHash: string | null
  enabled: boolean
}
export const findLogin = async (db: Db, username: string): Promise<Login | undefined> =>
  (await run<Login>(db, `${LOGIN} where username = $1`, [username]))[0]
/** The open account with this address; a closed one does not hold its address. */
export const findLoginByEmail = async (db: Db, email: string): Promise<Login | undefined> =>
  (await run<Login>(db, `${LOGIN} where lower(email) = $1 and enabled`, [email]))[0]
export const findLoginBySubject = async (db: Db, subject: string): Promise<Login | undefined> =>
  (await run<Login>(db, `${LOGIN} where cas_subject = $1`, [subject]))[0]

/** Links the campus account of this username to a subject that has no account yet. */
const LINK = `update user_account set cas_subject = $2 where username = $1 and on_campus
    and cas_subject is null returning id, username, name, password_hash as "passwordHash", enabled`
export const linkSubject = async (ctx: Ctx, username: string, subject: string): Promise<Login | undefined> =>
  (await run<Login>(ctx.db, LINK, [username, subject]))[0]

/**
 * The dept of a person after a sign-in at which the campus names dept $3. Nobody moves into a closed dept,
 * because the campus may go on naming a merged one, whose people are already in the dept that it went into.
 */
const DEPT_NOW = `case when u.dept_id is null or exists (select from dept where id = $3::int8 and enabled)
    then $3::int8 else u.dept_id end`
const FROM_CAMPUS = `update user_account u set name = $2, dept_id = ${DEPT_NOW},
    email = coalesce(u.email, $4), search_text = $5, search_grams = $6, updated_at = $7
  from user_account old
  where u.id = $1 and old.id = u.id and (u.name <> $2 or u.dept_id is distinct from ${DEPT_NOW}
      or (u.email is null and $4::text is not null))
  returning u.id as "userId", old.dept_id as "deptBefore", u.dept_id as "deptId"`
/**
 * Updates a person from the campus. Returns the dept before and now; nothing if the record did not change.
 */
export const refreshFromCampus = (
  ctx: Ctx,
  id: number,
  v: { name: string; deptId: number | null; email: string | null },
  search: Searchable,
) =>
  run<{ userId: number; deptBefore: number | null; deptId: number | null }>(ctx.db, FROM_CAMPUS, [
    id,
    v.name,
    v.deptId,
    v.email,
    search.text,
    search.grams,
    ctx.now,
  ])

const ACTOR = `select u.id, u.username, u.name, u.email, u.user_type as "userType", u.tier,
  u.on_campus as "onCampus", u.dept_id as "deptId", u.suspended_until as "suspendedUntil",
  array(select role_id from user_role where user_id = u.id order by 1) as "roleIds"
  from user_account u where u.id = $1 and u.enabled`
/** The person as the rules need them, if the account is open. */
export const findActor = async (
  db: Db,
  id: number,
): Promise<(Omit<Actor, 'permissions' | 'roles'> & { roleIds: number[] }) | undefined> =>
  (await run<Omit<Actor, 'permissions' | 'roles'> & { roleIds: number[] }>(db, ACTOR, [id]))[0]
