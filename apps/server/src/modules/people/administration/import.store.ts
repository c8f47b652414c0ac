import type { Tier } from '@portal/contract/people/people'
import type { Ctx } from '../../../kernel/ctx.ts'
import { run, type Db } from '../../../kernel/db.ts'
import type { Named } from '../../bulk/lookup.rules.ts'

export interface ImportedValues {
  name: string
  email: string | null
  phone: string | null
  deptId: number | null
  userType: string
  tier: Tier
  onCampus: boolean
  organization: string | null
}
export interface KnownPerson extends ImportedValues {
  id: number
  username: string
  enabled: boolean
  deptName: string | null
  /** The supervisor's username. */
  supervisor: string | null
  roleIds: number[]
  permissions: string[]
}
const BY_USERNAME = `select u.id, u.username, u.enabled, u.name, u.email, u.phone, u.dept_id as "deptId",
    d.name as "deptName", u.user_type as "userType", u.tier, u.on_campus as "onCampus", u.organization,
    (select s.username from user_account s where s.id = u.supervisor_id) as supervisor,
    array(select role_id from user_role ur where ur.user_id = u.id) as "roleIds",
    array(select distinct p.code from user_role ur join role_permission rp on rp.role_id = ur.role_id
      join permission p on p.id = rp.permission_id where ur.user_id = u.id) as permissions
  from user_account u left join dept d on d.id = u.dept_id where u.username = any ($1)`
export const findByUsername = (db: Db, usernames: readonly string[]) =>
  run<KnownPerson>(db, BY_USERNAME, [usernames])

const OWNERS = `select lower(email) as email, username from user_account
  where lower(email) = any ($1) and email is not null and enabled`
/** The open accounts with these addresses. */
export const findOwnersOfEmails = (db: Db, emails: readonly string[]) =>
  run<{ email: string; username: string }>(db, OWNERS, [emails])

const DEPTS = 'select id, code, name, enabled from dept where code = any ($1) or name = any ($1) order by id'
export const findDepts = (db: Db, words: readonly string[]) => run<Named>(db, DEPTS, [words])

const ROLES = `select r.id, r.name, r.code, array(select p.code from role_permission rp
    join permission p on p.id = rp.permission_id where rp.role_id = r.id) as permissions from role r`
/** All roles: some dozens of rows. */
export const listRoles = (db: Db) =>
  run<{ id: number; name: string; code: string; permissions: string[] }>(db, ROLES, [])

export interface ImportedPerson extends ImportedValues {
  id: number | null
  username: string
  roleIds: number[]
  searchText: string
  searchGrams: string[]
}
const RECORDS = `jsonb_to_recordset($1::jsonb) r (id int8, username text, name text, email text, phone text,
    "deptId" int8, "userType" text, tier text, "onCampus" boolean,
  organization text, "roleIds" int8[], "searchText" text, "searchGrams" text[])`

const ADD_ALL = `with rows as (select * from ${RECORDS}), added as (
    insert into user_account (username, name, email, phone, dept_id, user_type, tier, on_campus, organization,
      search_text, search_grams)
    select username, name, email, phone, "deptId", "userType", tier, "onCampus", organization, "searchText",
      "searchGrams" from rows returning id, username)
  insert into user_role (user_id, role_id) select added.id, role_id from added
    join rows using (username), unnest(rows."roleIds") role_id`
export async function addAll(ctx: Ctx, people: readonly ImportedPerson[]): Promise<void> {
  if (people.length) await run(ctx.db, ADD_ALL, [JSON.stringify(people)])
}

const CHANGE_ALL = `update user_account u set name = r.name, email = r.email, phone = r.phone,
    dept_id = r."deptId", user_type = r."userType", tier = r.tier, on_campus = r."onCampus",
    organization = r.organization, search_text = r."searchText", search_grams = r."searchGrams",
    updated_at = $2
  from ${RECORDS} where u.id = r.id`
export async function changeAll(ctx: Ctx, people: readonly ImportedPerson[]): Promise<void> {
  if (people.length) await run(ctx.db, CHANGE_ALL, [JSON.stringify(people), ctx.now])
}

const LOCK = 'select from user_account where username = any($1) order by id for no key update'
const SUPERVISE_ALL = `update user_account u set supervisor_id = s.id, updated_at = $2
  from jsonb_to_recordset($1::jsonb) r (username text, supervisor text)
    left join user_account s on s.username = r.supervisor
  where u.username = r.username and (r.supervisor is null or s.id is not null)
    and u.supervisor_id is distinct from s.id`
/**
 * Sets supervisors. A supervisor without an account yet is skipped: the import calls this again once all rows
 * are written.
 */
export async function superviseAll(
  ctx: Ctx,
  people: readonly { username: string; supervisor: string | null }[],
): Promise<void> {
  if (people.length === 0) return
  // In the order of ids, as all changes of accounts do.
  await run(ctx.db, LOCK, [people.map((p) => p.username)])
  await run(ctx.db, SUPERVISE_ALL, [JSON.stringify(people), ctx.now])
}
