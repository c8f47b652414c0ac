import type { DeptKind } from '@portal/contract/dept/dept'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

export interface ImportedDept {
  name: string
  kind: DeptKind
  parentCode: string | null
  sort: number
  enabled: boolean
  address: string | null
  phone: string | null
  email: string | null
  headId: number | null
}
export interface KnownDept extends ImportedDept {
  headName: string | null
  id: number
  code: string
}
const BY_CODE = `select d.id, d.code, d.name, d.kind, p.code as "parentCode", d.sort, d.enabled, d.address,
    d.phone, d.email, d.head_id as "headId", h.name as "headName"
  from dept d left join dept p on p.id = d.parent_id left join user_account h on h.id = d.head_id
    where d.code = any ($1)`
export const findByCode = (db: Db, codes: readonly string[]) => run<KnownDept>(db, BY_CODE, [codes])

const PARENTS = `select d.code, p.code as "parentCode" from dept d join dept p on p.id = d.parent_id`
/** What every dept hangs under that hangs under one. */
export const readParents = async (db: Db): Promise<Map<string, string>> =>
  new Map(
    (await run<{ code: string; parentCode: string }>(db, PARENTS, [])).map((d) => [d.code, d.parentCode]),
  )

const NAMED = `select d.code, d.name, p.code as "parentCode" from dept d
  left join dept p on p.id = d.parent_id where d.name = any ($1)`
/** Whatever is called one of these names, and under what it hangs. */
export const findNamed = (db: Db, names: readonly string[]) =>
  run<{ code: string; name: string; parentCode: string | null }>(db, NAMED, [names])

export type DeptRecord = ImportedDept & { code: string }
const RECORDS = `jsonb_to_recordset($1::jsonb) r (code text, name text, kind text, "parentCode" text,
    sort int, enabled boolean, address text, phone text, email text, "headId" int8)`
const ADD_ALL = `insert into dept (code, name, kind, sort, enabled, address, phone, email, head_id,
    created_at) select code, name, kind, sort, enabled, address, phone, email, "headId", $2 from ${RECORDS}`
const CHANGE_ALL = `update dept d set name = r.name, kind = r.kind, sort = r.sort, enabled = r.enabled,
    address = r.address, phone = r.phone, email = r.email, head_id = r."headId" from ${RECORDS}
  where d.code = r.code`
// Once all of them are there: a parent may stand below its child in the file.
const HANG_ALL = `update dept d set parent_id = p.id from ${RECORDS}
  left join dept p on p.code = r."parentCode" where d.code = r.code and d.parent_id is distinct from p.id`

/**
 * New depts are at the top until they are hung where they belong: the names of siblings are compared after
 * that.
 */
export const deferNames = (ctx: Ctx) => run(ctx.db, 'set constraints dept_sibling_name deferred', [])
export const checkNames = (ctx: Ctx) => run(ctx.db, 'set constraints dept_sibling_name immediate', [])

export const addAll = (ctx: Ctx, depts: readonly DeptRecord[]) =>
  run(ctx.db, ADD_ALL, [JSON.stringify(depts), ctx.now])
export const changeAll = (ctx: Ctx, depts: readonly DeptRecord[]) =>
  run(ctx.db, CHANGE_ALL, [JSON.stringify(depts)])
export const hangAll = (ctx: Ctx, depts: readonly DeptRecord[]) =>
  run(ctx.db, HANG_ALL, [JSON.stringify(depts)])

const CIRCLES = `with recursive up as (select id, parent_id from dept where code = any ($1)
    union all select d.id, d.parent_id from dept d join up on d.id = up.parent_id)
  cycle id set again using path select from up where again limit 1`
/** Does the way up from one of them come back to where it was? */
export const hasCircle = async (db: Db, codes: readonly string[]): Promise<boolean> =>
  (await run(db, CIRCLES, [codes])).length > 0

/** Those of these usernames whose accounts are in use. */
export const findPeople = (db: Db, usernames: readonly string[]) =>
  run<{ id: number; username: string; name: string }>(
    db,
    'select id, username, name from user_account where username = any ($1) and enabled',
    [usernames],
  )
