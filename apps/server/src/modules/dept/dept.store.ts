import type { DeptKind } from '@portal/contract/dept/dept'
import type { Ref } from '@portal/contract/kernel/rows'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'
import type { DeptUses } from './dept.rules.ts'

export interface DeptRow {
  id: number
  parentId: number | null
  parentName: string | null
  code: string
  name: string
  kind: DeptKind
  sort: number
  enabled: boolean
  address: string | null
  phone: string | null
  email: string | null
  head: Ref | null
}
const COLUMNS = `d.id, d.parent_id as "parentId", p.name as "parentName", d.code, d.name, d.kind, d.sort,
    d.enabled, d.address, d.phone, d.email,
  case when h.id is not null then jsonb_build_object('id', h.id, 'name', h.name) end as head`
const JOINS = 'left join dept p on p.id = d.parent_id left join user_account h on h.id = d.head_id'
const FROM = `dept d ${JOINS}`

const ALL = `select ${COLUMNS} from ${FROM} where $1::boolean is null or d.enabled = $1
  order by d.sort, d.code`
/** All depts: some dozens, at most some hundreds. */
export const listAll = (db: Db, enabled: boolean | null) => run<DeptRow>(db, ALL, [enabled])

interface DeptFilters {
  keyword: string | null
  kind: DeptKind | null
  enabled: boolean | null
}
const WHERE = `($1::text is null or position(lower($1) in lower(d.name || ' ' || d.code)) > 0)
    and ($2::text is null or d.kind = $2) and ($3::boolean is null or d.enabled = $3)`
const LIST = defineShortList(3, {
  as: 'd',
  row: COLUMNS,
  from: 'dept d',
  joins: JOINS,
  where: WHERE,
  order: 'd.sort, d.code',
})
export const list = (db: Db, f: DeptFilters, page: { page: number; size: number }) =>
  readShortPage<DeptRow>(db, LIST, [f.keyword, f.kind, f.enabled], page)

export interface ExportedRow extends DeptRow {
  parentCode: string | null
  headUsername: string | null
}
const EXPORTED = `select ${COLUMNS}, p.code as "parentCode", h.username as "headUsername" from ${FROM}
  where ${WHERE} and d.code > $4 order by d.code limit $5`
/** The next `size` depts by code after `after`; the last page costs as little as the first. */
export const listAfter = (db: Db, f: DeptFilters, after: string, size: number) =>
  run<ExportedRow>(db, EXPORTED, [f.keyword, f.kind, f.enabled, after, size])

const FIND = `select ${COLUMNS} from ${FROM} where d.id = $1`
export const find = async (db: Db, id: number): Promise<DeptRow | undefined> =>
  (await run<DeptRow>(db, FIND, [id]))[0]

const USES = `select
    (select count(*) from dept where parent_id = $1) as children,
    (select count(*) from user_account where dept_id = $1) as people,
    (select count(*) from lab where dept_id = $1) as labs,
    (select count(*) from device where dept_id = $1) as devices,
    (select count(*) from fund_card where dept_id = $1) as cards,
    (select count(*) from notice where dept_id = $1) as notices,
    (select count(*) from approval_policy where dept_id = $1) as policies,
    (select count(*) from user_post where dept_id = $1) as posts,
    (select count(*) from purchase where dept_id = $1) as purchases,
    (select count(*) from stocktake where dept_id = $1) as stocktakes,
    (select count(*) from approval_task where dept_id = $1) as tasks,
    (select count(*) from room where dept_id = $1) as rooms`
export const countUses = (db: Db, id: number) => runOne<DeptUses>(db, USES, [id])

const FAMILY = `with recursive family as (select id from dept where id = $1 union select d.id from dept d
    join family f on d.parent_id = f.id) select id from family`
/** A dept and all its descendants. */
export const listFamily = async (db: Db, id: number): Promise<number[]> =>
  (await run<{ id: number }>(db, FAMILY, [id])).map((r) => r.id)

const KIN = `with recursive below as (select id from dept where id = $1
      union select d.id from dept d join below b on d.parent_id = b.id),
    above as (select id, parent_id from dept where id = $1
      union select d.id, d.parent_id from dept d join above a on d.id = a.parent_id)
  select id from below union select id from above`
/** A dept, its descendants and its ancestors. */
export const listKin = async (db: Db, id: number): Promise<number[]> =>
  (await run<{ id: number }>(db, KIN, [id])).map((r) => r.id)

const APPROVERS = `with recursive up as (select id, parent_id from dept where id = $1
    union select p.id, p.parent_id from dept p join up on p.id = up.parent_id)
  select h.id, h.name, d.name as "deptName" from up join dept d on d.id = up.id
    join user_account h on h.dept_id = up.id and h.enabled
  where exists (select from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = h.id and r.code = 'DEPT_HEAD')
  order by d.id <> $1, h.name, h.id`
/** The people behind `dept_head` of approval/actors.store.ts, those of the dept itself first. */
export const listApprovers = (db: Db, id: number) => run<Ref & { deptName: string }>(db, APPROVERS, [id])

export interface DeptValues {
  parentId: number | null
  code: string
  name: string
  kind: DeptKind
  sort: number
  enabled: boolean
  address: string | null
  phone: string | null
  email: string | null
  headId: number | null
}
const columns = ({ parentId, headId, ...v }: DeptValues) => ({ parent_id: parentId, head_id: headId, ...v })
export const add = (ctx: Ctx, v: DeptValues) =>
  ctx.db
    .insertInto('dept')
    .values({ ...columns(v), created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
export const change = (ctx: Ctx, id: number, v: DeptValues) =>
  ctx.db.updateTable('dept').set(columns(v)).where('id', '=', id).returning('id').executeTakeFirst()
export const remove = async (ctx: Ctx, id: number) =>
  (await run<{ id: number }>(ctx.db, 'delete from dept where id = $1 returning id', [id]))[0]
/** Locks the table, because two concurrent moves could create a cycle that neither transaction sees. */
export const lockTree = (ctx: Ctx) => run(ctx.db, `lock table dept in share row exclusive mode`, [])

const CHILDREN = `select id from dept where parent_id is not distinct from $1 order by sort, code`
export const listChildren = async (db: Db, parentId: number | null): Promise<number[]> =>
  (await run<{ id: number }>(db, CHILDREN, [parentId])).map((r) => r.id)
export const hang = async (ctx: Ctx, id: number, parentId: number | null): Promise<boolean> =>
  (await run(ctx.db, 'update dept set parent_id = $2 where id = $1 returning id', [id, parentId])).length > 0
/** Sort numbers in steps of ten, so that a dept can be put between two others by hand. */
const ORDER = `update dept d set sort = o.n * 10 from unnest($1::int8[]) with ordinality o (id, n)
  where d.id = o.id and d.sort <> o.n * 10`
export const order = (ctx: Ctx, ids: readonly number[]) => run(ctx.db, ORDER, [ids])
export const moveChildren = (ctx: Ctx, from: number, to: number) =>
  run(ctx.db, 'update dept set parent_id = $2 where parent_id = $1', [from, to])
/** Closes a dept and puts it under another one, as a reference for the records that name it. */
export const closeUnder = (ctx: Ctx, id: number, parentId: number) =>
  run(ctx.db, 'update dept set parent_id = $2, enabled = false where id = $1', [id, parentId])
