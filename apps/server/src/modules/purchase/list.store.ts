import { endedPurchaseStates } from '@portal/contract/purchase/purchase'
import type { PurchaseFilters } from '@portal/contract/purchase/calls'
import type { PurchaseSource } from '@portal/contract/purchase/sources'
import { sql } from 'kysely'
import { literals, run, type Db } from '../../kernel/db.ts'
import {
  any,
  findMeaning,
  readPageWithSum,
  sortList,
  walkList,
  type List,
  type Restriction,
} from '../../kernel/list.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, ROW, SOURCES, type PurchaseRecord } from './purchase.store.ts'

/** The purchases of a list: all that were ever submitted, given ones, or those that concern a person. */
export interface Scope {
  userId: number
  /** All that were ever submitted. */
  all: boolean
  /** Submitted purchases of these departments. */
  deptIds: readonly number[]
  /** Purchases whose pieces are being accepted or stored in. */
  finance: boolean
  /** Only these ids. */
  ids?: readonly number[]
  /** Only those that the person requested. */
  mine?: boolean
}

function findScope(s: Scope): Restriction {
  if (s.mine) return sql`p.requester_id = ${s.userId}`
  if (s.ids) return sql`p.id = ${any(s.ids)}`
  if (s.all) return sql`(p.submitted_at is not null or p.requester_id = ${s.userId})`
  const experts = sql`select x.row_id from panel_expert e join panel x on x.id = e.panel_id
      join purchase q on q.id = x.row_id
    where e.user_id = ${s.userId} and x.business = 'purchase' and x.state <> 'draft' and q.state <> 'draft'`
  const ways = [sql`select id from purchase where requester_id = ${s.userId}`, experts]
  const fits = [sql`p.requester_id = ${s.userId}`, sql`p.id in (${experts})`]
  if (s.deptIds.length) {
    ways.push(sql`select id from purchase where dept_id = ${any(s.deptIds)} and submitted_at is not null`)
    fits.push(sql`p.dept_id = ${any(s.deptIds)} and p.submitted_at is not null`)
  }
  if (s.finance) {
    ways.push(sql`select id from purchase where state in ('in_acceptance', 'done')`)
    fits.push(sql`p.state in ('in_acceptance', 'done')`)
  }
  return {
    ways: sql`p.id in (${sql.join(ways, sql` union `)})`,
    fits: sql`(${sql.join(fits, sql` or `)})`,
  }
}

const purchases: List = {
  table: 'purchase',
  as: 'p',
  row: ROW,
  joins: JOINS,
  called: true,
  named: [['requester_id', 'user_account']],
}
/** Matches the number, the contract number, the title or the requester. */
const findMeant = (keyword: string) =>
  findMeaning(purchases, keyword, [
    sql`select id from purchase where id = ${numberIn(keyword, 'sg')}`,
    sql`select id from purchase where contract_number = ${keyword}`,
  ])

export interface Wanted extends PurchaseFilters {
  /** The days of the filter as instants in the campus time zone. */
  fromAt: Date | null
  untilAt: Date | null
}
function makeWhere(scope: Scope, f: Wanted): Restriction[] {
  const all: Restriction[] = [findScope(scope)]
  if (f.state) all.push(sql`p.state = ${f.state}`)
  if (f.method) all.push(sql`p.method = ${f.method}`)
  if (f.deptId)
    all.push(
      sql`p.dept_id in (with recursive down as (select ${f.deptId}::int8 as id
              union select d.id from dept d join down on d.parent_id = down.id)
          select id from down)`,
    )
  if (f.precious !== undefined) all.push(sql`p.precious = ${f.precious}`)
  if (f.imported !== undefined) all.push(sql`p.imported = ${f.imported}`)
  if (f.minFen !== undefined) all.push(sql`p.budget_fen >= ${f.minFen}`)
  if (f.maxFen !== undefined) all.push(sql`p.budget_fen <= ${f.maxFen}`)
  if (f.fromAt) all.push(sql`p.created_at >= ${f.fromAt}`)
  if (f.untilAt) all.push(sql`p.created_at < ${f.untilAt}`)
  if (f.keyword) all.push(findMeant(f.keyword))
  return all
}

const SORTS = { id: 'id', budgetFen: 'budget_fen', stateAt: 'state_at' }
/** A page of rows, their total number and the sum of their budgets. */
export const list = (db: Db, scope: Scope, wanted: Wanted) =>
  readPageWithSum<PurchaseRecord>(
    db,
    sortList(purchases, wanted.order_by, SORTS),
    makeWhere(scope, wanted),
    wanted,
    'budget_fen',
  )

export interface Exported extends PurchaseRecord {
  itemNames: string
  sources: PurchaseSource[]
  awardFen: number | null
  contractNumber: string | null
  contractOn: string | null
}
const exported: List = {
  ...purchases,
  row: `${ROW}, ${SOURCES} as sources, p.award_fen as "awardFen", p.contract_number as "contractNumber",
    p.contract_on as "contractOn",
    coalesce((select string_agg(i.name || ' ×' || i.quantity, '；' order by i.sort) from purchase_item i
        where i.purchase_id = p.id), '') as "itemNames"`,
}
/** The whole list, for export. */
export const walk = (db: Db, scope: Scope, wanted: Wanted) =>
  walkList<Exported>(db, exported, makeWhere(scope, wanted))

const OWN = `select count(*) filter (where state = 'draft')::int as drafts,
    count(*) filter (where state not in ('draft', ${literals(endedPurchaseStates)}))::int as open
  from purchase where requester_id = $1`
export const countOwn = async (db: Db, userId: number): Promise<{ drafts: number; open: number }> =>
  (await run<{ drafts: number; open: number }>(db, OWN, [userId]))[0] ?? { drafts: 0, open: 0 }
