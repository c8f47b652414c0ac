import type { Parsed } from '@portal/contract/kernel/call'
import { edit, view } from '@portal/contract/kernel/permissions'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import {
  paymentWords,
  stockInNumber,
  stockInStateWords,
  type StockInFilters,
  type stockInCalls,
} from '@portal/contract/stock-in/stock-in'
import type { Ctx } from '../../kernel/ctx.ts'
import { history } from '../../kernel/flow-log.store.ts'
import { pageReply } from '../../kernel/listed.store.ts'
import { forbidden } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf, type SheetColumn } from '../../kernel/sheet.ts'
import { localOf, shownAt, spanOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { headedDepts } from '../device/scope.service.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as listStore from './list.store.ts'
import { progressOf } from './progress.rules.ts'
import { OF, sharesIn } from './steps.service.ts'
import type { StockInRole } from './stock-in.flow.ts'
import { rolesOf } from './stock-in.rules.ts'
import * as store from './stock-in.store.ts'
import { detailOf, rowOf } from './stock-in.view.ts'

// ── Who sees what ────────────────────────────────────────────────────────────

/** Whoever of finance may write. */
const isCashier = (ctx: Ctx) => ctx.holds(...edit('FINANCIAL'))
const seesAll = (ctx: Ctx) => ctx.holds('PURCHASE_ALL', ...view('FINANCIAL'))

/** What the person who asks is to an order; undefined when it is none of his business. */
export async function seen(ctx: Ctx, s: store.StockIn): Promise<Set<StockInRole> | undefined> {
  const actable = await approval.mayAct(ctx, { business: OF, rowId: s.id })
  const roles = rolesOf(s, { userId: ctx.me.id, actable, cashier: isCashier(ctx) })
  if (roles.size > 0 || actable || seesAll(ctx) || (await store.keeps(ctx.db, s.id, ctx.me.id))) return roles
  return (await headedDepts(ctx)).includes(s.deptId) ? roles : undefined
}

/** An order, for people who have to do with it; others learn nothing, not even whether it exists. */
export async function load(ctx: Ctx, id: number): Promise<{ s: store.StockIn; roles: Set<StockInRole> }> {
  const s = await store.find(ctx.db, id)
  const roles = s && (await seen(ctx, s))
  if (!s || !roles) throw forbidden('您不能查看该入库单')
  ctx.allow(true)
  ctx.target = `stock_in ${id}`
  return { s, roles }
}
/** Asked when somebody opens an invoice. */
export async function maySeeId(ctx: Ctx, id: number): Promise<boolean> {
  const s = await store.find(ctx.db, id)
  return s !== undefined && (await seen(ctx, s)) !== undefined
}

export async function detailed(ctx: Ctx, s: store.StockIn, roles: ReadonlySet<StockInRole>) {
  const [stage, shares, pieces, invoices, files, log, waiting] = await together([
    purchase.stageOf(ctx, s.purchaseId),
    sharesIn(ctx, s),
    store.pieces(ctx.db, s.id),
    store.invoices(ctx.db, s.id),
    file.filesOf(ctx, OF, [s.id]),
    history(ctx, OF, s.id),
    approval.waitingOf(ctx, OF, s.id),
  ])
  const awaited = waiting.flatMap((w) => w.names).join('、') || null
  return detailOf(s, {
    roles,
    stage,
    shares,
    pieces,
    invoices,
    files: files.get(s.id) ?? [],
    log,
    progress: progressOf(s, log, awaited),
  })
}
/** After a step: the person's part may have changed with it. */
export const shownAgain = async (ctx: Ctx, s: store.StockIn) =>
  detailed(ctx, s, (await seen(ctx, s)) ?? new Set())

export async function get(ctx: Ctx, { params }: Parsed<typeof stockInCalls.get>) {
  const { s, roles } = await load(ctx, params.id)
  return detailed(ctx, s, roles)
}

// ── Lists ────────────────────────────────────────────────────────────────────

const scopeOf = async (ctx: Ctx): Promise<listStore.Scope> =>
  seesAll(ctx) ? { all: true } : { userId: ctx.me.id, deptIds: await headedDepts(ctx) }

async function wantedOf(
  ctx: Ctx,
  { waiting, ...f }: Omit<StockInFilters, 'page' | 'size'>,
): Promise<listStore.Wanted> {
  return { ...f, ...spanOf(f, ctx.env.CAMPUS_TZ), ids: waiting ? await approval.waitingRows(ctx, OF) : null }
}

export async function list(
  ctx: Ctx,
  { query: { page, size, ...filters } }: Parsed<typeof stockInCalls.list>,
) {
  const { items, total } = await listStore.list(ctx.db, await scopeOf(ctx), await wantedOf(ctx, filters), {
    page,
    size,
  })
  const actable = await approval.actableAmong(
    ctx,
    OF,
    items.map((s) => s.id),
  )
  return pageReply(
    items.map((s) =>
      rowOf(s, rolesOf(s, { userId: ctx.me.id, actable: actable.has(s.id), cashier: isCashier(ctx) })),
    ),
    total,
  )
}

export async function counts(ctx: Ctx) {
  const [states, waiting] = await together([
    listStore.counts(ctx.db, await scopeOf(ctx)),
    approval.waitingRows(ctx, OF),
  ])
  return { states, waiting: waiting.length }
}

export async function exportList(ctx: Ctx, { query }: Parsed<typeof stockInCalls.export>): Promise<RawReply> {
  const zone = ctx.env.CAMPUS_TZ
  const rows = await listStore.all(ctx.db, await scopeOf(ctx), await wantedOf(ctx, query))
  const columns: readonly SheetColumn<store.StockInRow>[] = [
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
  return sheetOf('入库单', columns, rows, `入库单-${localOf(ctx.now, zone).day}.xlsx`)
}
