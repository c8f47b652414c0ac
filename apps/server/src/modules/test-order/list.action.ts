import type { TestOrderFilters, TestOrderScope } from '@portal/contract/test-order/test-order'
import { view } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { forbidden, refuseField } from '../../kernel/refuse.ts'
import { findSpan } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as listStore from './list.store.ts'
import { orders, readPlaces, seesAll, readStanding } from './test-order.process.ts'
import { showRow } from './test-order.view.ts'

/** A page of these orders, each with the actions that the caller may take. */
export async function showList(ctx: Ctx, scope: listStore.Scope, query: TestOrderFilters) {
  const [sort = 'id', direction] = (query.order_by ?? 'id desc').split(' ')
  if (!listStore.isSortable(sort)) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  const wanted = { ...query, ...findSpan(query, ctx.env.CAMPUS_TZ), sort }
  const [{ items, total, sumFen }, standing] = await together([
    listStore.list(ctx.db, scope, { ...wanted, direction: direction === 'asc' ? 'asc' : 'desc' }),
    readStanding(ctx, null),
  ])
  const rolesOn = await orders.rolesAmong(ctx, items, standing)
  return {
    ...pageReply(
      items.map((o) => showRow(o, rolesOn(o))),
      total,
    ),
    sumFen,
  }
}

/** The orders that a list scope stands for. Refuses `all` without the view permission. */
export async function readScope(ctx: Ctx, scope: TestOrderScope): Promise<listStore.Scope> {
  if (scope === 'mine') return { party: ctx.me.id }
  if (scope === 'lab') return { places: await readPlaces(ctx) }
  if (seesAll(ctx)) return { all: true }
  if (!ctx.holds(...view('TEST_ORDER'))) throw forbidden()
  return { places: await readPlaces(ctx, true) }
}
