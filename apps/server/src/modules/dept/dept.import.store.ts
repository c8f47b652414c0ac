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
  headUsername: string | null
  id: number
  code: string
}
const BY_CODE = `select d.id, d.code, d.name, d.kind, p.code as "parentCode", d.sort, d.enabled, d.address,
    d.phone, d.email, d.head_id as "headId", h.name as "headName", h.username as "headUsername"
  from dept d left join dept p on p.id = d.parent_id left join user_account h on h.id = d.head_id
    where d.code = any ($1)`
export const findByCode = (db: Db, codes: readonly string[]) => run<KnownDept>(db, BY_CODE, [codes])

const PARENTS = `select d.code, p.code as "parentCode" from dept d join dept p on p.id = d.parent_id`
/** The parent code of each dept that has a parent. */
export const readParents = async (db: Db): Promise<Map<string, string>> =>
  new Map(
    (await run<{ code: string; parentCode: string }>(db, PARENTS, [])).map((d) => [d.code, d.parentCode]),
  )

const NAMED = `select d.code, d.name, p.code as "parentCode" from dept d
  left join dept p on p.id = d.parent_id where d.name = any ($1)`
/** Depts with one of these names, with their parents. */
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
// Runs once all rows are written: in the file a parent may come after its child.
const HANG_ALL = `update dept d set parent_id = p.id from ${RECORDS}
  left join dept p on p.code = r."parentCode" where d.code = r.code and d.parent_id is distinct from p.id`

/**
 * Defers the unique names of siblings: new depts have no parent at first, so names are compared only after
 * all parents are set.
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
/** True if the parents of one of these depts form a cycle. */
export const hasCircle = async (db: Db, codes: readonly string[]): Promise<boolean> =>
  (await run(db, CIRCLES, [codes])).length > 0
