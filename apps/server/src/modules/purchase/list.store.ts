import type { PurchaseFilters } from '@portal/contract/purchase/calls'
import { sql, type RawBuilder } from 'kysely'
import { run, type Db } from '../../kernel/db.ts'
import { COUNTED } from '../../kernel/listed.store.ts'
import { meantBy, type Naming } from '../../kernel/named.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, ROW, type PurchaseRecord } from './purchase.store.ts'

/** Whose purchases a list is about: everybody's that were submitted, certain ones, or those a person has to do with. */
export interface Scope {
  userId: number
  /** Everything that was ever submitted. */
  all: boolean
  /** Of these depts, once submitted. */
  deptIds: readonly number[]
  /** What is being stocked in. */
  finance: boolean
  /** Only these. */
  ids?: readonly number[]
  /** Only what the person asked for himself. */
  mine?: boolean
}

const any = (ids: readonly number[]) => sql`any(${ids}::int8[])`

function scopeOf(s: Scope): RawBuilder<unknown> {
  if (s.mine) return sql`p.requester_id = ${s.userId}`
  if (s.ids) return sql`p.id = ${any(s.ids)}`
  if (s.all) return sql`(p.submitted_at is not null or p.requester_id = ${s.userId})`
  // Branch by branch, so that each is answered by its own index.
  const branches = [
    sql`select id from purchase where requester_id = ${s.userId}`,
    sql`select x.row_id from panel_expert e join panel x on x.id = e.panel_id join purchase q on q.id = x.row_id
      where e.user_id = ${s.userId} and x.business = 'purchase' and x.state <> 'draft' and q.state <> 'draft'`,
  ]
  if (s.deptIds.length) branches.push(sql`select id from purchase where dept_id = ${any(s.deptIds)} and submitted_at is not null`)
  if (s.finance) branches.push(sql`select id from purchase where state in ('in_acceptance', 'done')`)
  return sql`p.id in (${sql.join(branches, sql` union `)})`
}

const named: Naming = { table: 'purchase', as: 'p', columns: [['id', 'purchase'], ['requester_id', 'user_account']] }
/** By its number, its contract's, its title or who asks for it. */
const keywordWhere = (db: Db, keyword: string) =>
  meantBy(db, named, keyword, [sql`select id from purchase where id = ${numberIn(keyword, 'sg')}`, sql`select id from purchase where contract_number = ${keyword}`])

export interface Wanted extends PurchaseFilters {
  /** The filter's days as instants of the campus. */
  fromAt: Date | null
  untilAt: Date | null
  sort: string
  direction: 'asc' | 'desc'
}
async function whereOf(db: Db, scope: Scope, f: Wanted): Promise<RawBuilder<unknown>> {
  const all = [scopeOf(scope)]
  if (f.state) all.push(sql`p.state = ${f.state}`)
  if (f.method) all.push(sql`p.method = ${f.method}`)
  if (f.deptId) all.push(sql`p.dept_id in (with recursive down as (select ${f.deptId}::int8 as id union select d.id from dept d join down on d.parent_id = down.id) select id from down)`)
  if (f.precious !== undefined) all.push(sql`p.precious = ${f.precious}`)
  if (f.imported !== undefined) all.push(sql`p.imported = ${f.imported}`)
  if (f.minFen !== undefined) all.push(sql`p.budget_fen >= ${f.minFen}`)
  if (f.maxFen !== undefined) all.push(sql`p.budget_fen <= ${f.maxFen}`)
  if (f.fromAt) all.push(sql`p.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`p.created_at < ${f.untilAt}`)
  if (f.keyword) all.push(await keywordWhere(db, f.keyword))
  return sql.join(all, sql` and `)
}

const SORTS: Record<string, RawBuilder<unknown>> = { id: sql`p.id`, budgetFen: sql`p.budget_fen`, stateAt: sql`p.state_at` }
export const sortable = (field: string): boolean => field in SORTS

/** A page of rows, how many there are (as far as counted) and what they come to. */
export async function list(db: Db, scope: Scope, wanted: Wanted): Promise<{ items: PurchaseRecord[]; total: number; sumFen: number }> {
  const where = await whereOf(db, scope, wanted)
  const order = sql`${SORTS[wanted.sort] ?? sql`p.id`} ${wanted.direction === 'asc' ? sql`asc` : sql`desc`}, p.id desc`
  // The page first, then what its rows are called.
  const items = await sql<PurchaseRecord>`select ${sql.raw(ROW)} from (
      select * from purchase p where ${where} order by ${order} limit ${wanted.size} offset ${wanted.page * wanted.size}) p
    ${sql.raw(JOINS)} order by ${order}`.execute(db)
  const counted = await sql<{ total: number; sumFen: number }>`select count(*)::int as total, coalesce(sum(budget_fen), 0)::int8 as "sumFen"
    from (select p.budget_fen from purchase p where ${where} limit ${COUNTED + 1}) c`.execute(db)
  return { items: items.rows, total: counted.rows[0]?.total ?? 0, sumFen: counted.rows[0]?.sumFen ?? 0 }
}

export interface Exported extends PurchaseRecord {
  itemNames: string
  awardFen: number | null
  contractNumber: string | null
  contractOn: string | null
}
/** A chunk of the list, newest first, below a key. */
export async function before(db: Db, scope: Scope, wanted: Wanted, id: number | null, size: number): Promise<Exported[]> {
  const where = await whereOf(db, scope, wanted)
  const rows = await sql<Exported>`select ${sql.raw(ROW)}, p.award_fen as "awardFen", p.contract_number as "contractNumber", p.contract_on as "contractOn",
      coalesce((select string_agg(i.name || ' ×' || i.quantity, '；' order by i.sort) from purchase_item i where i.purchase_id = p.id), '') as "itemNames"
    from (select * from purchase p where ${where} and (${id}::int8 is null or p.id < ${id}) order by p.id desc limit ${size}) p
    ${sql.raw(JOINS)} order by p.id desc`.execute(db)
  return rows.rows
}

const OWN = `select count(*) filter (where state = 'draft')::int as drafts, count(*) filter (where state not in ('draft', 'done', 'refused', 'cancelled', 'terminated'))::int as open from purchase where requester_id = $1`
export const own = async (db: Db, userId: number): Promise<{ drafts: number; open: number }> => (await run<{ drafts: number; open: number }>(db, OWN, [userId]))[0] ?? { drafts: 0, open: 0 }
