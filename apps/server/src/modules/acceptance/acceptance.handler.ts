import type { AcceptanceFilters, acceptanceCalls } from '@portal/contract/acceptance/acceptance'
import {
  acceptanceNumber,
  acceptanceScaleWords,
  acceptanceStateWords,
} from '@portal/contract/acceptance/acceptance'
import type { Parsed } from '@portal/contract/kernel/call'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findLocal, shownAt, findSpan } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import { acceptances, readStanding } from './acceptance.process.ts'
import type { AcceptanceRow } from './acceptance.store.ts'
import { showRow } from './acceptance.view.ts'
import * as listStore from './list.store.ts'
import { showNow } from './show.action.ts'

export const get = (ctx: Ctx, { params }: Parsed<typeof acceptanceCalls.get>) => showNow(ctx, params.id)

// ── Lists ────────────────────────────────────────────────────────────────────

const findScope = async (ctx: Ctx): Promise<listStore.Scope> =>
  ctx.holds('PURCHASE_ALL') ? { all: true } : { userId: ctx.me.id, deptIds: await listHeadedDepts(ctx) }

async function findWanted(
  ctx: Ctx,
  { waiting, ...f }: Omit<AcceptanceFilters, 'page' | 'size'>,
): Promise<listStore.Wanted> {
  return {
    ...f,
    ...findSpan(f, ctx.env.CAMPUS_TZ),
    ids: waiting ? await approval.listWaitingRows(ctx, 'acceptance') : null,
  }
}

export async function list(
  ctx: Ctx,
  { query: { page, size, ...filters } }: Parsed<typeof acceptanceCalls.list>,
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
  const rolesOn = await acceptances.rolesAmong(ctx, items, await readStanding(ctx, null))
  return pageReply(
    items.map((a) => showRow(a, rolesOn(a))),
    total,
  )
}

export async function count(ctx: Ctx) {
  const [states, ids] = await together([
    listStore.countStates(ctx.db, await findScope(ctx)),
    approval.listWaitingRows(ctx, 'acceptance'),
  ])
  return { states, waiting: ids.length, waitingAt: await listStore.countPages(ctx.db, ids) }
}

export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof acceptanceCalls.export>,
): Promise<RawReply> {
  const zone = ctx.env.CAMPUS_TZ
  const rows = listStore.walk(ctx.db, await findScope(ctx), await findWanted(ctx, query))
  const columns: readonly SheetColumn<AcceptanceRow>[] = [
    { header: '验收单号', value: (a) => acceptanceNumber(a.id) },
    { header: '申购单号', value: (a) => purchaseNumber(a.purchaseId) },
    { header: '申购名称', width: 36, value: (a) => a.title },
    { header: '单位', width: 24, value: (a) => a.dept },
    { header: '验收人', width: 12, value: (a) => a.receiver },
    { header: '供应商', width: 28, value: (a) => a.supplier },
    { header: '规模', width: 20, value: (a) => acceptanceScaleWords[a.scale] },
    { header: '台件数', width: 10, value: (a) => a.pieceCount },
    { header: '本次验收金额（元）', money: true, value: (a) => a.totalFen / 100 },
    { header: '状态', value: (a) => acceptanceStateWords[a.state] },
    { header: '创建时间', width: 18, value: (a) => shownAt(a.createdAt, zone) },
  ]
  return makeSheet('验收单', columns, rows, `验收单-${findLocal(ctx.now, zone).day}.xlsx`)
}
