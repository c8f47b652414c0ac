import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { PanelFilters } from '@portal/contract/panel/calls'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne } from '../../kernel/db.ts'
import { ROW, type PanelRecord } from './panel.store.ts'

/** More rows than this are not counted. */
export const COUNTED = 10_000

export interface Wanted extends PanelFilters {
  /** Sees every panel. */
  all: boolean
}
// $1 who asks, $2 sees all, $3 scope, $4 kind, $5 state, $6 a number, $7 a piece of the title.
const WHERE = `($2 and $3 = 'all' or $3 <> 'waiting' and p.created_by = $1
    or p.state <> 'draft' and p.id in (select panel_id from panel_expert where user_id = $1 and ($3 <> 'waiting' or signed_at is null)) and ($3 <> 'waiting' or p.state = 'signing'))
  and ($4::text is null or p.kind = $4) and ($5::text is null or p.state = $5)
  and ($7::text is null or p.title ilike $7 or p.row_id = $6)`
const PAGE = `${ROW} where p.id in (select p.id from panel p where ${WHERE} order by p.id desc limit $8 offset $9) order by p.id desc`
const BELOW = `${ROW} where p.id in (select p.id from panel p where ${WHERE} and p.id < $8 order by p.id desc limit $9) order by p.id desc`
const COUNT = `select count(*)::int as total from (select from panel p where ${WHERE} limit ${COUNTED + 1}) c`

const NUMBER = new RegExp(`^(?:${purchaseNumber(0).replace(/\d+$/, '')})?0*(\\d{1,15})$`, 'i')
function valuesOf(ctx: Ctx, w: Wanted): unknown[] {
  const number = w.keyword && NUMBER.exec(w.keyword)?.[1]
  const piece = w.keyword ? `%${w.keyword.replace(/[\\%_]/g, '\\$&')}%` : null
  return [ctx.me.id, w.all, w.scope, w.kind ?? null, w.state ?? null, number ? Number(number) : null, piece]
}
export async function list(ctx: Ctx, w: Wanted, { page, size }: { page: number; size: number }): Promise<{ items: PanelRecord[]; total: number }> {
  const values = valuesOf(ctx, w)
  const items = await run<PanelRecord>(ctx.db, PAGE, [...values, size, page * size])
  const { total } = await runOne<{ total: number }>(ctx.db, COUNT, values)
  return { items, total }
}

const CHUNK = 500
/** The whole list, newest first, a chunk at a time. */
export async function* every(ctx: Ctx, w: Wanted): AsyncGenerator<PanelRecord> {
  const values = valuesOf(ctx, w)
  for (let below = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await run<PanelRecord>(ctx.db, BELOW, [...values, below, CHUNK])
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    below = last.id
  }
}
