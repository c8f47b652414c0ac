import type { Permission } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import type { Difference } from './people.rules.ts'

// The roles that people have.

export async function setRoles(ctx: Ctx, userId: number, roleIds: readonly number[]): Promise<void> {
  await run(ctx.db, 'delete from user_role where user_id = $1 and role_id <> all ($2)', [userId, roleIds])
  await run(
    ctx.db,
    'insert into user_role (user_id, role_id) select $1, unnest($2::int8[]) on conflict do nothing',
    [userId, roleIds],
  )
}
export async function changeRoles(
  ctx: Ctx,
  userId: number,
  { give, take }: Difference<number>,
): Promise<void> {
  await run(ctx.db, 'delete from user_role where user_id = $1 and role_id = any ($2)', [userId, take])
  await run(
    ctx.db,
    'insert into user_role (user_id, role_id) select $1, unnest($2::int8[]) on conflict do nothing',
    [userId, give],
  )
}
export const findRole = async (db: Db, code: string): Promise<number | undefined> =>
  (await run<{ id: number }>(db, 'select id from role where code = $1', [code]))[0]?.id
const GIVE_ROLE =
  'insert into user_role (user_id, role_id) select $1, id from role where code = $2 on conflict do nothing'
export const giveRole = (ctx: Pick<Ctx, 'db'>, userId: number, code: string) =>
  run(ctx.db, GIVE_ROLE, [userId, code])
const TAKE_ROLE =
  'delete from user_role where user_id = $1 and role_id = (select id from role where code = $2)'
export const takeRole = (ctx: Ctx, userId: number, code: string) => run(ctx.db, TAKE_ROLE, [userId, code])

export interface EndedHeadship {
  userId: number
  name: string
  deptBefore: string
  dept: string | null
  /** True if no other person with an open account heads that dept. */
  vacant: boolean
}
// The new dept was written earlier in the same transaction, so the join reads it.
const END_HEADSHIPS = `with gone as (delete from user_role ur using role r
    where r.id = ur.role_id and r.code = 'DEPT_HEAD' and ur.user_id = any ($1) returning ur.user_id, ur.role_id)
  select u.id as "userId", u.name, b.name as "deptBefore", n.name as dept,
    not exists (select from user_account o join user_role x on x.user_id = o.id and x.role_id = g.role_id
      where o.dept_id = b.id and o.enabled and o.id <> u.id) as vacant
  from unnest($1::int8[], $2::int8[]) m(user_id, dept_id) join gone g on g.user_id = m.user_id
  join user_account u on u.id = m.user_id join dept b on b.id = m.dept_id
  left join dept n on n.id = u.dept_id order by u.id`
/** Takes the role of head from people who moved out of these depts. Returns those who had it. */
export const endHeadships = (ctx: Ctx, moved: readonly { userId: number; deptBefore: number }[]) =>
  run<EndedHeadship>(ctx.db, END_HEADSHIPS, [moved.map((m) => m.userId), moved.map((m) => m.deptBefore)])

/** Serialises changes of who is an administrator. */
export const lockAdmins = (ctx: Ctx) =>
  run(ctx.db, `select id from permission where code = 'ADMIN' for update`, [])
const ADMINS = `select 1 from user_account u join user_role ur on ur.user_id = u.id
  join role_permission rp on rp.role_id = ur.role_id
  join permission p on p.id = rp.permission_id where p.code = 'ADMIN' and u.enabled limit 1`
export const hasAdmin = async (db: Db): Promise<boolean> => (await run(db, ADMINS, [])).length > 0

const CODES_OF_ROLES = `select (select count(*) from role where id = any ($1)) as known,
  array(select distinct p.code from role_permission rp join permission p on p.id = rp.permission_id
      where rp.role_id = any ($1)) as codes`
export const readCodes = (db: Db, roleIds: readonly number[]) =>
  runOne<{ known: number; codes: string[] }>(db, CODES_OF_ROLES, [roleIds])

const HOLDERS = `select distinct ur.user_id as id from permission p
    join role_permission rp on rp.permission_id = p.id join user_role ur on ur.role_id = rp.role_id
    join user_account u on u.id = ur.user_id and u.enabled
  where p.code = any ($1)`
export const listHolders = async (db: Db, codes: readonly Permission[]): Promise<number[]> =>
  (await run<{ id: number }>(db, HOLDERS, [codes])).map((r) => r.id)
