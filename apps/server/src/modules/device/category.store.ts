import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

export interface CategoryRow {
  id: number
  parentId: number | null
  code: string
  name: string
  sort: number
}
const CATEGORIES = `select id, parent_id as "parentId", code, name, sort from device_category
  where $1::text is null or position(lower($1) in lower(name || ' ' || code)) > 0
  order by sort, code`
export const list = (db: Db, keyword: string | null) => run<CategoryRow>(db, CATEGORIES, [keyword])

const COUNTED = `select c.id, c.parent_id as "parentId", c.code, c.name, c.sort,
  coalesce(n.devices, 0)::int as devices
  from device_category c
  left join (select token, sum(bit_count(bits)) as devices from device_token where token like 'category %'
    group by token) n on n.token = 'category ' || c.id
  order by c.sort, c.code`
/** All categories, each with the number of devices directly in it. */
export const listCounted = (db: Db) => run<CategoryRow & { devices: number }>(db, COUNTED, [])

const FAMILY = `with recursive family as (select id from device_category where id = $1 union select c.id
    from device_category c join family f on c.parent_id = f.id) select id from family`
/** Ids of a category and all its descendants. */
export const listFamily = async (db: Db, id: number): Promise<number[]> =>
  (await run<{ id: number }>(db, FAMILY, [id])).map((r) => r.id)

export const find = async (db: Db, id: number): Promise<CategoryRow | undefined> =>
  (
    await run<CategoryRow>(
      db,
      `select id, parent_id as "parentId", code, name, sort from device_category where id = $1`,
      [id],
    )
  )[0]

/** All categories, for callers that need the parent of each. */
export const listAll = (db: Db) =>
  run<CategoryRow>(db, 'select id, parent_id as "parentId", code, name, sort from device_category', [])

type Values = Omit<CategoryRow, 'id'>
const columns = (v: Values) => ({ parent_id: v.parentId, code: v.code, name: v.name, sort: v.sort })
export const add = (ctx: Ctx, v: Values) =>
  ctx.db.insertInto('device_category').values(columns(v)).returning('id').executeTakeFirstOrThrow()
export const change = (ctx: Ctx, id: number, v: Values) =>
  ctx.db.updateTable('device_category').set(columns(v)).where('id', '=', id).execute()
export const remove = (ctx: Ctx, id: number) => run(ctx.db, 'delete from device_category where id = $1', [id])
/** Locks all categories, because two concurrent moves could create a cycle. */
export const lock = (ctx: Ctx) => run(ctx.db, 'lock table device_category in share row exclusive mode', [])

// ── Brought in from a file ───────────────────────────────────────────────────

export interface ImportedCategory {
  code: string
  name: string
  parentCode: string | null
  sort: number
}
const RECORDS = `jsonb_to_recordset($1::jsonb) r (code text, name text, "parentCode" text, sort int)`
const KEEP = `insert into device_category (code, name, sort) select code, name, sort from ${RECORDS}
  on conflict (code) do update set name = excluded.name, sort = excluded.sort`
export const keep = (ctx: Ctx, records: readonly ImportedCategory[]) =>
  run(ctx.db, KEEP, [JSON.stringify(records)])
const HANG = `update device_category c set parent_id = p.id
  from ${RECORDS} left join device_category p on p.code = r."parentCode"
  where c.code = r.code and c.parent_id is distinct from p.id`
/** Sets the parent of each record. Call once all records are written. */
export const hang = (ctx: Ctx, records: readonly ImportedCategory[]) =>
  run(ctx.db, HANG, [JSON.stringify(records)])
const CIRCLES = `with recursive up as (select id, parent_id from device_category
    union all select c.id, c.parent_id from device_category c join up on c.id = up.parent_id)
  cycle id set again using path select from up where again limit 1`
/** True if the parents of any category form a cycle. Reads all categories, some thousands of rows at most. */
export const hasCircle = async (db: Db): Promise<boolean> => (await run(db, CIRCLES, [])).length > 0
