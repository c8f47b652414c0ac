import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { PanelKind, PanelState } from '@portal/contract/panel/panel'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne } from '../../kernel/db.ts'
import { ROW, type PanelRecord } from './panel.store.ts'

/** More rows than this are not counted. */
export const COUNTED = 10_000

export interface Wanted {
  all: boolean
  scope: 'all' | 'mine' | 'waiting'
  kind?: PanelKind | undefined
  state?: PanelState | undefined
  keyword?: string | undefined
  page: number
  size: number
}
// $1 who asks, $2 sees all, $3 scope, $4 kind, $5 state, $6 a number, $7 a piece of the title.
const WHERE = `($2 and $3 = 'all' or $3 <> 'waiting' and p.created_by = $1
    or p.state <> 'draft' and p.id in (select panel_id from panel_expert where user_id = $1 and ($3 <> 'waiting' or signed_at is null)) and ($3 <> 'waiting' or p.state = 'signing'))
  and ($4::text is null or p.kind = $4) and ($5::text is null or p.state = $5)
  and ($7::text is null or p.title ilike $7 or p.row_id = $6)`
const PAGE = `${ROW} where p.id in (select p.id from panel p where ${WHERE} order by p.id desc limit $8 offset $9) order by p.id desc`
const COUNT = `select count(*)::int as total from (select from panel p where ${WHERE} limit ${COUNTED + 1}) c`

const NUMBER = new RegExp(`^(?:${purchaseNumber(0).replace(/\d+$/, '')})?0*(\\d{1,15})$`, 'i')
export async function list(ctx: Ctx, w: Wanted): Promise<{ items: PanelRecord[]; total: number }> {
  const number = w.keyword && NUMBER.exec(w.keyword)?.[1]
  const piece = w.keyword ? `%${w.keyword.replace(/[\\%_]/g, '\\$&')}%` : null
  const values = [ctx.me.id, w.all, w.scope, w.kind ?? null, w.state ?? null, number ? Number(number) : null, piece]
  const items = await run<PanelRecord>(ctx.db, PAGE, [...values, w.size, w.page * w.size])
  const { total } = await runOne<{ total: number }>(ctx.db, COUNT, values)
  return { items, total }
}
