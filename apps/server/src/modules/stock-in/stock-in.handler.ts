import type { Parsed } from '@portal/contract/kernel/call'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import {
  paymentWords,
  stockInNumber,
  stockInStateWords,
  type StockInFilters,
  type stockInCalls,
} from '@portal/contract/stock-in/stock-in'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findLocal, shownAt, findSpan } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as dept from '../dept/dept.service.ts'
import * as listStore from './list.store.ts'
import { showNow } from './show.action.ts'
import { OF, readStanding, seesAll, stockIns } from './stock-in.process.ts'
import type { StockInRow } from './stock-in.store.ts'
import { showRow } from './stock-in.view.ts'

export const get = (ctx: Ctx, { params }: Parsed<typeof stockInCalls.get>) => showNow(ctx, params.id)

// ── Lists ────────────────────────────────────────────────────────────────────

const findScope = async (ctx: Ctx): Promise<listStore.Scope> =>
  seesAll(ctx) ? { all: true } : { userId: ctx.me.id, deptIds: await dept.listHeadedDepts(ctx) }

async function findWanted(
  ctx: Ctx,
  { waiting, ...f }: Omit<StockInFilters, 'page' | 'size'>,
): Promise<listStore.Wanted> {
  return {
    ...f,
    ...findSpan(f, ctx.env.CAMPUS_TZ),
    ids: waiting ? await approval.listWaitingRows(ctx, OF) : null,
  }
}

export async function list(
  ctx: Ctx,
  { query: { page, size, ...filters } }: Parsed<typeof stockInCalls.list>,
) {
  const { items, total } = await listStore.list(
    ctx.db,
    await findScope(ctx),
    await findWanted(ctx, filters),
    {
      page,
      size,
    },
  )
  const rolesOn = await stockIns.rolesAmong(ctx, items, await readStanding(ctx, null))
  return pageReply(
    items.map((s) => showRow(s, rolesOn(s))),
    total,
  )
}

export async function count(ctx: Ctx) {
  const [states, waiting] = await together([
    listStore.countStates(ctx.db, await findScope(ctx)),
    approval.listWaitingRows(ctx, OF),
  ])
  return { states, waiting: waiting.length }
}

export async function exportList(ctx: Ctx, { query }: Parsed<typeof stockInCalls.export>): Promise<RawReply> {
  const zone = ctx.env.CAMPUS_TZ
  const rows = listStore.walk(ctx.db, await findScope(ctx), await findWanted(ctx, query))
  const columns: readonly SheetColumn<StockInRow>[] = [
    { header: '入库单号', value: (s) => stockInNumber(s.id) },
    { header: '申购单号', value: (s) => purchaseNumber(s.purchaseId) },
    { header: '申购名称', width: 36, value: (s) => s.title },
    { header: '单位', width: 24, value: (s) => s.dept },
    { header: '申购人', width: 12, value: (s) => s.requester },
    { header: '供应商', width: 28, value: (s) => s.supplier },
    { header: '台件数', width: 10, value: (s) => s.pieceCount },
    { header: '金额（元）', money: true, value: (s) => s.totalFen / 100 },
    { header: '支付方式', value: (s) => (s.payment ? paymentWords[s.payment] : null) },
    { header: '凭证号', width: 18, value: (s) => s.voucherNumber },
    { header: '付款日期', value: (s) => s.paidOn },
    { header: '状态', value: (s) => stockInStateWords[s.state] },
    { header: '创建时间', width: 18, value: (s) => shownAt(s.createdAt, zone) },
  ]
  return makeSheet('入库单', columns, rows, `入库单-${findLocal(ctx.now, zone).day}.xlsx`)
}
