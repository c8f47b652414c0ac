import type { Ctx } from '../../kernel/ctx.ts'
import { together } from '../../kernel/together.ts'
import * as acceptance from '../acceptance/acceptance.service.ts'
import * as dept from '../dept/dept.service.ts'
import * as file from '../file/file.service.ts'
import { listEditableLabs } from '../lab/lab.service.ts'
import { judgeDevices } from '../opening/opening.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import type { StockInProcess } from './stock-in.flow.ts'
import { OF, sharesIn, stockIns, type Standing } from './stock-in.process.ts'
import * as store from './stock-in.store.ts'
import { showDetail } from './stock-in.view.ts'

/** Everything of an order, for a caller with these roles. */
export async function readDetail(ctx: Ctx, s: store.StockIn, roles: ReadonlySet<StockInProcess['role']>) {
  const [opensAcceptance, stage, shares, pieces, labs, kin, rooms, invoices, files, trail] = await together([
    acceptance.mayOpen(ctx, s.acceptanceId),
    purchase.readStage(ctx, s.purchaseId),
    sharesIn(ctx, s),
    store.pieces(ctx.db, s.id),
    store.listLabs(ctx.db, s.id),
    dept.listKin(ctx, s.deptId),
    store.listRooms(ctx.db, s.id),
    store.listInvoices(ctx.db, s.id),
    file.listFiles(ctx, OF, [s.id]),
    stockIns.trailOf(ctx, s),
  ])
  const ids = pieces.flatMap((p) => p.deviceId ?? [])
  const [ready, opened] = [await judgeDevices(ctx, ids), await listEditableLabs(ctx, 'opening')]
  return showDetail(s, {
    roles,
    opensAcceptance,
    stage,
    shares,
    pieces,
    places: { labs, kin, rooms },
    invoices,
    files: files.get(s.id) ?? [],
    trail,
    ready,
    opens: (labId) => labId !== null && (opened === 'all' || opened.includes(labId)),
  })
}

/** The order as it is now, for the caller. */
export async function showNow(ctx: Ctx, id: number) {
  const { row, roles } = await stockIns.load(ctx, id)
  return readDetail(ctx, row, roles)
}

/** After a step: the caller's roles may have changed, and they may no longer be allowed to see the order. */
export async function showAfter(ctx: Ctx, s: store.StockIn, standing: Standing) {
  return readDetail(ctx, s, (await stockIns.rolesAmong(ctx, [s], standing))(s))
}
