import { type bookingCalls } from '@portal/contract/booking/calls'
import { bookingSorts } from '@portal/contract/booking/list'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../../kernel/ctx.ts'
import { COUNTED, pageReply } from '../../../kernel/list.store.ts'
import { refuseField } from '../../../kernel/refuse.ts'
import { listWaitingRows } from '../../approval/approval.service.ts'
import { describeAsker, bookings } from '../booking.process.ts'
import { showRow } from '../booking.view.ts'
import * as store from './list.store.ts'
import { readFilters } from './filter.action.ts'

export async function list(ctx: Ctx, { query }: Parsed<typeof bookingCalls.list>) {
  const filters = await readFilters(ctx, query)
  const wanted = readSort(query.order_by)
  const total = await store.count(ctx.db, filters)
  // The agenda order is meant for one person's list: above COUNTED rows the list falls back to newest first.
  const { sort, direction } = wanted.sort === 'agenda' && total > COUNTED ? readSort(undefined) : wanted
  const waiting = sort === 'agenda' ? await listWaitingRows(ctx, 'booking') : []
  const keyset = query.after !== undefined
  const offset = keyset ? 0 : query.page * query.size
  if (total > COUNTED && (sort !== 'id' || direction === 'asc'))
    throw refuseField('order_by', `结果超过 ${COUNTED} 条，请先缩小筛选范围再排序`)
  if (offset > COUNTED) throw refuseField('page', `只能翻到前 ${COUNTED} 条，请缩小筛选范围`)
  const ids = await store.findPage(
    ctx.db,
    { ...filters, after: query.after ?? null },
    { sort, direction, offset, size: query.size, waiting },
  )
  const rows = await store.findRows(ctx, ids)
  const rolesOn = await bookings.rolesAmong(ctx, rows, describeAsker(ctx))
  const items = rows.map((row) => showRow(row, rolesOn(row), ctx.now))
  const goesOn = sort === 'id' && direction === 'desc' && ids.length === query.size
  return {
    ...pageReply(items, total),
    next: goesOn ? (ids.at(-1) ?? null) : null,
    live: query.liveOn ? await store.countLive(ctx.db, filters, ctx.now) : null,
  }
}

function readSort(orderBy: string | undefined): { sort: store.Sort; direction: 'asc' | 'desc' } {
  const [field = 'id', direction] = (orderBy ?? 'id desc').split(' ')
  const sort = bookingSorts.find((s) => s === field)
  if (!sort) throw refuseField('order_by', '不能按该字段排序', 'BAD_REQUEST')
  return { sort, direction: direction === 'asc' ? 'asc' : 'desc' }
}
