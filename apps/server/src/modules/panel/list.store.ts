import type { PanelFilters } from '@portal/contract/panel/calls'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { runOne } from '../../kernel/db.ts'
import {
  findMeaning,
  readPage,
  sortList,
  walkList,
  type Condition,
  type List,
  type Restriction,
  type SortedAt,
} from '../../kernel/list.store.ts'
import { numberIn } from '../../kernel/search.rules.ts'
import { JOINS, recordFor, ROW, type PanelRecord, type PanelRow } from './panel.store.ts'

const panels: List = { table: 'panel', as: 'p', row: ROW, joins: JOINS, called: true }

export interface Wanted extends PanelFilters {
  /** May see every panel. */
  all: boolean
}
// A union, so that each branch uses its own index.
function findScope(userId: number, { all, scope }: Wanted): Condition {
  if (scope === 'waiting')
    return sql`p.state = 'signing'
      and p.id in (select panel_id from panel_expert where user_id = ${userId} and signed_at is null)`
  if (all && scope === 'all') return sql`true`
  return sql`p.id in (select id from panel where created_by = ${userId}
      union select x.id from panel_expert e join panel x on x.id = e.panel_id
      where e.user_id = ${userId} and x.state <> 'draft')`
}

function makeWhere(ctx: Ctx, wanted: Wanted): Restriction[] {
  const all: Restriction[] = [findScope(ctx.me.id, wanted)]
  if (wanted.kind) all.push(sql`p.kind = ${wanted.kind}`)
  if (wanted.state) all.push(sql`p.state = ${wanted.state}`)
  if (wanted.keyword) {
    all.push(
      findMeaning(panels, wanted.keyword, [
        sql`select id from panel where business = 'purchase' and row_id = ${numberIn(wanted.keyword, 'sg')}`,
      ]),
    )
  }
  return all
}

const SORTS = { id: 'id', stateAt: 'state_at' }
export async function list(
  ctx: Ctx,
  wanted: Wanted,
  { order_by: orderBy, ...at }: SortedAt,
): Promise<{ items: PanelRecord[]; total: number }> {
  const sorted = sortList(panels, orderBy, SORTS)
  const { items, total } = await readPage<PanelRow>(ctx.db, sorted, makeWhere(ctx, wanted), at)
  return { items: items.map((p) => recordFor(ctx, p)), total }
}

/** The whole list, newest first. */
export async function* walk(ctx: Ctx, wanted: Wanted): AsyncGenerator<PanelRecord> {
  for await (const p of walkList<PanelRow>(ctx.db, panels, makeWhere(ctx, wanted))) yield recordFor(ctx, p)
}

const COUNT_WAITING = `select count(*) filter (where kind = 'precious')::int as precious,
    count(*) filter (where kind = 'import')::int as import,
    count(*) filter (where kind = 'scrap')::int as scrap
  from (select id, kind from panel where id = any($1::int8[])
      union select id, kind from panel where created_by = $2 and state = 'draft') p`
export const countWaiting = (ctx: Ctx, ids: readonly number[]) =>
  runOne<{ precious: number; import: number; scrap: number }>(ctx.db, COUNT_WAITING, [ids, ctx.me.id])
